import { describe, expect, it } from 'vitest';
import type { Provenance, RunEnvelope } from '../types/envelope.js';
import type { Strength } from '../types/strength.js';
import { mergeEnvelopes } from './merge.js';
import { failingCase, sampleCase, sampleRun, sampleStrength, sampleTestStrength } from './sample-run.js';

const base = sampleRun([]).provenance;
let made = 0;
/** Every run has an id of its own. */
const run = (...[results, over]: Parameters<typeof sampleRun>) =>
  sampleRun(results, { run_id: `run-${++made}`, ...over });
const part = (shard: string, over: Partial<Provenance> = {}) => ({
  name: `${shard}.json`,
  envelope: run([sampleCase({ name: shard })], { provenance: { ...base, shard, ...over } }),
});

it('sorts shards by their number and is itself none', () => {
  const merged = mergeEnvelopes([part('2/2'), part('1/2')], 'ID');
  expect(merged.results.map(({ name }) => name)).toEqual(['1/2', '2/2']);
  expect(merged.provenance).not.toHaveProperty('shard');
  expect(merged).toMatchObject({ run_id: 'ID', verdict: 'pass', summary: { total: 2, passed: 2 } });
});

it.each([
  ['a missing one', [part('1/3'), part('3/3')], /shard 2\/3 is missing/],
  ['one twice', [part('1/2'), part('1/2')], /are both shard 1\/2/],
  ['another whole', [part('1/2'), part('2/3')], /not a shard of the same run/],
  ['nothing', [], /no run to merge/],
])('refuses %s', (_, parts, message) => {
  expect(() => mergeEnvelopes(parts, 'ID')).toThrow(message);
});

it('refuses one run under two names, whose tests would count twice', () => {
  const once = { name: 'a.json', envelope: run([sampleCase()]) };
  expect(() => mergeEnvelopes([once, { ...once, name: 'copy.json' }], 'ID')).toThrow(
    /a\.json and copy\.json are the same run \(run-\d+\)/,
  );
});

it('is as bad as its worst part', () => {
  const good = { name: 'a', envelope: run([sampleCase()]) };
  const bad = { name: 'b', envelope: run([failingCase()]) };
  const cut = { name: 'c', envelope: run([sampleCase()], { exit_code: 130 }) };
  expect(mergeEnvelopes([good, bad], 'ID')).toMatchObject({ verdict: 'fail', exit_code: 1 });
  expect(mergeEnvelopes([good, cut], 'ID')).toMatchObject({ verdict: 'inconclusive', exit_code: 130 });
});

it('lasts from the first start to the last end', () => {
  const early = { name: 'a', envelope: run([sampleCase()], { duration_ms: 5000 }) };
  const late = {
    name: 'b',
    envelope: run([sampleCase()], { started_at: '2026-11-15T09:00:03.000Z', duration_ms: 4000 }),
  };
  expect(mergeEnvelopes([late, early], 'ID')).toMatchObject({
    started_at: '2026-11-15T09:00:00.000Z',
    duration_ms: 7000,
  });
});

it('keeps what the parts were measured at', () => {
  const tokens = (server: string) => [{ file: 'a.yml', server, tokens: 9, tools: [] }];
  const scores = (name: string) => [{ name }] as unknown as RunEnvelope['scores'];
  const [one, two] = ['x', 'y'].map((name) => ({
    name,
    envelope: run([sampleCase()], { token_surface: tokens(name), scores: scores(name) }),
  }));
  const merged = mergeEnvelopes([one!, two!], 'ID');
  expect(merged.token_surface?.map(({ server }) => server)).toEqual(['x', 'y']);
  expect(merged.scores?.map(({ name }) => name)).toEqual(['x', 'y']);
});

describe('strength', () => {
  const gate = { file: 'mcptest.yml', min: 50 };
  /** A part of which so many of ten changes are noticed. */
  const measured = (name: string, killed: number, over: Partial<Strength> = {}) => {
    const tally = { rate: killed / 10, killed, mutants: 10 };
    const strength = sampleStrength({
      ...tally,
      tests: [sampleTestStrength({ name, ...tally })],
      suites: [{ file: 'mcptest.yml', ...tally }],
      tools: [{ server: 'demo', tool: 'echo', ...tally }],
      families: [{ family: 'M-VALUE', ...tally }],
      gates: [{ ...gate, rate: killed / 10, passed: killed >= 5 }],
      ...over,
    });
    return { name, envelope: run([sampleCase({ name })], { strength }) };
  };

  it('is the tests of all parts, with counts and gates made again from the sums', () => {
    const { strength, summary, exit_code } = mergeEnvelopes([measured('a', 9), measured('b', 2)], 'ID');
    const sum = { rate: 0.55, killed: 11, mutants: 20 };
    expect(strength).toMatchObject(sum);
    expect(strength?.tests.map(({ name }) => name)).toEqual(['b', 'a']);
    expect(strength?.suites).toEqual([{ file: 'mcptest.yml', ...sum }]);
    expect(strength?.tools).toEqual([{ server: 'demo', tool: 'echo', ...sum }]);
    expect(strength?.families).toEqual([{ family: 'M-VALUE', ...sum }]);
    expect(strength?.gates).toEqual([{ ...gate, rate: 0.55, passed: true }]);
    expect([summary.gates_failed, exit_code]).toEqual([0, 0]);
    const weak = mergeEnvelopes([measured('a', 6), measured('b', 2)], 'ID');
    expect(weak).toMatchObject({ verdict: 'fail', exit_code: 1, summary: { gates_failed: 1 } });
  });

  it('says which part was not measured, and judges no gate without it', () => {
    const other = { name: 'c', envelope: run([sampleCase({ name: 'c' })]) };
    const { strength, verdict, exit_code } = mergeEnvelopes([measured('a', 9), other], 'ID');
    expect(strength?.unmeasured).toEqual([
      { name: 'c', file: 'mcptest.yml', reason: 'its part of the run was not measured' },
    ]);
    expect(strength?.gates).toEqual([{ ...gate, rate: 0.9 }]);
    expect([verdict, exit_code]).toEqual(['inconclusive', 3]);
    const apart = { name: 'd', envelope: run([sampleCase({ name: 'd', file: 'other.yml' })]) };
    expect(mergeEnvelopes([measured('a', 9), apart], 'ID').strength?.gates).toEqual([
      { ...gate, rate: 0.9, passed: true },
    ]);
  });

  it('is held to what is asked of all suites together', () => {
    const gates = [{ min: 60, rate: 0.9, passed: true }];
    const merged = mergeEnvelopes([measured('a', 9, { gates }), measured('b', 2, { gates })], 'ID');
    expect(merged.strength?.gates).toEqual([{ min: 60, rate: 0.55, passed: false }]);
  });

  it('is absent where no part was measured', () => {
    const parts = ['a', 'b'].map((name) => ({ name, envelope: run([sampleCase({ name })]) }));
    expect(mergeEnvelopes(parts, 'ID')).not.toHaveProperty('strength');
  });
});

it('keeps what tools promise once each', () => {
  const promise = (tool: string) => ({ file: 'a.yml', server: 's', tool, schema: { type: 'object' } });
  const parts = [['b'], ['a', 'b']].map((tools, at) => ({
    name: `${at}`,
    envelope: run([sampleCase()], { output_schemas: tools.map(promise) }),
  }));
  expect(mergeEnvelopes(parts, 'ID').output_schemas).toEqual([promise('a'), promise('b')]);
});
