/**
 * `mcptest types`: the tools of a server as TypeScript. Names and descriptions are the server's and may try anything: names
 * become string literals, descriptions comments, and neither can end what it stands in. What a schema says that
 * TypeScript cannot, such as a pattern, is left out; what cannot be read is `unknown`.
 */
import type { ToolDef } from '../types/catalog.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine, visible } from '../util/text.js';

const MAX_DEPTH = 12;
/** Schemas looked at for one tool; the rest is `unknown`. */
const MAX_NODES = 5000;
const MAX_MEMBERS = 500;
const MAX_COMMENT = 1000;

interface Walk {
  root: unknown;
  depth: number;
  /** References that are open: one that leads back into itself is `unknown`. */
  open: ReadonlySet<string>;
  left: { nodes: number };
}

/** `server` names the interface; the command is said so that whoever reads the file can write it again. */
export function toolTypes(server: string, tools: readonly ToolDef[], command: string): string {
  const name = interfaceName(server);
  const seen = new Set<string>();
  const members = tools
    .filter((tool) => typeof tool.name === 'string' && !seen.has(tool.name) && seen.add(tool.name))
    .map((tool) => member(tool));
  return [
    `// Written by \`${comment(command)}\` from the live catalogue. Write it again when the tools change.`,
    '/* eslint-disable */',
    '',
    `/** For \`server<${name}>({ … })\` of mcptest/vitest and mcptest/node-test. */`,
    `export interface ${name} {`,
    members.join('\n'),
    '}',
    '',
  ].join('\n');
}

function member(tool: ToolDef): string {
  const input = typeOf(tool.inputSchema, startAt(tool.inputSchema), '    ');
  // Arguments are always a map, whatever a schema fails to say.
  const args = input === 'unknown' ? 'Record<string, unknown>' : input;
  const structured = typeOf(tool.outputSchema, startAt(tool.outputSchema), '    ');
  return [
    ...commentLines(tool.description, '  '),
    `  ${key(tool.name)}: {`,
    `    args: ${args};`,
    `    structured: ${structured};`,
    '  };',
  ].join('\n');
}

function startAt(root: unknown): Walk {
  return { root, depth: 0, open: new Set(), left: { nodes: MAX_NODES } };
}

function typeOf(schema: unknown, walk: Walk, indent: string): string {
  walk.left.nodes -= 1;
  if (schema === false) return 'never';
  if (!isObject(schema) || walk.depth > MAX_DEPTH || walk.left.nodes <= 0) return 'unknown';
  const inner = { ...walk, depth: walk.depth + 1 };
  const ref = ownValue(schema, '$ref');
  if (typeof ref === 'string') return referred(ref, inner, indent);
  const constant = ownValue(schema, 'const');
  if (constant !== undefined) return valueType(constant);
  const values = ownValue(schema, 'enum');
  if (Array.isArray(values)) return joined(values.slice(0, MAX_MEMBERS).map(valueType), ' | ');
  const parts = [own(schema, inner, indent), ...combined(schema, inner, indent)].filter(
    (part) => part !== 'unknown',
  );
  return joined(parts, ' & ');
}

/** `anyOf`, `oneOf` and `allOf` narrow what the schema says by itself. */
function combined(schema: Record<string, unknown>, walk: Walk, indent: string): string[] {
  const all = ownValue(schema, 'allOf');
  const some = [ownValue(schema, 'anyOf'), ownValue(schema, 'oneOf')];
  const each = (list: unknown) =>
    Array.isArray(list) ? list.slice(0, MAX_MEMBERS).map((one) => typeOf(one, walk, indent)) : [];
  return [
    ...each(all),
    ...some.filter(Array.isArray).map((list) => {
      const types = each(list);
      return types.includes('unknown') ? 'unknown' : joined(types, ' | ');
    }),
  ];
}

function own(schema: Record<string, unknown>, walk: Walk, indent: string): string {
  const type = ownValue(schema, 'type');
  if (Array.isArray(type)) {
    const types = type.slice(0, MAX_MEMBERS).map((one) => plain(one, schema, walk, indent));
    return types.includes('unknown') ? 'unknown' : joined(types, ' | ');
  }
  const implied = type === undefined && isObject(ownValue(schema, 'properties')) ? 'object' : type;
  return plain(implied, schema, walk, indent);
}

function plain(type: unknown, schema: Record<string, unknown>, walk: Walk, indent: string): string {
  switch (type) {
    case 'string':
      return 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return listType(schema, walk, indent);
    case 'object':
      return objectType(schema, walk, indent);
    default:
      return 'unknown';
  }
}

function listType(schema: Record<string, unknown>, walk: Walk, indent: string): string {
  const items = ownValue(schema, 'items');
  return `Array<${isObject(items) || items === false ? typeOf(items, walk, indent) : 'unknown'}>`;
}

function objectType(schema: Record<string, unknown>, walk: Walk, indent: string): string {
  const properties = ownValue(schema, 'properties');
  const names = isObject(properties) ? Object.keys(properties).slice(0, MAX_MEMBERS) : [];
  const rest = ownValue(schema, 'additionalProperties');
  if (names.length === 0) {
    const value = isObject(rest) || rest === false ? typeOf(rest, walk, indent) : 'unknown';
    return `Record<string, ${value}>`;
  }
  const required = ownValue(schema, 'required');
  const needed = new Set(Array.isArray(required) ? required : []);
  const deeper = `${indent}  `;
  const lines = names.flatMap((name) => {
    const inner = ownValue(properties, name);
    return [
      ...commentLines(ownValue(inner, 'description'), deeper),
      `${deeper}${key(name)}${needed.has(name) ? '' : '?'}: ${typeOf(inner, walk, deeper)};`,
    ];
  });
  // Where more may come, more may be given; a map of one type would forbid the properties of another.
  const open = rest === undefined || rest === false ? [] : [`${deeper}[key: string]: unknown;`];
  return `{\n${[...lines, ...open].join('\n')}\n${indent}}`;
}

/** Only what stands in the schema itself. */
function referred(ref: string, walk: Walk, indent: string): string {
  if (!ref.startsWith('#') || walk.open.has(ref)) return 'unknown';
  let at: unknown = walk.root;
  for (const part of ref.split('/').slice(1))
    at = ownValue(at, decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  return typeOf(at, { ...walk, open: new Set([...walk.open, ref]) }, indent);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function valueType(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'boolean') return String(value);
  // A type cannot be an expression such as 1e999.
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  return 'unknown';
}

function joined(types: string[], by: ' | ' | ' & '): string {
  const unique = [...new Set(types)];
  if (unique.length === 0) return 'unknown';
  if (unique.length === 1) return unique[0]!;
  if (by === ' | ' && unique.includes('unknown')) return 'unknown';
  return `(${unique.join(by)})`;
}

function key(name: string): string {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? name : literal(name);
}

/** A string literal of ASCII letters and escapes: what is hidden or turned round in a name shows. */
function literal(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** `Notes`, `MyServer`; a name that holds no letter is `Server`. */
function interfaceName(server: string): string {
  const words = server.match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(name)
    ? `${clip(name, 60).replace('…', '')}Tools`
    : `Server${name.slice(0, 60)}Tools`;
}

function commentLines(text: unknown, indent: string): string[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  const lines = visible(clip(text.trim(), MAX_COMMENT)).split(/\r?\n/).map(comment);
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}

/** Neither the end of a comment nor a tag that a compiler or an editor obeys; an editor shows it as it was. */
function comment(text: string): string {
  return oneLine(text).replaceAll('*/', '*&#47;').replaceAll('@', '&#64;');
}
