/** `faults:` of a manifest: what goes wrong on purpose, by tool or by method. */
import type { FaultKind } from '../types/fault.js';
import { didYouMean } from '../util/did-you-mean.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { ownValue } from '../util/plain.js';
import { readError } from './answers.js';
import { SLOW_MS } from './fault-results.js';
import type { MockFault } from './manifest.js';
import type { ManifestReader, Path } from './manifest-reader.js';

const KEYS: ReadonlySet<string> = new Set([
  'tool',
  'method',
  'kind',
  'after',
  'times',
  'recover_after',
  'delay',
  'error',
]);

/** The mock's own words beside those that are shared. */
const KINDS: Record<string, FaultKind> = {
  error: 'error',
  timeout: 'timeout',
  hang: 'timeout',
  slow: 'slow',
  malformed: 'malformed',
  empty: 'empty',
  disconnect: 'disconnect',
  'recover-after': 'error',
};

const ALWAYS = Number.MAX_SAFE_INTEGER;

export function readFault(item: unknown, path: Path, reader: ManifestReader): MockFault | undefined {
  const from = reader.object(item, path, KEYS);
  if (!from) return undefined;
  const word = reader.requiredText(from, 'kind', path);
  const kind = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined;
  if (kind === undefined) {
    const meant = didYouMean(word, Object.keys(KINDS));
    const hint = meant ? `; did you mean "${meant}"?` : `; known are ${Object.keys(KINDS).join(', ')}`;
    if (word !== '') reader.report([...path, 'kind'], `there is no fault "${word}"${hint}`);
    return undefined;
  }
  const tool = reader.text(from, 'tool', path);
  const method = reader.text(from, 'method', path);
  if (tool !== undefined && method !== undefined && method !== 'tools/call') {
    reader.report([...path, 'method'], 'a fault of a "tool" is one of tools/call', 'key');
  }
  for (const [key, only] of [
    ['delay', 'slow'],
    ['error', 'error'],
  ] as const) {
    if (Object.hasOwn(from, key) && kind !== only)
      reader.report([...path, key], `"${key}" belongs to kind: ${only}`, 'key');
  }
  const error = Object.hasOwn(from, 'error') ? readError(from.error, [...path, 'error'], reader) : undefined;
  return omitUndefined({
    tool,
    method: method ?? 'tools/call',
    kind,
    after: whole(from, 'after', path, reader) ?? 0,
    times: timesOf(from, path, reader),
    delay_ms: reader.duration(from, 'delay', path) ?? SLOW_MS,
    error: error && 'error' in error ? error.error : undefined,
  });
}

function timesOf(from: Record<string, unknown>, path: Path, reader: ManifestReader): number {
  const key = reader.spelling(from, ['times', 'recover_after'], path);
  return ownValue(from, key) === 'always' ? ALWAYS : (whole(from, key, path, reader) ?? 1);
}

function whole(
  from: Record<string, unknown>,
  key: string,
  path: Path,
  reader: ManifestReader,
): number | undefined {
  const value = ownValue(from, key);
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)) return value as number;
  reader.report([...path, key], `"${key}" must be a whole number${key === 'times' ? ' or always' : ''}`);
  return undefined;
}
