/** Agent tests are checked wherever a suite may hold one, though their shapes are loaded only then. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseLanguage } from './choose-language.js';
import { plainLanguage } from './language.js';
import { parseSuite } from './parse-suite.js';

const wrong = { name: 'a', prompt: 'Hi.', stabillity: {} };
const dir = mkdtempSync(join(tmpdir(), 'mcptest-language-'));
writeFileSync(join(dir, 'lib.yml'), JSON.stringify({ agents: [wrong] }));

describe('a misspelt metric block is found', () => {
  test.each<[string, object]>([
    ['in `agents:`', { agents: [wrong] }],
    ['in a test of type agent', { tests: [{ ...wrong, type: 'agent' }] }],
    [
      'in a test whose type a variable gives',
      { variables: { k: 'agent' }, tests: [{ ...wrong, type: '${k}' }] },
    ],
    ['in a test without a type that has `agent`', { tests: [{ ...wrong, agent: { command: ['x'] } }] }],
    ['in a profile that is not chosen', { profiles: { ci: { agents: [wrong] } } }],
    ['in an imported file', { imports: ['lib.yml'] }],
  ])('%s', async (_, data) => {
    const text = JSON.stringify({ servers: { api: { command: ['x'] } }, ...data });
    const { problems } = await parseSuite(text, { file: 'mcptest.yaml', cwd: dir, workspace: dir, env: {} });
    expect(problems.map(({ hint }) => hint)).toContain('did you mean `stability`?');
  });
});

describe('the language without agent tests', () => {
  test.each<[string, boolean, Record<string, unknown>, unknown?]>([
    ['lists of each type', true, { tools: [{ name: 't' }], prompts: [] }],
    ['tests of other types', true, { tests: [{ type: 'tool' }, { type: 'resource' }, { type: 'prompt' }] }],
    ['profiles without agents', true, { tools: [] }, { ci: { budget: {} }, off: null }],
    ['a type that is left out', false, { tests: [{ name: 't', tool: 'x' }] }],
    ['tests that are no list', false, { tests: '${tests}' }],
  ])('%s: %s', async (_, plain, suite, profiles) => {
    expect((await chooseLanguage(suite, profiles)) === plainLanguage).toBe(plain);
  });
});
