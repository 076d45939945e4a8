import { expect, it } from 'vitest';
import type { Provenance, RunEnvelope } from '../types/envelope.js';
import { mergeEnvelopes } from './merge.js';
import { failingCase, sampleCase, sampleRun } from './sample-run.js';

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
  ['a missing one', [part('1/3'), part('3/3')], /missing: shard 2\/3/],
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
