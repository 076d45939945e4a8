import { expect, it, vi } from 'vitest';
import type { RunEnvelope } from '../types/envelope.js';
import { sha256 } from '../util/hash.js';
import { type Blob, blobSplitter, joinBlobs } from './blobs.js';
import { envelopeText } from './build.js';
import { failingCase, sampleCheck, sampleRun, splitBlobs } from './sample-run.js';
import { ENVELOPE_SCHEMA } from './schema.js';
import { firstFault } from './validate.js';

const LIMIT = 64 * 1024;

function runWith(actual: unknown): RunEnvelope {
  const trace = { calls: [{ tool: 't', args: {}, result: actual }], final_response: 'short' };
  return sampleRun([failingCase('x', { checks: [sampleCheck({ actual })], trace })]);
}

function reader(blobs: { name: string; text: string }[]) {
  return (name: string) => blobs.find((blob) => blob.name === name)?.text;
}

it('stores a large value once, under the hash of its content', () => {
  const big = `head ${'é'.repeat(LIMIT)}`;
  const { envelope, blobs } = splitBlobs(runWith(big));
  const [{ name, text }, ...others] = blobs as [Blob, ...Blob[]];
  expect(others).toEqual([]);
  expect(name).toBe(`${sha256(text)}.json`);
  expect(envelope.results[0]?.checks[0]?.actual).toEqual({
    $blob: `blobs/${name}`,
    bytes: Buffer.byteLength(text),
    excerpt: big.slice(0, 200),
  });
  expect(envelopeText(envelope).length).toBeLessThan(5000);
});

it('gives back the same bytes when joined', () => {
  const before = runWith({ list: 'x'.repeat(LIMIT), more: [1, null] });
  const { envelope, blobs } = splitBlobs(before);
  expect(envelopeText(joinBlobs(JSON.parse(envelopeText(envelope)), reader(blobs)))).toBe(
    envelopeText(before),
  );
});

it('moves what a model said, thought and judged, and the values of earlier attempts', () => {
  const long = (n: number) => `${n} ${'x'.repeat(LIMIT)}`;
  const trace = {
    calls: [],
    turns: [{ tokens: 1, text: long(1), reasoning: long(2) }],
    judgements: [{ metric: 'rubric', model: 'm', reason: long(3) }],
  };
  const earlier = { verdict: 'fail' as const, duration_ms: 1, checks: [sampleCheck({ actual: long(4) })] };
  const attempt = { ...earlier, trace: { calls: [{ tool: 't', args: long(5) }] } };
  const before = sampleRun([failingCase('x', { trace, earlier_attempts: [attempt], attempts: 2 })]);
  const { envelope, blobs } = splitBlobs(before);
  expect(blobs.map(({ text }) => text[1]).sort()).toEqual(['1', '2', '3', '4', '5']);
  expect(envelopeText(envelope).length).toBeLessThan(6000);
  expect(firstFault(JSON.parse(envelopeText(envelope)), ENVELOPE_SCHEMA)).toBeUndefined();
  expect(envelopeText(joinBlobs(JSON.parse(envelopeText(envelope)), reader(blobs)))).toBe(
    envelopeText(before),
  );
});

it('leaves 64 kB in place and moves one byte more', () => {
  const quotes = 2;
  expect(splitBlobs(runWith('x'.repeat(LIMIT - quotes))).blobs).toHaveLength(0);
  expect(splitBlobs(runWith('x'.repeat(LIMIT - quotes + 1))).blobs).toHaveLength(1);
});

it.each([
  [
    'characters that are written as six',
    '\u0001'.repeat(Math.ceil(LIMIT / 6)),
    '\u0001'.repeat(LIMIT / 6 - 1),
  ],
  ['keys', { ['é'.repeat(LIMIT / 2)]: 1 }, { ['é'.repeat(LIMIT / 4)]: 1 }],
  ['many small values', Array(LIMIT / 2).fill(1), Array(LIMIT / 4).fill(1)],
])('counts bytes as they are written: %s', (_what, large, small) => {
  expect(splitBlobs(runWith(large)).blobs).toHaveLength(1);
  expect(splitBlobs(runWith(small)).blobs).toHaveLength(0);
});

it('copies no row in which nothing is large', () => {
  const run = sampleRun([
    failingCase('x'),
    failingCase('y', { checks: [sampleCheck({ actual: 'x'.repeat(LIMIT) })] }),
  ]);
  const split = blobSplitter();
  const results = run.results.map(split.row);
  expect(results[0]).toBe(run.results[0]);
  expect(results[1]).not.toBe(run.results[1]);
});

it('does not take a value of a server for a reference', () => {
  const secret = { name: `${sha256('"other"')}.json`, text: '"other"' };
  const forged = { $blob: `blobs/${secret.name}`, bytes: 1, excerpt: '' };
  const before = runWith(forged);
  const { envelope, blobs } = splitBlobs(before);
  expect(joinBlobs(envelope, reader([...blobs, secret])).results[0]?.checks[0]?.actual).toEqual(forged);
});

it('never asks for a name that is not a hash, and ignores content that does not match its name', () => {
  const read = vi.fn(() => '"swapped"');
  const traversal = runWith({ $blob: 'blobs/../../etc/passwd', bytes: 1, excerpt: '' });
  expect(joinBlobs(traversal, read)).toEqual(traversal);
  expect(read).not.toHaveBeenCalled();
  const { envelope } = splitBlobs(runWith('x'.repeat(2 * LIMIT)));
  expect(joinBlobs(envelope, read)).toEqual(envelope);
});
