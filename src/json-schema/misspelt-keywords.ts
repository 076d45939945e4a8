/**
 * Keywords that are none, but nearly one. JSON Schema lets unknown words stand, so that `{ tpye: object }` would accept
 * everything; a word of another vocabulary (`x-order`, `nullable`, `example`) is left alone.
 */
import { didYouMean } from '../util/did-you-mean.js';
import { walkSchema } from './walk.js';

const KEYWORDS = [
  ...[
    '$anchor',
    '$comment',
    '$defs',
    '$dynamicAnchor',
    '$dynamicRef',
    '$id',
    '$recursiveAnchor',
    '$recursiveRef',
  ],
  ...['$ref', '$schema', '$vocabulary', 'additionalItems', 'additionalProperties', 'allOf', 'anyOf', 'const'],
  ...[
    'contains',
    'contentEncoding',
    'contentMediaType',
    'contentSchema',
    'default',
    'definitions',
    'dependencies',
  ],
  ...['dependentRequired', 'dependentSchemas', 'deprecated', 'description', 'else', 'enum', 'examples'],
  ...['exclusiveMaximum', 'exclusiveMinimum', 'format', 'if', 'items', 'maxContains', 'maximum', 'maxItems'],
  ...[
    'maxLength',
    'maxProperties',
    'minContains',
    'minimum',
    'minItems',
    'minLength',
    'minProperties',
    'multipleOf',
  ],
  ...[
    'not',
    'oneOf',
    'pattern',
    'patternProperties',
    'prefixItems',
    'properties',
    'propertyNames',
    'readOnly',
  ],
  ...[
    'required',
    'then',
    'title',
    'type',
    'unevaluatedItems',
    'unevaluatedProperties',
    'uniqueItems',
    'writeOnly',
  ],
];
/** Of OpenAPI, older drafts and form builders; near to a keyword, and meant as they stand. */
const OTHERS = [
  'example',
  'extends',
  'id',
  'name',
  'nullable',
  'optional',
  'order',
  'patterns',
  'readonly',
  'xml',
];
const MEANT = new Set([...KEYWORDS, ...OTHERS]);

export interface MisspeltKeyword {
  /** Of the schema that it stands in, from the root. */
  path: (string | number)[];
  key: string;
  near: string;
}

export function misspeltKeywords(root: unknown): MisspeltKeyword[] {
  return walkSchema(root).flatMap((node) => {
    const { schema } = node;
    if (typeof schema === 'boolean') return [];
    const strange = Object.keys(schema).filter((key) => !MEANT.has(key) && !key.includes('x-'));
    return strange.flatMap((key) => {
      const near = didYouMean(key, KEYWORDS);
      return near === undefined ? [] : [{ path: node.path(), key, near }];
    });
  });
}
