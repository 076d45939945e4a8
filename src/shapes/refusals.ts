/**
 * What the official clients refuse of an answer. A client that refuses one entry of a list refuses the whole answer: a
 * server that we can talk to is then no use to anybody who has one of them.
 */
import type { Era } from '../types/connection.js';
import { ownValue } from '../util/plain.js';
import { toPointer } from '../util/pointer.js';
import { list, may, must, object, RESULT_META, STRING } from './common.js';
import { CALL_FIELDS, CONTENT, PROMPT_FIELDS, READ_FIELDS } from './content-shapes.js';
import { DISCOVERED, INITIALIZED } from './hello-shapes.js';
import { LISTED_RESOURCE, MODERN_TOOL, PROMPT, TEMPLATE, TOOL } from './list-shapes.js';
import { type ClientLine, type Field, type Misfit, misfits, type Path, type Shape } from './shape.js';

export interface Refusal {
  method: string;
  /** The name of the entry of a list, or its place where it has none; absent for the answer as such. */
  entry?: string;
  /** Whether the entry is a tool with a name. */
  tool?: string;
  /** RFC 6901, into the entry or else into the result. */
  pointer: string;
  /** The field, as a path. */
  field: string;
  clients: readonly ClientLine[];
  /** A sentence that names the entry, the field, what is wrong and who refuses it. */
  message: string;
}

const LINES: Record<Era, readonly ClientLine[]> = { legacy: ['1.x', '2.x'], modern: ['2.x'] };

/** Where the entries of a list stand, and what one is called. */
const LISTS: Record<string, { key: string; noun: string }> = {
  'tools/list': { key: 'tools', noun: 'tool' },
  'resources/list': { key: 'resources', noun: 'resource' },
  'resources/templates/list': { key: 'resourceTemplates', noun: 'resource template' },
  'prompts/list': { key: 'prompts', noun: 'prompt' },
};

const page = (key: string, entry: Shape): Record<string, Field> => ({
  _meta: RESULT_META,
  [key]: must(list(entry)),
  nextCursor: may(STRING),
});

const LEGACY: Record<string, Shape> = {
  initialize: INITIALIZED,
  'tools/list': object(page('tools', TOOL)),
  'resources/list': object(page('resources', LISTED_RESOURCE)),
  'resources/templates/list': object(page('resourceTemplates', TEMPLATE)),
  'prompts/list': object(page('prompts', PROMPT)),
  'tools/call': object({ ...CALL_FIELDS, content: may(CONTENT), structuredContent: may({ is: 'record' }) }),
  'resources/read': object(READ_FIELDS),
  'prompts/get': object(PROMPT_FIELDS),
};

const ANY_META = may({ is: 'record' });
const CACHED: Record<string, Field> = {
  ttlMs: must({ is: 'number', whole: true, least: 0 }),
  cacheScope: must({ is: 'word', words: ['public', 'private'] }),
};
const modern = (fields: Record<string, Field>): Shape =>
  object({ ...fields, _meta: ANY_META, resultType: must({ is: 'word', words: ['complete'] }) });
const cached = (fields: Record<string, Field>): Shape => modern({ ...fields, ...CACHED });

const MODERN: Record<string, Shape> = {
  'server/discover': object({ ...DISCOVERED, _meta: ANY_META }),
  'tools/list': cached(page('tools', MODERN_TOOL)),
  'resources/list': cached(page('resources', LISTED_RESOURCE)),
  'resources/templates/list': cached(page('resourceTemplates', TEMPLATE)),
  'prompts/list': cached(page('prompts', PROMPT)),
  'tools/call': modern({ ...CALL_FIELDS, content: must(CONTENT) }),
  'resources/read': cached(READ_FIELDS),
  'prompts/get': modern(PROMPT_FIELDS),
};

/** Of the answer to a method; none for methods that are not known here. */
export function refusalsOf(method: string, result: unknown, era: Era): Refusal[] {
  const shapes = era === 'modern' ? MODERN : LEGACY;
  const shape = Object.hasOwn(shapes, method) ? shapes[method] : undefined;
  if (shape === undefined) return [];
  const lines = LINES[era];
  return byPlace(lines.flatMap((line) => misfits(result, shape, line).map((one) => ({ ...one, line })))).map(
    ({ misfit, clients }) => refusal(method, result, misfit, clients),
  );
}

/** Of one tool by itself, as it stands in a saved catalogue. */
export function refusalsOfTool(
  tool: unknown,
  era: Era,
): { path: Path; words: string; clients: ClientLine[] }[] {
  const shape = era === 'modern' ? MODERN_TOOL : TOOL;
  const found = LINES[era].flatMap((line) => misfits(tool, shape, line).map((one) => ({ ...one, line })));
  if (found.length === 0) return [];
  return byPlace(found).map(({ misfit, clients }) => ({ ...misfit, clients }));
}

function byPlace(found: (Misfit & { line: ClientLine })[]): { misfit: Misfit; clients: ClientLine[] }[] {
  const places = new Map<string, { misfit: Misfit; clients: ClientLine[] }>();
  for (const { line, ...misfit } of found) {
    const key = toPointer(misfit.path);
    const known = places.get(key);
    if (known) known.clients.push(line);
    else places.set(key, { misfit, clients: [line] });
  }
  return [...places.values()];
}

function refusal(
  method: string,
  result: unknown,
  { path, words }: Misfit,
  clients: readonly ClientLine[],
): Refusal {
  const told = { method, clients };
  const refuse = refusedBy(clients);
  const of = Object.hasOwn(LISTS, method) ? LISTS[method] : undefined;
  const [key, at, ...rest] = path;
  if (of === undefined || key !== of.key || typeof at !== 'number') {
    const field = path.length === 0 ? 'the result' : fieldName(['result', ...path]);
    const message = `${method}: ${field} ${words}; ${refuse} the whole answer`;
    return { ...told, pointer: toPointer(path), field, message };
  }
  const entries = ownValue(result, of.key) as unknown[];
  const name = ownValue(entries[at], 'name');
  const entry = typeof name === 'string' ? name : `#${at}`;
  const field = fieldName(rest);
  const what = `${of.noun} ${typeof name === 'string' ? JSON.stringify(name) : `#${at}`}`;
  const message = `${method}: ${what}${field === '' ? '' : `: ${field}`} ${words}; ${refuse} the whole list`;
  const tool = of.key === 'tools' ? { tool: entry } : {};
  return { ...told, entry, ...tool, pointer: toPointer(rest), field, message };
}

/** Who refuses it, as the beginning of a clause. */
export function refusedBy(clients: readonly ClientLine[]): string {
  if (clients.length > 1) return 'the official clients (SDK 1.x and 2.x) refuse';
  return `the official client of SDK ${clients[0]} refuses`;
}

/** `inputSchema.properties["a b"][0]`. */
export function fieldName(path: Path): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (/^[\w$-]+$/.test(part)) text += text === '' ? part : `.${part}`;
    else text += `[${JSON.stringify(part)}]`;
  }
  return text;
}
