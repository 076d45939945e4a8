/** References written out; one that leads back to where it stands, or nowhere, becomes an empty schema. */
import { resolveRef } from '../../json-schema/walk.js';
import { ownValue } from '../../util/plain.js';
import { rewriteSchema, type Schema, without } from './rewrite.js';

export function inlined(root: unknown, finish: (schema: Schema, depth: number) => unknown): unknown {
  return rewriteSchema(root, {
    before: (schema, path) => {
      if (typeof ownValue(schema, '$ref') !== 'string') return undefined;
      const { schema: target, pointer } = resolveRef(root, schema);
      if (pointer === undefined || path.includes(target)) return {};
      return typeof target === 'object' && target !== null
        ? { ...target, ...without(schema, ['$ref']) }
        : target;
    },
    schema: (copy, depth) => finish(without(copy, ['$defs', 'definitions']), depth),
  });
}
