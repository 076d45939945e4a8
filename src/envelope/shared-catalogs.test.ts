/** A table of requests has many rows and one list of tools: it is kept once, and read once. */
import { expect, it } from 'vitest';
import type { RunEnvelope } from '../types/envelope.js';
import { joinBlobs, splitBlobs } from './blobs.js';

const catalog = { notes: [{ name: 'add_note', description: 'Add a note' }] };
const runOf = (rows: number): RunEnvelope =>
  ({
    results: Array.from({ length: rows }, (_, at) => ({
      id: String(at),
      checks: [],
      trace: { calls: [], catalog },
    })),
  }) as unknown as RunEnvelope;

it('writes the tools that twenty rows share beside the record, and gives each row the same object back', () => {
  const { envelope, blobs } = splitBlobs(runOf(20));
  expect(blobs).toHaveLength(1);
  expect(JSON.stringify(envelope)).not.toContain('Add a note"');
  let read = 0;
  const whole = joinBlobs(envelope, (name) => {
    read += 1;
    return blobs.find((blob) => blob.name === name)?.text;
  });
  expect(read).toBe(1);
  expect(whole.results.map(({ trace }) => trace?.catalog)).toEqual(Array(20).fill(catalog));
  expect(whole.results[19]?.trace?.catalog).toBe(whole.results[0]?.trace?.catalog);
});

it('leaves the tools of few rows where they are, and a reference whose file is gone', () => {
  expect(splitBlobs(runOf(19)).blobs).toEqual([]);
  const { envelope } = splitBlobs(runOf(20));
  expect(joinBlobs(envelope, () => undefined)).toEqual(envelope);
});
