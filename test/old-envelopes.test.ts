/** Runs of version 1, made by the mcptest that wrote them, render to the bytes that it rendered. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareEnvelopes } from '../src/envelope/compare.js';
import { mergeEnvelopes } from '../src/envelope/merge.js';
import { readEnvelope } from '../src/envelope/read.js';
import { ENVELOPE_SCHEMA } from '../src/envelope/schema.js';
import { firstFault } from '../src/envelope/validate.js';
import { reporterNames } from '../src/report/registry.js';
import { reporters } from '../src/report/reporters-testkit.js';
import { root } from './lib/cli.js';

/** They hold the record itself, which is of the new version; version 1 was never written as spans. */
const DATA = ['json', 'ndjson', 'html', 'otlp'];
const options = { color: false, width: 80, agent_budget: 1024 };
const textOf = (file: string) => readFileSync(join(root, 'fixtures/envelopes', file), 'utf8');
const runOf = (name: string) => readEnvelope(textOf(`v1-${name}.json`), name);

describe.each(['dying-servers', 'agents'])('%s', (name) => {
  it.each(reporterNames.filter((reporter) => !DATA.includes(reporter)))('%s', (reporter) => {
    expect(reporters[reporter](runOf(name), options)).toBe(textOf(`v1-${name}.${reporter}.txt`));
  });

  it('is a run of today', () => {
    expect(firstFault(runOf(name), ENVELOPE_SCHEMA)).toBeUndefined();
    expect(runOf(name)).toMatchObject({ version: 2, $schema: ENVELOPE_SCHEMA.$id });
  });

  it('is compared with a run of today, and merged with one', () => {
    const old = runOf(name);
    const today = readEnvelope(JSON.stringify(old), name);
    expect(compareEnvelopes(old, today)).toMatchObject({
      counts: { same: new Set(old.results.map(({ file, test, model }) => `${file} ${test} ${model}`)).size },
      groups: [],
      gates: [],
      floors: [],
    });
    const parts = [old, { ...today, run_id: 'another' }].map((envelope) => ({ name, envelope }));
    expect(mergeEnvelopes(parts, 'both').results).toHaveLength(2 * old.results.length);
  });
});

it('rows say what their names said', () => {
  const { results, groups = [], tool_selection = [] } = runOf('agents');
  const picks = results.filter(({ test }) => test === 'picks');
  expect(picks.map(({ name, model, run }) => [name, model, run])).toEqual([
    ['picks [scripted] #1', 'scripted', 1],
    ['picks [scripted] #2', 'scripted', 2],
    ['picks [lexical] #1', 'lexical', 1],
    ['picks [lexical] #2', 'lexical', 2],
  ]);
  for (const gate of [...groups, ...tool_selection]) {
    expect(results).toContainEqual(
      expect.objectContaining({ file: gate.file, test: gate.test, model: gate.model }),
    );
  }
});

it('only the name of an agent test is taken apart', () => {
  const rows = runOf('dying-servers').results.filter(({ name }) => name.startsWith('crash'));
  expect(rows.map(({ test, model, run }) => [test, model, run])).toEqual([
    ['crash #1', undefined, undefined],
    ['crash [x]', undefined, undefined],
  ]);
});

it('what a dying server wrote stands beside the message, of every attempt', () => {
  const [crash] = runOf('dying-servers').results.filter(({ attempts }) => attempts === 3);
  const checks = [crash, ...(crash?.earlier_attempts ?? [])].flatMap((attempt) => attempt?.checks ?? []);
  expect(checks).toHaveLength(3);
  for (const { message, stderr } of checks) {
    expect(message).toMatch(/exited with code 9\.$/);
    expect(stderr).toEqual([expect.any(String)]);
  }
});

it('a gate that names no suite belongs to a test of its name', () => {
  const old = JSON.parse(textOf('v1-agents.json'));
  for (const gate of [...old.groups, ...old.tool_selection]) delete gate.file;
  expect(readEnvelope(JSON.stringify(old), 'run.json')).toEqual(runOf('agents'));
});
