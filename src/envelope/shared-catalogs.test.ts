/** A table of requests has many rows and one list of tools: it is written once, and read once. */
import { expect, it } from 'vitest';
import { ndjson } from '../report/ndjson.js';
import { readTraces } from '../trace/read-traces.js';
import type { ToolDef } from '../types/catalog.js';
import type { RunEnvelope } from '../types/envelope.js';
import { joinBlobs } from './blobs.js';
import { envelopeText } from './build.js';
import { readEnvelope } from './read.js';
import { sampleCase, sampleRun, splitBlobs } from './sample-run.js';

const catalogOf = (description: string) => ({ notes: [{ name: 'add_note', description }] });
const shared = catalogOf('Add a note');

/** Rows with the tools of `catalogs`, a retry of the first with the same. */
function runOf(catalogs: { notes: ToolDef[] }[]): RunEnvelope {
  const traces = catalogs.map((catalog) => ({
    model: 'm',
    calls: [{ server: 'notes', tool: 'add_note', args: {} }],
    catalog,
    distractors: [],
  }));
  const earlier = { verdict: 'fail' as const, duration_ms: 1, checks: [], trace: traces[0]! };
  return sampleRun(
    traces.map((trace, at) =>
      sampleCase({ name: `row ${at}`, trace, ...(at === 0 && { earlier_attempts: [earlier] }) }),
    ),
  );
}
const times = (text: string, part: string): number => text.split(part).length - 1;

it('writes tools that several rows were shown once, and gives each row the same object back', () => {
  const run = runOf([shared, catalogOf('Another'), structuredClone(shared), shared]);
  const text = envelopeText(run);
  expect(times(text, '"Add a note"')).toBe(1);
  const parsed = JSON.parse(text) as RunEnvelope;
  expect(parsed.catalogs).toEqual([shared]);
  expect(parsed.results.map(({ trace }) => trace?.shared_catalog)).toEqual([0, undefined, 0, 0]);
  expect(parsed.results[0]?.earlier_attempts?.[0]?.trace?.shared_catalog).toBe(0);
  expect(parsed.results[1]?.trace?.catalog).toEqual(catalogOf('Another'));
  const read = readEnvelope(text, 'run.json');
  expect(JSON.stringify(read)).toBe(JSON.stringify(run));
  expect(read.results[3]?.trace?.catalog).toBe(read.results[0]?.trace?.catalog);
  expect(envelopeText(read)).toBe(text);
});

it('leaves a run alone in which no two rows have the same tools, and reads one as it was written before', () => {
  const run = runOf([shared, catalogOf('Another')]);
  delete run.results[0]!.earlier_attempts;
  const text = envelopeText(run);
  expect(text).toBe(`${JSON.stringify(run, null, 2)}\n`);
  const old = JSON.stringify(runOf([shared, shared]));
  expect(readEnvelope(old, 'old.json').results[1]?.trace?.catalog).toEqual(shared);
});

it('leaves a number that is in no table, and the tools of a row that has both', () => {
  const parsed = JSON.parse(envelopeText(runOf([shared, shared]))) as RunEnvelope;
  parsed.results[0]!.trace!.shared_catalog = 7;
  parsed.results[1]!.trace!.catalog = catalogOf('Own');
  const { results } = readEnvelope(JSON.stringify(parsed), 'run.json');
  expect(results[0]?.trace).toMatchObject({ shared_catalog: 7 });
  expect(results[0]?.trace).not.toHaveProperty('catalog');
  expect(results[1]?.trace?.catalog).toEqual(catalogOf('Own'));
});

it('keeps a large shared list beside the record, read once', () => {
  const large = catalogOf('x'.repeat(70_000));
  const run = runOf([large, large, large]);
  const { envelope, blobs } = splitBlobs(run);
  expect(blobs).toHaveLength(1);
  expect(envelopeText(envelope).length).toBeLessThan(20_000);
  let reads = 0;
  const whole = joinBlobs(readEnvelope(envelopeText(envelope), 'run.json'), () => {
    reads += 1;
    return blobs[0]?.text;
  });
  expect(reads).toBe(1);
  expect(JSON.stringify(whole)).toBe(JSON.stringify(run));
});

it('tells tools once in NDJSON, with the first row that was shown them', () => {
  const lines = ndjson(runOf([shared, catalogOf('Another'), shared]), {
    color: false,
    width: 80,
    agent_budget: 0,
  })
    .split('\n')
    .slice(1, 4)
    .map((line) => (JSON.parse(line) as { trace: object }).trace);
  expect(lines).toMatchObject([
    { catalog: shared, shared_catalog: 0 },
    { catalog: catalogOf('Another'), shared_catalog: 1 },
    { shared_catalog: 0 },
  ]);
  expect(lines[2]).not.toHaveProperty('catalog');
});

it('gives traces that are read from a run their tools', async () => {
  const { traces } = await readTraces({ text: envelopeText(runOf([shared, shared])), name: 'run.json' });
  expect(traces.map(({ catalog }) => catalog)).toEqual([shared, shared]);
});
