/** Every word that a tool's structured fields already say: parameter names, their texts, values, hints. */
import { searchTerms } from '../../catalog/words.js';
import type { SchemaNode } from '../../types/schema-node.js';
import { isObject, ownValue } from '../../util/plain.js';

/** Text beyond this is not compared; a schema of this size has said everything already. */
const READ = 200_000;

const TEXTS = ['title', 'description', 'default', 'const', 'format', 'type', 'pattern'] as const;
const LISTS = ['enum', 'examples', 'type', 'required'] as const;

export function schemaTerms(nodes: readonly SchemaNode[]): Set<string> {
  const terms = new Set<string>();
  let left = READ;
  const add = (value: unknown): void => {
    if (typeof value !== 'string' || left <= 0) return;
    const text = value.slice(0, left);
    left -= text.length;
    for (const term of searchTerms(text)) terms.add(term);
  };
  for (const { schema } of nodes) {
    if (typeof schema === 'boolean') continue;
    for (const keyword of TEXTS) add(schema[keyword]);
    for (const keyword of LISTS) {
      const values = schema[keyword];
      if (Array.isArray(values)) values.forEach(add);
    }
    const properties = ownValue(schema, 'properties');
    if (isObject(properties)) Object.keys(properties).forEach(add);
  }
  return terms;
}
