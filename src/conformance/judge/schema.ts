/** Whether a schema is valid by the schema of its own dialect; what only our validator refuses is no fault of a server. */
import { compileSchema } from '../../json-schema/compile.js';
import { dialectOf } from '../../json-schema/dialect.js';
import { clip } from '../../util/text.js';

/** Patterns are judged by an engine of ours, which refuses more than the dialect does. */
const OURS = /pattern|regex/i;

export function schemaProblem(schema: unknown): string | undefined {
  if (dialectOf(schema) === undefined) return undefined;
  try {
    compileSchema(schema);
    return undefined;
  } catch (error) {
    const { cause } = error as Error;
    const said = cause instanceof Error ? cause.message : '';
    if (!said.startsWith('schema is invalid: ') || OURS.test(said)) return undefined;
    return `the schema is not valid: ${clip(said.slice('schema is invalid: '.length), 200)}`;
  }
}
