/** What a file of no known format holds, and which format its keys are most like. */
import { isObject } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { TRACE_FORMAT_NAMES, TRACE_FORMATS, type TraceFormat } from './formats.js';
import { kindOf } from './place.js';

const SHOWN_KEYS = 8;

/** `objects with the keys a, b and the types x, y`. */
export function whatIsSeen(seen: readonly unknown[]): string {
  const objects = seen.filter(isObject);
  const [other] = seen.filter((value) => !isObject(value));
  if (objects.length === 0) return seen.length === 0 ? 'nothing' : `${kindOf(other)} where objects should be`;
  const keys = list(objects.flatMap((value) => Object.keys(value)));
  const types = list(objects.flatMap(({ type }) => (typeof type === 'string' ? type : [])));
  if (keys === '') return 'objects without a key';
  return `objects with the keys ${keys}${types === '' ? '' : `, of the types ${types}`}`;
}

function list(words: readonly string[]): string {
  const distinct = [...new Set(words)];
  const shown = distinct.slice(0, SHOWN_KEYS).map((word) => oneLine(clip(word, 40)));
  return shown.join(', ') + (distinct.length > SHOWN_KEYS ? ', …' : '');
}

/** The format that shares most of its signs with what was seen; undefined where none shares two. */
export function nearestFormat(seen: readonly unknown[]): TraceFormat | undefined {
  const found = new Set<string>();
  for (const value of seen.filter(isObject)) {
    for (const key of Object.keys(value)) found.add(key);
    if (typeof value.type === 'string') found.add(`type=${value.type}`);
  }
  let best: { name: TraceFormat; share: number } | undefined;
  for (const name of TRACE_FORMAT_NAMES) {
    const { signs } = TRACE_FORMATS[name];
    const hits = signs.filter((sign) => found.has(sign)).length;
    const share = hits / signs.length;
    if (hits >= 2 && (best === undefined || share > best.share)) best = { name, share };
  }
  return best?.name;
}
