/**
 * Large values of a saved run stand beside its envelope in `blobs/`, named by the hash of their content.
 * They are put back before a trace is read; one that is gone or altered is refused, as figures would lie.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../util/hash.js';
import { isObject } from '../util/plain.js';
import { MAX_BYTES } from './byte-lines.js';
import { stringField } from './fields.js';
import { type Place, shapeError } from './place.js';

type Path = readonly (string | number)[];

const REFERENCE = /^blobs\/([0-9a-f]{64})\.json$/;

export function withBlobs(trace: Record<string, unknown>, at: Place, path: Path): Record<string, unknown> {
  const whole = restored(trace, ['final_response', 'prompt', 'catalog'], at, path);
  if (!Array.isArray(whole.calls)) return whole;
  const calls = whole.calls.map((call, index) =>
    isObject(call) ? restored(call, ['args', 'result'], at, [...path, 'calls', index]) : call,
  );
  return { ...whole, calls };
}

function restored(value: Record<string, unknown>, keys: string[], at: Place, path: Path) {
  const copy = { ...value };
  for (const key of keys) {
    const hash = REFERENCE.exec(stringField(value[key], '$blob') ?? '')?.[1];
    if (hash !== undefined) copy[key] = readBlob(hash, at, [...path, key]);
  }
  return copy;
}

function readBlob(hash: string, at: Place, path: Path): unknown {
  const file = join(dirname(at.file), 'blobs', `${hash}.json`);
  try {
    if (statSync(file).size <= MAX_BYTES) {
      const text = readFileSync(file, 'utf8');
      if (sha256(text) === hash) return JSON.parse(text);
    }
  } catch {
    // Told below, with the place that needs it.
  }
  throw shapeError(
    at,
    path,
    `its value is kept in blobs/${hash}.json, which is missing or altered`,
    'Keep the folder blobs/ next to the envelope.',
  );
}
