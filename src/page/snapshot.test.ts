import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failingCase, sampleRun } from '../envelope/sample-run.js';
import type { RunData } from './page-data.js';
import { faultOf, unpack } from './snapshot.js';

const data: RunData = {
  envelope: sampleRun([failingCase('breaks', { trace: { calls: [] } })]),
  problems: [{ source: 'case', verdict: 'fail', name: 'breaks', message: 'm', repro: 'r' }],
};
const packed = (text: string): string => deflateRawSync(text).toString('base64url');
/** The run with one value in another's place; `path` leads there. */
const broken = (path: string, value: unknown): unknown => {
  const copy = structuredClone(data);
  const keys = path.split('.');
  const last = keys.pop()!;
  let at = copy as unknown as Record<string, unknown>;
  for (const key of keys) at = at[key] as Record<string, unknown>;
  at[last] = value;
  return copy;
};

describe('a run out of an address', () => {
  it('comes out as it went in', async () => {
    expect(await unpack(packed(JSON.stringify(data)))).toEqual(JSON.parse(JSON.stringify(data)));
  });

  it('is not unpacked beyond 20 MB', async () => {
    await expect(unpack(packed(' '.repeat(20_000_001)))).rejects.toThrow('more than 20 MB');
  });

  it.each([
    ['it holds no run', 'problems', undefined],
    ['it holds no run', 'envelope.run_id', undefined],
    ['it was made by a newer mcptest', 'envelope.version', 3],
    ['its summary is damaged', 'envelope.summary.failed', '<b>'],
    ['its provenance is damaged', 'envelope.provenance.node', undefined],
    ['its servers are damaged', 'envelope.provenance.servers', [{}]],
    ['its models are damaged', 'envelope.provenance.models', [1]],
    ['a result is damaged', 'envelope.results.0.figures', undefined],
    ['a result is damaged', 'envelope.results.0.tags', [1]],
    ['a result is damaged', 'envelope.results.0.checks', [{}]],
    ['a result is damaged', 'envelope.results.0.trace', { calls: 'many' }],
    ['a problem is damaged', 'problems.0.message', undefined],
  ])('is refused because %s: %s', (why, path, value) => {
    expect(faultOf(broken(path, value))).toContain(why);
  });
});
