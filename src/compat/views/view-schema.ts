/** An input schema in the form in which a client passes it on, by the name of the form. */
import type { SchemaView } from '../../types/compat.js';
import { isObject, ownValue } from '../../util/plain.js';
import { codexSchema } from './codex.js';
import { copilotSchema } from './copilot.js';
import { inlined } from './inline.js';
import { qwenSchema } from './qwen.js';
import { pick, rewriteSchema, type Schema, without } from './rewrite.js';

export interface ViewOptions {
  /** False: as large as it is before it is made to fit. */
  budget?: boolean;
}

type Show = (schema: unknown, options: ViewOptions) => unknown;

const atRoot =
  (change: (root: Schema) => unknown): Show =>
  (schema) =>
    isObject(schema) ? change(schema) : schema;

const VIEWS: Record<SchemaView, Show> = {
  'as it is': (schema) => schema,
  codex: codexSchema,
  copilot: copilotSchema,
  opencode: atRoot((root) => ({
    ...typeFirst(root),
    properties: root.properties ?? {},
    additionalProperties: false,
  })),
  'gemini-cli': geminiSchema,
  sdk: atRoot(typeFirst),
  qwen: (schema) => qwenSchema(VIEWS.sdk(schema, {})),
  goose: atRoot(enumsInlined),
  plain: atRoot((root) => without(root, ['$schema'])),
  continue: atRoot((root) => ({
    ...pick(root, ['type', 'required']),
    properties: root.properties ?? {},
  })),
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

/** As the official client for TypeScript hands a schema on: what it knows of itself comes first. */
function typeFirst(root: Schema): Schema {
  const known = ['type', 'properties', 'required'];
  return { ...pick(root, known), ...without(root, known) };
}

/** A reference to a definition with an enum is written out, and that definition is left out. */
function enumsInlined(root: Schema): unknown {
  const definitions = isObject(root.$defs) ? root.$defs : {};
  const enums = Object.keys(definitions).filter((name) => ownValue(definitions[name], 'enum') !== undefined);
  if (enums.length === 0) return root;
  const left = without(definitions, enums);
  const kept = Object.keys(left).length > 0 ? { ...root, $defs: left } : without(root, ['$defs']);
  return rewriteSchema(kept, {
    before: ({ $ref }) =>
      typeof $ref === 'string' && $ref.startsWith('#/$defs/') && enums.includes($ref.slice(8))
        ? definitions[$ref.slice(8)]
        : undefined,
    schema: (copy) => copy,
  });
}

/** As it stands on the wire. */
const WAIT =
  'Set to true to wait for all previously requested tools in this turn to complete before starting. Set to false (or omit) to run in parallel. Use true when this tool depends on the output of previous tools.';

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
  const own = { type: 'boolean', description: WAIT };
  return {
    ...typeFirst(rewritten),
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
