/**
 * Keywords and formats that are none, but nearly one. JSON Schema lets unknown words stand, so that `{ tpye: object }` would accept
 * everything; a word of another vocabulary (`x-order`, `nullable`, `example`) is left alone.
 */
import { didYouMean } from '../util/did-you-mean.js';
import { ownValue } from '../util/plain.js';
import { clip } from '../util/text.js';
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
/** Those of JSON Schema and OpenAPI; any other word is a remark, unless it is nearly one of these. */
const FORMATS = [
  ...['date', 'date-time', 'duration', 'email', 'hostname', 'idn-email', 'idn-hostname', 'ipv4', 'ipv6'],
  ...['iri', 'iri-reference', 'json-pointer', 'password', 'regex', 'relative-json-pointer', 'time', 'uri'],
  ...['uri-reference', 'uri-template', 'url', 'uuid', 'binary', 'byte', 'double', 'float', 'int32', 'int64'],
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

export interface Misspelling {
  /** Of the keyword, from the root. */
  path: (string | number)[];
  message: string;
  near: string;
  /** The word itself is wrong, not its value. */
  at_key?: true;
}

export function misspellings(root: unknown): Misspelling[] {
  return walkSchema(root).flatMap((node) => {
    const { schema } = node;
    if (typeof schema === 'boolean') return [];
    const strange = Object.keys(schema).filter((key) => !MEANT.has(key) && !key.includes('x-'));
    const keys = strange.flatMap((key) => {
      const near = didYouMean(key, KEYWORDS);
      const message = `JSON Schema has no keyword "${clip(key, 60)}"`;
      return near === undefined
        ? []
        : [{ path: [...node.path(), key], message, near, at_key: true as const }];
    });
    return [...keys, ...misspeltFormat(ownValue(schema, 'format'), () => node.path())];
  });
}

function misspeltFormat(format: unknown, path: () => Misspelling['path']): Misspelling[] {
  if (typeof format !== 'string' || FORMATS.includes(format)) return [];
  const near = didYouMean(format.slice(0, 60), FORMATS);
  if (near === undefined || isNumbered(format, near)) return [];
  const message = `no format "${clip(format, 60)}" is known, so nothing would be checked`;
  return [{ path: [...path(), 'format'], message, near }];
}

/** `uuid4`, `float32` and `uint8` are formats of frameworks, and meant. */
function isNumbered(format: string, near: string): boolean {
  const family = (word: string): string => word.replace(/^u(?=int)|\d+$/g, '');
  return /\d$/.test(format) && family(format) === family(near);
}
