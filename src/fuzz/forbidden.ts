/** What an input schema forbids of an input. `format` forbids nothing: by the standard it is a remark, unless told. */
import { validate } from '../json-schema/validate.js';
import { walkSchema } from '../json-schema/walk.js';
import { isObject } from '../util/plain.js';
import type { Args } from './places.js';

export interface Forbidden {
  /** Each rule that is broken, as a clause with its place. */
  rules: string[];
  /** Nothing is wrong but fields that the schema does not know, which many servers drop. */
  onlyUnknownFields: boolean;
}

const UNKNOWN = /^must not have property /;

/** Undefined when the schema allows the input, or cannot say. */
export type Forbids = (args: Args) => Forbidden | undefined;

export function forbidsOf(inputSchema: unknown): Forbids {
  const schema = withoutFormats(inputSchema);
  return (args) => {
    try {
      const { valid, errors } = validate(schema, args);
      if (valid) return undefined;
      return {
        rules: errors.map(({ pointer, message }) => `${pointer === '' ? 'the input' : pointer} ${message}`),
        onlyUnknownFields: errors.every(({ message }) => UNKNOWN.test(message)),
      };
    } catch {
      return undefined;
    }
  };
}

function withoutFormats(inputSchema: unknown): Record<string, unknown> {
  const copy = isObject(inputSchema) ? structuredClone(inputSchema) : {};
  for (const { schema } of walkSchema(copy)) if (typeof schema === 'object') delete schema.format;
  return copy;
}
