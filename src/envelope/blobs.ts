/**
 * Values over 64 kB live beside the envelope, named by the hash of their content. At the places where a
 * blob may stand, a reference is always ours: a server's value that looks like one is stored as a blob.
 */
import type { CaseResult, EarlierAttempt, RunEnvelope } from '../types/envelope.js';
import type { Trace } from '../types/trace.js';
import { sha256 } from '../util/hash.js';
import { ownValue } from '../util/plain.js';
import { shareCatalogs } from './share-catalogs.js';

const LIMIT = 64 * 1024;
const EXCERPT = 200;
const REFERENCE = /^blobs\/([0-9a-f]{64}\.json)$/;

export interface BlobReference {
  $blob: string;
  bytes: number;
  excerpt: string;
}

/** A blob's `name` is a file name; the reference is `blobs/<name>`. */
export interface Blob {
  name: string;
  text: string;
}

export interface SplitEnvelope {
  /** With references in the place of large values. */
  envelope: RunEnvelope;
  blobs: Blob[];
}

export function splitBlobs(envelope: RunEnvelope): SplitEnvelope {
  const texts = new Map<string, string>();
  const split = (value: unknown): unknown => {
    const text = JSON.stringify(value);
    if (text === undefined) return value;
    const bytes = Buffer.byteLength(text);
    if (bytes <= LIMIT && ownValue(value, '$blob') === undefined) return value;
    const name = `${sha256(text)}.json`;
    texts.set(name, text);
    return { $blob: `blobs/${name}`, bytes, excerpt: excerptOf(typeof value === 'string' ? value : text) };
  };
  const small = mapLarge(shareCatalogs(envelope), split);
  return { envelope: small, blobs: [...texts].map(([name, text]) => ({ name, text })) };
}

/** A blob that is gone, or whose content is not what its name says, leaves its reference in place. */
export function joinBlobs(
  envelope: RunEnvelope,
  readBlob: (name: string) => string | undefined,
): RunEnvelope {
  const known = new Map<string, unknown>();
  return mapLarge(envelope, (value) => {
    const reference = ownValue(value, '$blob');
    const name = typeof reference === 'string' ? REFERENCE.exec(reference)?.[1] : undefined;
    if (name === undefined) return value;
    if (!known.has(name)) {
      const text = readBlob(name);
      known.set(name, text === undefined || `${sha256(text)}.json` !== name ? MISSING : JSON.parse(text));
    }
    const found = known.get(name);
    return found === MISSING ? value : found;
  });
}

export function isBlobReference(value: unknown): value is BlobReference {
  const reference = ownValue(value, '$blob');
  return (
    typeof reference === 'string' &&
    REFERENCE.test(reference) &&
    typeof ownValue(value, 'excerpt') === 'string'
  );
}

const MISSING = Symbol('a blob that is gone');

type Change = (value: unknown) => unknown;

function mapLarge(envelope: RunEnvelope, change: Change): RunEnvelope {
  const { catalogs, results } = envelope;
  return {
    ...envelope,
    results: results.map((result) => mapResult(result, change)),
    ...(catalogs && { catalogs: catalogs.map(change) as typeof catalogs }),
  };
}

function mapResult(result: CaseResult, change: Change): CaseResult {
  const changed = mapAttempt(result, change);
  const { earlier_attempts: earlier, replies } = result;
  if (replies) changed.replies = replies.map((reply) => mapKeys(reply, ['result', 'notifications'], change));
  if (earlier) changed.earlier_attempts = earlier.map((attempt) => mapAttempt(attempt, change));
  return changed;
}

function mapAttempt<T extends EarlierAttempt>(attempt: T, change: Change): T {
  const checks = attempt.checks.map((check) => mapKeys(check, ['expected', 'actual'], change));
  const changed = { ...attempt, checks };
  if (attempt.trace) changed.trace = mapTrace(attempt.trace, change);
  return changed;
}

function mapTrace(trace: Trace, change: Change): Trace {
  const { turns, judgements } = trace;
  const changed = { ...trace, calls: trace.calls.map((call) => mapKeys(call, ['args', 'result'], change)) };
  if (turns) changed.turns = turns.map((turn) => mapKeys(turn, ['text', 'reasoning'], change));
  if (judgements) changed.judgements = judgements.map((one) => mapKeys(one, ['reason'], change));
  return mapKeys(changed, ['final_response', 'prompt', 'catalog'], change);
}

/** The same keys in the same order, some of their values changed. */
function mapKeys<T extends object>(source: T, keys: (keyof T)[], change: Change): T {
  const out = { ...source };
  for (const key of keys) if (Object.hasOwn(source, key)) out[key] = change(source[key]) as T[keyof T];
  return out;
}

function excerptOf(text: string): string {
  const half = /[\ud800-\udbff]/.test(text.charAt(EXCERPT - 1));
  return text.slice(0, half ? EXCERPT - 1 : EXCERPT);
}
