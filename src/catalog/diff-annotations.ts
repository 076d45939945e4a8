/** Changed annotations. All are risky, since clients decide by them what runs without a question. */

import { sameJson } from '../util/canonical-json.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { howChanged, type SchemaChange } from './diff-notes.js';

/** What an absent hint means, by the protocol. */
const DEFAULTS: Record<string, boolean> = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

/** From the safe value to the other: the tool now says that it may do more. */
const WEAKER: Record<string, { from: boolean; kind: string; says: string }> = {
  readOnlyHint: { from: true, kind: 'read-only-weakened', says: 'no longer says that it only reads' },
  destructiveHint: { from: false, kind: 'destructive-added', says: 'may now destroy something' },
  idempotentHint: { from: true, kind: 'idempotent-weakened', says: 'no longer says that it may be repeated' },
  openWorldHint: { from: false, kind: 'open-world-added', says: 'may now reach the outside world' },
};

export function diffAnnotations(before: unknown, after: unknown): SchemaChange[] {
  if ((before !== undefined && !isObject(before)) || (after !== undefined && !isObject(after))) {
    return [
      {
        class: 'risky',
        kind: 'annotation-changed',
        path: ['annotations'],
        message: 'the annotations changed',
        before,
        after,
      },
    ];
  }
  const [was, is] = [before ?? {}, after ?? {}];
  const changes: SchemaChange[] = [];
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const [old, now] = [ownValue(was, key), ownValue(is, key)];
    if (sameJson(old, now)) continue;
    const path = ['annotations', key];
    const weaker = ownValue(WEAKER, key) as (typeof WEAKER)[string] | undefined;
    const meant = ownValue(DEFAULTS, key);
    if (weaker && (old ?? meant) === weaker.from && (now ?? meant) !== weaker.from) {
      changes.push({
        class: 'risky',
        kind: weaker.kind,
        path,
        message: `the tool ${weaker.says}`,
        before: old,
        after: now,
      });
      continue;
    }
    const message = `the annotation \`${clip(oneLine(key), 60)}\` ${howChanged(old, now)}`;
    changes.push({ class: 'risky', kind: 'annotation-changed', path, message, before: old, after: now });
  }
  return changes;
}
