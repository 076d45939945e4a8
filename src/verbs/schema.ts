/** The published JSON Schemas, made from the same source as the code that reads the files. */
import { ENVELOPE_SCHEMA } from '../envelope/schema.js';
import { suiteJsonSchema } from '../suite/schema.js';

export function jsonSchema(which: 'suite' | 'envelope'): unknown {
  return which === 'suite' ? suiteJsonSchema() : ENVELOPE_SCHEMA;
}
