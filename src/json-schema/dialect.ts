/** Which JSON Schema dialect a document is written in, by its `$schema`; without one it is 2020-12. */
import { isObject, ownValue, setOwn } from '../util/plain.js';

export type Dialect = 'draft-07' | '2019-09' | '2020-12';

const DIALECTS: Record<string, Dialect> = {
  'json-schema.org/draft-03/schema': 'draft-07',
  'json-schema.org/draft-04/schema': 'draft-07',
  'json-schema.org/draft-06/schema': 'draft-07',
  'json-schema.org/draft-07/schema': 'draft-07',
  'json-schema.org/draft/2019-09/schema': '2019-09',
  'json-schema.org/draft/2020-12/schema': '2020-12',
  'json-schema.org/schema': '2020-12',
};

/** `undefined` when `$schema` names a dialect that is not known here. */
export function dialectOf(schema: unknown): Dialect | undefined {
  const uri = ownValue(schema, '$schema');
  if (typeof uri !== 'string') return '2020-12';
  const key = uri.replace(/^https?:\/\//, '').replace(/#$/, '');
  return Object.hasOwn(DIALECTS, key) ? DIALECTS[key] : undefined;
}

/** Draft 04 and older wrote `id` and boolean exclusive limits; as draft 07 says them. */
export function isBeforeDraft06(schema: unknown): boolean {
  const uri = ownValue(schema, '$schema');
  return typeof uri === 'string' && /draft-0[34]\//.test(uri);
}

const LIMIT_OF = new Map([
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
]);

/** A copy in the words of draft 07. Best effort: data inside `enum` or `default` is rewritten alike. */
export function upgradeOldDraft(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(upgradeOldDraft);
  if (!isObject(schema)) return schema;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    const limit = LIMIT_OF.get(key);
    if (key === 'id' && typeof value === 'string') out.$id = value;
    else if (limit === undefined || typeof value !== 'boolean') setOwn(out, key, upgradeOldDraft(value));
    else if (value && typeof schema[limit] === 'number') out[key] = schema[limit];
  }
  return out;
}
