/**
 * Arguments for a tool, made from its input schema: valid ones always are valid, checked with the
 * validator before they are used; of every other set it is known whether the schema allows it.
 */
import { splitWords } from '../catalog/words.js';
import { synthesize } from '../json-schema/synthesize.js';
import { validate } from '../json-schema/validate.js';
import { resolveRef } from '../json-schema/walk.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { beyond, boundaries, isBounded, oversize, typeOf, wrongType } from './boundary-values.js';

export type Args = Record<string, unknown>;

export interface ArgumentCase {
  /** What is special about it, for the test's name. */
  label: string;
  args: Args;
  /** What the schema says. */
  valid: boolean;
  /** A field that the schema does not know: servers drop such fields as often as they refuse them. */
  unknown_field?: boolean;
  /** The argument that is at fault. */
  field?: string;
}

export interface ArgumentCases {
  /** Absent when the schema cannot be used or satisfied. */
  happy?: Args;
  /** Valid, at the edges of the schema. */
  edge?: ArgumentCase;
  /** Not valid. */
  violation?: ArgumentCase;
  probes: ArgumentCase[];
}

interface Field {
  name: string;
  schema: Record<string, unknown>;
  required: boolean;
  usual: unknown;
}

const MAX_FIELDS = 40;
const MAX_PROBES = 12;
const MAX_NAME = 200;
const FOLDERS = new Set(['dir', 'directory', 'directories', 'folder', 'folders', 'mkdir', 'tree']);
/** What a sample of a path is. */
const SAMPLE_FILE = 'example.txt';
const UNKNOWN_FIELD = 'mcptest_unexpected';

/** `tool` is the name of the tool, which can say what a path leads to; `known` are arguments that it took. */
export function argumentCases(inputSchema: unknown, tool = '', known?: Args): ArgumentCases {
  const schema = isObject(inputSchema) ? inputSchema : {};
  const made = known ?? happyArguments(schema);
  if (made === undefined) return { probes: [] };
  const isValid = (args: Args): boolean | undefined => {
    try {
      return validate(schema, args).valid;
    } catch {
      return undefined;
    }
  };
  const happy = known ?? withFolders(made, tool, isValid);
  const fields = fieldsOf(schema, happy);
  const edge = edgeCase(fields, happy, isValid);
  const violation = violations(fields, happy).find(({ args }) => isValid(args) === false);
  const used = new Set([happy, edge?.args, violation?.args].map((args) => JSON.stringify(args)));
  const probes: ArgumentCase[] = [];
  for (const probe of probesOf(fields, happy)) {
    const key = JSON.stringify(probe.args);
    const valid = isValid(probe.args);
    if (valid === undefined || used.has(key) || probes.length >= MAX_PROBES) continue;
    used.add(key);
    probes.push({ ...probe, valid });
  }
  return {
    happy,
    edge: edge && { ...edge, valid: true },
    violation: violation && { ...violation, valid: false },
    probes,
  };
}

function happyArguments(schema: Record<string, unknown>): Args | undefined {
  const made = synthesize(Object.hasOwn(schema, 'type') ? schema : { ...schema, type: 'object' });
  return made !== undefined && isObject(made.value) ? made.value : undefined;
}

/** A tool of folders gets no path of a file: a folder that is called like a file would fool the tests after it. */
function withFolders(args: Args, tool: string, isValid: (args: Args) => boolean | undefined): Args {
  if (!splitWords(tool.slice(0, MAX_NAME)).some((word) => FOLDERS.has(word))) return args;
  const entries = Object.entries(args).map(([key, value]) => [
    key,
    value === SAMPLE_FILE ? 'example-folder' : value,
  ]);
  const next = Object.fromEntries(entries) as Args;
  return isValid(next) === true ? next : args;
}

type Unjudged = Omit<ArgumentCase, 'valid'>;

/** Each edge is taken where the whole stays valid with it. */
function edgeCase(
  fields: Field[],
  happy: Args,
  isValid: (args: Args) => boolean | undefined,
): Unjudged | undefined {
  let args = happy;
  for (const field of fields) {
    if (!field.required && !isBounded(field.schema)) continue;
    for (const { value } of boundaries(field.schema, field.usual)) {
      const next = set(args, field.name, value);
      if (JSON.stringify(value) === JSON.stringify(field.usual) || isValid(next) !== true) continue;
      args = next;
      break;
    }
  }
  return args === happy ? undefined : { label: 'boundary values', args };
}

/** The most telling first: servers check what is missing before they check anything else. */
function violations(fields: Field[], happy: Args): Unjudged[] {
  const required = fields.filter((field) => field.required);
  return [
    ...required.map(({ name }) => ({
      label: `without ${shown(name)}`,
      args: without(happy, name),
      field: name,
    })),
    ...fields.flatMap((field) => wrongTyped(field, happy)),
    ...fields.flatMap(({ name, schema, usual }) =>
      beyond(schema, usual).map(({ at, value }) => ({
        label: `${shown(name)} ${at}`,
        args: set(happy, name, value),
        field: name,
      })),
    ),
  ];
}

function probesOf(fields: Field[], happy: Args): Unjudged[] {
  const out: Unjudged[] = [];
  const add = (label: string, args: Args) => out.push({ label, args });
  const first = (type: RegExp) => fields.find((field) => type.test(typeOf(field.schema, field.usual) ?? ''));
  const number = first(/^(number|integer)$/);
  const text = first(/^string$/);
  const [any] = fields;
  if (number) add(`negative ${shown(number.name)}`, set(happy, number.name, -1));
  for (const { name } of fields.filter((field) => field.required).slice(0, 3)) {
    add(`without ${shown(name)}`, without(happy, name));
  }
  if (any) out.push(...wrongTyped(any, happy));
  if (any) add(`${shown(any.name)} is null`, set(happy, any.name, null));
  if (text) add(`oversize ${shown(text.name)}`, set(happy, text.name, oversize(text.schema)));
  out.push({
    label: 'unexpected field',
    args: set(happy, UNKNOWN_FIELD, 'unexpected'),
    unknown_field: true,
  });
  for (const field of fields.filter(({ schema }) => isBounded(schema))) {
    for (const { at, value } of boundaries(field.schema, field.usual)) {
      add(`${shown(field.name)} at its ${at}`, set(happy, field.name, value));
    }
    for (const { at, value } of beyond(field.schema, field.usual)) {
      add(`${shown(field.name)} ${at}`, set(happy, field.name, value));
    }
  }
  return out;
}

function wrongTyped({ name, schema, usual }: Field, happy: Args): Unjudged[] {
  const value = wrongType(schema, usual);
  return value === undefined
    ? []
    : [{ label: `${shown(name)} of the wrong type`, args: set(happy, name, value), field: name }];
}

/** Those that the happy path uses come first, then the others in the order of the schema. */
function fieldsOf(schema: Record<string, unknown>, happy: Args): Field[] {
  const root = resolveRef(schema, schema).schema;
  const properties = ownValue(root, 'properties');
  const required = ownValue(root, 'required');
  const needed = new Set(Array.isArray(required) ? required : []);
  const names = isObject(properties) ? Object.keys(properties) : [];
  return names
    .filter((name) => name !== '__proto__')
    .slice(0, MAX_FIELDS)
    .map((name) => {
      const found = resolveRef(schema, (properties as Record<string, unknown>)[name]).schema;
      return {
        name,
        schema: isObject(found) ? found : {},
        required: needed.has(name),
        usual: ownValue(happy, name),
      };
    })
    .sort((a, b) => Number(b.required) - Number(a.required));
}

function set(args: Args, name: string, value: unknown): Args {
  return { ...args, [name]: value };
}

function without(args: Args, name: string): Args {
  const { [name]: _left, ...rest } = args;
  return rest;
}

function shown(name: string): string {
  return clip(oneLine(name), 60);
}
