/** An input schema in the form in which a client passes it on, by the name of the form. */
import type { SchemaView } from '../../types/compat.js';
import { isObject, ownValue } from '../../util/plain.js';
import { codexSchema } from './codex.js';
import { copilotSchema } from './copilot.js';
import { inlined } from './inline.js';
import { pick, rewriteSchema, type Schema, without } from './rewrite.js';

export interface ViewOptions {
  /** False: as large as it is before it is made to fit. */
  budget?: boolean;
}

type Show = (schema: unknown, options: ViewOptions) => unknown;

const atRoot =
  (change: (root: Schema) => Schema): Show =>
  (schema) =>
    isObject(schema) ? change(schema) : schema;

const VIEWS: Record<SchemaView, Show> = {
  'as it is': (schema) => schema,
  codex: codexSchema,
  copilot: copilotSchema,
  opencode: atRoot((root) => ({ ...root, properties: root.properties ?? {}, additionalProperties: false })),
  'gemini-cli': geminiSchema,
  plain: atRoot((root) => without(root, ['$schema'])),
  continue: atRoot((root) => ({ properties: {}, ...pick(root, ['type', 'required', 'properties']) })),
  vscode: atRoot(vscodeRoot),
  zed: (schema) =>
    inlined(schema, (copy, depth) =>
      depth === 0
        ? { properties: {}, additionalProperties: false, ...without(copy, ['title', 'description']) }
        : copy,
    ),
  inlined: (schema) =>
    inlined(schema, (copy) => {
      const kept = without(
        copy,
        Object.keys(copy).filter((key) => /^(\$|x-)/.test(key)),
      );
      return Object.hasOwn(kept, 'const') ? { ...without(kept, ['const']), enum: [kept.const] } : kept;
    }),
};

export const SCHEMA_VIEWS = Object.keys(VIEWS) as SchemaView[];

export function viewSchema(view: SchemaView, schema: unknown, options: ViewOptions = {}): unknown {
  return VIEWS[view](schema, options);
}

/** An argument of the client's own stands beside those of the tool. */
function geminiSchema(schema: unknown): unknown {
  const rewritten = rewriteSchema(schema, {
    schema: (copy) => {
      const { type } = copy;
      if (!Array.isArray(type) || !type.includes('null')) return copy;
      const [only, ...more] = type.filter((one) => one !== 'null');
      return more.length > 0 ? copy : { ...copy, type: only, nullable: true };
    },
  });
  if (!isObject(rewritten)) return rewritten;
  const properties = ownValue(rewritten, 'properties');
  const own = { type: 'boolean', description: 'Of the client itself: wait for the calls before this one.' };
  return {
    ...rewritten,
    properties: { ...(isObject(properties) ? properties : {}), wait_for_previous: own },
  };
}

function vscodeRoot(root: Schema): Schema {
  const copy = without(root, ['oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else']);
  const properties = isObject(copy.properties) ? copy.properties : {};
  copy.properties = properties;
  if (Array.isArray(copy.required))
    copy.required = copy.required.filter(
      (name) => typeof name === 'string' && Object.hasOwn(properties, name),
    );
  return copy;
}
