import { describe, expect, it } from 'vitest';
import type { Coverage, Floor, Group } from '../types/envelope.js';
import { envelopePieces, envelopeText } from './build.js';
import { failingCase, sampleCase, sampleCheck, sampleRun } from './sample-run.js';

const skipped = sampleCase({ name: 's', verdict: 'skipped' });
const unclear = sampleCase({ name: 'u', verdict: 'inconclusive' });
const lowCoverage: Coverage = {
  tools: [],
  total: 2,
  covered: 1,
  percent: 50,
  gates: [{ file: 'a.yml', threshold: 80, percent: 50, passed: false }],
};
const group = (verdict: Group['verdict']): Group => ({
  file: 'a.yml',
  name: 'g',
  test: 'g',
  runs: 5,
  verdict,
  figures: {},
  checks: [],
});
const floor = (passed: boolean): Floor => ({
  file: 'a.yml',
  agent: 'a',
  test: 'a',
  runs: 2,
  selected: 1,
  selection_rate: 0.5,
  pass_k: 0.5,
  passed,
  reasons: [],
  per_run: [],
});

describe('verdict and exit code', () => {
  it.each([
    ['all passed', sampleRun([sampleCase()]), 'pass', 0],
    ['a pass and a skip', sampleRun([sampleCase(), skipped]), 'pass', 0],
    ['one failed', sampleRun([sampleCase(), failingCase()]), 'fail', 1],
    ['failed beats inconclusive', sampleRun([unclear, failingCase()]), 'fail', 1],
    ['one inconclusive', sampleRun([sampleCase(), unclear]), 'inconclusive', 3],
    [
      'setup broke',
      sampleRun([sampleCase()], { errors: [{ where: 'setup', message: 'x' }] }),
      'inconclusive',
      3,
    ],
    [
      'nothing ran, setup broke',
      sampleRun([], { errors: [{ where: 'setup', message: 'x' }] }),
      'inconclusive',
      3,
    ],
    ['coverage too low', sampleRun([sampleCase()], { coverage: lowCoverage }), 'fail', 6],
    ['failed and coverage', sampleRun([failingCase()], { coverage: lowCoverage }), 'fail', 1],
    ['coverage beats inconclusive', sampleRun([unclear], { coverage: lowCoverage }), 'fail', 6],
    ['a failed group', sampleRun([sampleCase()], { groups: [group('fail')] }), 'fail', 1],
    ['an unjudged group', sampleRun([sampleCase()], { groups: [group('inconclusive')] }), 'inconclusive', 3],
    ['a failed floor', sampleRun([sampleCase()], { tool_selection: [floor(false)] }), 'fail', 1],
    [
      'a floor that could not be judged',
      sampleRun([sampleCase()], { tool_selection: [{ ...floor(false), inconclusive: 'too few runs' }] }),
      'inconclusive',
      3,
    ],
    ['a floor that holds', sampleRun([sampleCase()], { tool_selection: [floor(true)] }), 'pass', 0],
    ['no tests', sampleRun([]), 'inconclusive', 7],
    ['only skipped tests', sampleRun([skipped]), 'inconclusive', 7],
    ['interrupted', sampleRun([sampleCase()], { exit_code: 130 }), 'inconclusive', 130],
    ['a budget was exceeded', sampleRun([sampleCase()], { exit_code: 1 }), 'fail', 1],
  ])('%s', (_, envelope, verdict, exitCode) => {
    expect([envelope.verdict, envelope.exit_code]).toEqual([verdict, exitCode]);
  });
});

it('counts every row once, and flaky ones apart', () => {
  const flaky = sampleCase({ name: 'f', flaky: true, attempts: 2 });
  const envelope = sampleRun([sampleCase(), flaky, failingCase(), unclear, skipped], {
    cached: 2,
    groups: [group('fail'), group('pass')],
    tool_selection: [floor(false)],
  });
  expect(envelope.summary).toEqual({
    total: 5,
    passed: 2,
    failed: 1,
    inconclusive: 1,
    skipped: 1,
    flaky: 1,
    cached: 2,
    gates_failed: 2,
  });
});

it('writes keys in a fixed order, whatever order the parts came in', () => {
  const one = sampleRun([failingCase()]);
  const shuffled = Object.fromEntries(Object.entries(failingCase()).reverse()) as never;
  expect(envelopeText(sampleRun([shuffled]))).toBe(envelopeText(one));
  expect(Object.keys(one)).toEqual([
    '$schema',
    'version',
    'run_id',
    'started_at',
    'duration_ms',
    'verdict',
    'exit_code',
    'summary',
    'provenance',
    'results',
  ]);
  expect(Object.keys(one.results[0]!).slice(0, 7)).toEqual([
    'id',
    'name',
    'test',
    'kind',
    'server',
    'verdict',
    'flaky',
  ]);
});

it.each([0, 1, 50, 51, 120])('is one text in pieces of few rows: %i', (rows) => {
  const run = sampleRun(Array.from({ length: rows }, (_, at) => failingCase(`row ${at}\n  "results": []`)));
  const pieces = [...envelopePieces(run)];
  expect(pieces.join('')).toBe(`${JSON.stringify(run, null, 2)}\n`);
  expect(pieces).toHaveLength(2 + Math.ceil(rows / 50));
});

it('drops figures that cannot be computed, and names in words what JSON cannot hold elsewhere', () => {
  const figures = { f1: Number.NaN, rate: 0, bound: Number.POSITIVE_INFINITY, gone: undefined as never };
  const checks = [sampleCheck({ expected: undefined, actual: [Number.NaN, undefined, 10n] })];
  const envelope = sampleRun([sampleCase({ figures, checks })], { groups: [{ ...group('pass'), figures }] });
  expect(envelope.results[0]?.figures).toEqual({ rate: 0 });
  expect(envelope.groups?.[0]?.figures).toEqual({ rate: 0 });
  expect(envelope.results[0]?.checks[0]?.actual).toEqual(['NaN', null, '10']);
  expect(envelope.results[0]?.checks[0]).not.toHaveProperty('expected');
  expect(JSON.parse(envelopeText(envelope))).toEqual(envelope);
});

it('survives a value nested deeper than the stack, and keeps a key named __proto__ as data', () => {
  let deep: unknown = 'bottom';
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  const actual = { deep, hostile: JSON.parse('{"__proto__":{"polluted":1}}') };
  const envelope = sampleRun([failingCase('x', { checks: [sampleCheck({ actual })] })]);
  const text = envelopeText(envelope);
  expect(text).toContain('nested deeper than 200 levels');
  expect(text).toContain('"__proto__"');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
