/**
 * Whether a schema compiles, found out without compiling it: forty times faster, which counts when every
 * tool of a catalogue is looked at. Answers `unsure` where only `compileSchema` can tell.
 */
import type { ErrorObject } from 'ajv';
import type { SchemaNode } from '../types/schema-node.js';
import { isObject, ownValue } from '../util/plain.js';
import { type Dialect, dialectOf, isBeforeDraft06 } from './dialect.js';
import { metaChecker } from './meta-checker.js';
import { isSchemaPattern } from './pattern.js';
import { measureSchema } from './size.js';
import { resolveRef, walkSchema } from './walk.js';

/** `problem` is a clause with the place in it: `/properties/a/type must be ...`. */
export type QuickCheck = { result: 'valid' } | { result: 'invalid'; problem: string } | { result: 'unsure' };

const UNSURE: QuickCheck = { result: 'unsure' };
const MAX_NODES = 5000;
const MAX_DEPTH = 50;
/** Words whose meaning a look at the schema alone does not settle. */
const UNSETTLED = [
  '$anchor',
  '$async',
  '$dynamicAnchor',
  '$dynamicRef',
  '$id',
  '$recursiveAnchor',
  '$recursiveRef',
  '$vocabulary',
  'discriminator',
  'id',
  'nullable',
];

export function quickCheck(schema: unknown): QuickCheck {
  const dialect = dialectOf(schema);
  if (!isObject(schema) || dialect === undefined || isBeforeDraft06(schema)) return UNSURE;
  const size = measureSchema(schema);
  if (size.nodes > MAX_NODES || size.depth > MAX_DEPTH) return UNSURE;
  const { $schema: _, ...bare } = schema;
  const error = metaError(bare, dialect);
  if (error !== undefined && error.keyword !== 'format') return { result: 'invalid', problem: worded(error) };
  const nodes = walkSchema(schema);
  if (nodes.some((node) => UNSETTLED.some((keyword) => ownValue(node.schema, keyword) !== undefined)))
    return UNSURE;
  const walked = new Set<unknown>(nodes.map((node) => node.schema));
  // A pattern is told below; whether other texts are of their format is for the compiler.
  let sure = error === undefined;
  for (const node of nodes) {
    const problem = problemAt(node);
    if (problem !== undefined) return { result: 'invalid', problem };
    sure &&= ownValue(node.schema, '$ref') === undefined || refersWithin(schema, node.schema, walked);
  }
  return sure ? { result: 'valid' } : UNSURE;
}

function problemAt(node: SchemaNode): string | undefined {
  const { schema } = node;
  const values = ownValue(schema, 'enum');
  if (Array.isArray(values) && values.length === 0)
    return `${node.pointer()}/enum must have at least one value`;
  const pattern = ownValue(schema, 'pattern');
  const patterns = Object.keys((ownValue(schema, 'patternProperties') as object | undefined) ?? {});
  if (typeof pattern === 'string') patterns.push(pattern);
  return patterns.every(isSchemaPattern)
    ? undefined
    : `${node.pointer()} has a pattern that is no regular expression`;
}

/** A target outside of what was walked has not been checked, and may not exist. */
function refersWithin(root: unknown, schema: unknown, walked: Set<unknown>): boolean {
  const target = resolveRef(root, schema).schema;
  return ownValue(target, '$ref') === undefined && walked.has(target);
}

/** Whether a schema is valid by the meta-schema of a dialect, whatever `$schema` says; else where it is not. */
export function metaProblem(schema: unknown, dialect: Dialect): string | undefined {
  if (Array.isArray(schema)) return 'it is a list and no schema';
  if (!isObject(schema)) return undefined;
  const size = measureSchema(schema);
  if (size.nodes > MAX_NODES || size.depth > MAX_DEPTH) return undefined;
  const { $schema: _, ...bare } = schema;
  const error = metaError(bare, dialect);
  return error === undefined || error.keyword === 'format' ? undefined : worded(error);
}

function metaError(schema: object, dialect: Dialect): ErrorObject | undefined {
  const checker = metaChecker(dialect);
  return checker.validateSchema(schema) === true ? undefined : checker.errors?.[0];
}

function worded({ instancePath, message = 'is not valid' }: ErrorObject): string {
  return `${instancePath} ${message}`.trim();
}
