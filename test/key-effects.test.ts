/**
 * Every key of the suite language does something: each has an experiment, in which the suite comes to another end when
 * the key is not read, or names a test that shows as much. A new key without either fails here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSuite } from '../src/suite/parse-suite.js';
import { root } from './lib/cli.js';
import { AGENTS } from './lib/keys/agents.js';
import { AROUND, FOR_OTHERS, SHOWN_ELSEWHERE } from './lib/keys/around.js';
import { type Experiment, ignored, outcome, replaced, valueAt } from './lib/keys/experiment.js';
import { JUDGING } from './lib/keys/judging.js';
import { PLAIN } from './lib/keys/plain.js';
import { PROTOCOL } from './lib/keys/protocol.js';
import { IN_PROFILE, schemaKeys } from './lib/keys/schema-keys.js';

const EXPERIMENTS: Experiment[] = [...PLAIN, ...PROTOCOL, ...AGENTS, ...AROUND, ...JUDGING];

/** A list of tests → the `type` that the same tests have under `tests:`. */
const TYPES: Record<string, string> = {
  tools: 'tool',
  resources: 'resource',
  prompts: 'prompt',
  requests: 'request',
  completions: 'completion',
  resource_templates: 'template',
  subscriptions: 'subscription',
  tasks: 'task',
  apps: 'app',
  capabilities: 'capabilities',
  agents: 'agent',
};
const DEFS: Record<string, string> = {
  tools: 'tool_test',
  resources: 'resource_test',
  prompts: 'prompt_test',
  requests: 'request_test',
  completions: 'completion_test',
  resource_templates: 'template_test',
  subscriptions: 'subscription_test',
  tasks: 'task_test',
  apps: 'app_test',
  capabilities: 'capabilities_test',
  agents: 'agent_test',
};
const listOf = ({ at }: Experiment): string => at.split('/')[0] ?? '';
const isOfTest = (one: Experiment): boolean => one.key.startsWith(`${DEFS[listOf(one)]}.`);
const typed = (key: string): string => key.replace(/^\w+\./, 'test.');

it('every key of the schema has an experiment, or a test elsewhere', () => {
  const own = [
    ...EXPERIMENTS.map(({ key }) => key),
    ...Object.keys(SHOWN_ELSEWHERE),
    ...Object.keys(FOR_OTHERS),
  ];
  const known = new Set([...own, ...EXPERIMENTS.filter(isOfTest).map(({ key }) => typed(key)), 'profiles']);
  const keys = schemaKeys().map((key) => (key.startsWith(IN_PROFILE) ? key.slice(IN_PROFILE.length) : key));
  expect(keys.length).toBeGreaterThan(350);
  expect(keys.filter((key) => !known.has(key))).toEqual([]);
  expect([...known].filter((key) => !keys.includes(key))).toEqual([]);
});

describe.concurrent('a key that is not read', () => {
  it.each(EXPERIMENTS.map((one) => [one.key, one] as const))('%s', async (_, experiment) => {
    const [read, unread] = await Promise.all([outcome(experiment), ignored(experiment)]);
    expect(read).toEqual(experiment.shows);
    expect(unread).not.toEqual(experiment.shows);
    // A suite that is refused shows only that the key is needed.
    expect(unread).not.toBe('invalid-suite');
  });
});

it.each(Object.entries(SHOWN_ELSEWHERE))('%s is shown by a test that is there', (_, [file, title]) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(`'${title}'`);
});

/** What a suite means: the same but for places in the file. */
async function meaning(suite: object, profile?: string): Promise<unknown> {
  const text = JSON.stringify(suite).replaceAll(/url":"[A-Z]+"/g, 'url":"http://127.0.0.1:1/mcp"');
  const files = { file: '/project/mcptest.yml', cwd: '/project', workspace: '/project' };
  const { suites, problems } = await parseSuite(text, { ...files, env: { WORD: 'z' }, profile });
  expect(problems).toEqual([]);
  return JSON.parse(JSON.stringify(suites[0]), (key, value) =>
    key === 'place' || key === 'line' ? undefined : value,
  );
}

describe('the same key', () => {
  it.each(EXPERIMENTS.filter(isOfTest).map((one) => [one.key, one] as const))(
    '%s means the same under tests:',
    async (_, experiment) => {
      const { suite } = experiment;
      const list = listOf(experiment);
      const all = suite[list] as object[];
      // Entries of `agents:` that another hands work to stay where they are; captures are read in file order.
      const count = list === 'agents' ? 1 : all.length;
      const tests = all.slice(0, count).map((test) => ({ type: TYPES[list], ...test }));
      const moved = { ...suite, [list]: all.slice(count), tests };
      const [direct, under] = (await Promise.all([meaning(suite), meaning(moved)])) as Record<
        string,
        { name: string }[]
      >[];
      const found = (one: typeof direct) =>
        [...one!.tests!, ...one!.agents!].find(({ name }) => name === 'one');
      expect(found(under)).toEqual(found(direct));
    },
  );

  const topLevel = new Map(EXPERIMENTS.filter(({ files }) => !files).map((one) => [listOf(one), one]));

  it.each([...topLevel])('%s means the same in a profile', async (top, { suite }) => {
    const profiles = { other: { [top]: valueAt(suite, [top]) } };
    const chosen = { ...replaced(suite, [top], undefined), profiles };
    expect(await meaning(chosen, 'other')).toEqual(await meaning(suite));
  });
});

it('every suite of a run keeps to its own concurrency', async () => {
  const slow = (server: string) => ({ name: server, server, tool: 'slow' });
  const servers = { a: { url: 'GUARDED' }, b: { url: 'GUARDED' } };
  const suite = (concurrency: number) => ({
    servers,
    run_options: { concurrency },
    tools: [slow('a'), slow('b')],
  });
  const most = (first: number, second: number) =>
    outcome({
      key: 'run_options.concurrency',
      at: '',
      shows: 0,
      suite: suite(first),
      files: { 'z.mcptest.yml': suite(second) },
      input: { paths: ['mcptest.yml', 'z.mcptest.yml'] },
      look: (seen) => seen.most,
    });
  expect(await Promise.all([most(1, 1), most(1, 2)])).toEqual([1, 2]);
});
