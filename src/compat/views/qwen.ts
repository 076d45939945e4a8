/** As Qwen Code sends schemas to an OpenAI endpoint: what its grammars cannot hold is left out. */
import { isObject } from '../../util/plain.js';
import { rewriteSchema, type Schema, without } from './rewrite.js';

/** Without arguments a tool is sent without a schema. */
export function qwenSchema(schema: unknown): unknown {
  if (isObject(schema) && isObject(schema.properties) && Object.keys(schema.properties).length === 0)
    return undefined;
  return rewriteSchema(schema, {
    schema: (copy) => {
      const kept = without(copy, ['$schema', '$id', 'uniqueItems']);
      return kept.additionalProperties === false && hasOptional(kept)
        ? without(kept, ['additionalProperties'])
        : kept;
    },
  });
}

function hasOptional({ properties, required }: Schema): boolean {
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return isObject(properties) && Object.keys(properties).some((name) => !needed.includes(name));
}
