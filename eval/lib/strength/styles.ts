/**
 * The ways in which people hold an answer to something, from nothing to everything. Each makes assertions from the answer
 * of a server without a bug; a choice among leaves or lines is drawn.
 */
import { type Random, randomOf } from '../random.js';

export interface KnownReply {
  result?: unknown;
  error?: { code: number; message: string };
}

type Assertions = Record<string, unknown>[];
type Leaf = [path: string, value: unknown];

/** An answer as its reader sees it: where its content stands, and as what. */
interface Said {
  target: string;
  /** Structured content, which paths lead into; else a text. */
  value: unknown;
  leaves: Leaf[];
}

export type Style =
  | 'nothing'
  | 'no error'
  | 'kind'
  | 'not empty'
  | 'keys'
  | 'schema'
  | 'length'
  | 'one leaf'
  | 'word'
  | 'pattern'
  | 'some leaves'
  | 'most leaves'
  | 'everything';

const STYLES: Record<Style, (reply: KnownReply, random: Random) => Assertions> = {
  nothing: () => [],
  'no error': (reply) => outcomeOf(reply),
  kind: (reply) => {
    const { target, value } = saidIn(reply);
    return [{ [target]: { type: typeof value } }];
  },
  'not empty': (reply) => [{ [saidIn(reply).target]: { length: { '>': 0 } } }],
  keys: (reply, random) => {
    const { target, value } = saidIn(reply);
    if (isRecord(value)) return [{ [target]: { schema: { type: 'object', required: Object.keys(value) } } }];
    const keys = jsonKeys(String(value));
    return keys.length > 0 ? [{ [target]: { contains_all: keys } }] : STYLES['not empty'](reply, random);
  },
  schema: (reply) => {
    const { target, value } = saidIn(reply);
    return isRecord(value)
      ? [{ [target]: { schema: schemaOf(value) } }]
      : [{ [target]: { regex: shapeOf(String(value)) } }];
  },
  length: (reply, random) => {
    const { target, value } = saidIn(reply);
    const list = isRecord(value) && Object.entries(value).find(([, inner]) => Array.isArray(inner));
    return list
      ? [{ [`${target}.${list[0]}`]: { length: (list[1] as unknown[]).length } }]
      : STYLES['one leaf'](reply, random);
  },
  'one leaf': (reply, random) => holdLeaves(saidIn(reply), 1, random),
  word: (reply, random) => {
    const text = textIn(reply);
    return [{ [text.target]: { contains: random.pick(text.text.match(/[\p{L}\d]{3,}/gu) ?? ['']) } }];
  },
  pattern: (reply) => {
    const text = textIn(reply);
    return [{ [text.target]: { regex: shapeOf(text.text.slice(0, 60)) } }];
  },
  'some leaves': (reply, random) => holdLeaves(saidIn(reply), 3, random),
  'most leaves': (reply, random) => {
    const said = saidIn(reply);
    return holdLeaves(said, Math.ceil(said.leaves.length * 0.8), random);
  },
  everything: (reply) => {
    const { target, value } = saidIn(reply);
    return [{ [target]: { exact: value } }];
  },
};

/** Whoever tests a refusal says that it is one, whatever else is looked at: without that the test would not pass. */
export function assertionsOf(style: Style, reply: KnownReply, random: Random): Assertions {
  const made: Assertions = STYLES[style](reply, random);
  return isRefusal(reply) && style !== 'no error' ? [...outcomeOf(reply), ...made] : made;
}

/** All that an answer says. */
export function strictest(reply: KnownReply): Assertions {
  const { everything } = STYLES;
  return [...outcomeOf(reply), ...everything(reply, randomOf(1))];
}

export function isRefusal({ result, error }: KnownReply): boolean {
  return error !== undefined || (isRecord(result) && result.isError === true);
}

function outcomeOf({ result, error }: KnownReply): Assertions {
  if (error !== undefined) return [{ error: { type: 'object' } }];
  if (!isRecord(result) || !('content' in result)) return [{ result: { type: 'object' } }];
  return [{ 'result.isError': result.isError === true ? true : { not: { exact: true } } }];
}

function saidIn(reply: KnownReply): Said {
  const { result, error } = reply;
  if (error !== undefined) return { target: 'error', value: error, leaves: leavesOf(error) };
  const structured = isRecord(result) ? result.structuredContent : undefined;
  if (structured !== undefined)
    return { target: 'result.structuredContent', value: structured, leaves: leavesOf(structured) };
  const { target, text } = textIn(reply);
  return { target, value: text, leaves: piecesOf(text) };
}

function textIn({ result, error }: KnownReply): { target: string; text: string } {
  if (error !== undefined) return { target: 'error.message', text: error.message };
  const { content, contents, messages } = result as {
    content?: { text: string }[];
    contents?: { text: string }[];
    messages?: { content: { text: string } }[];
  };
  if (contents) return { target: 'result.contents[0].text', text: contents[0]!.text };
  if (messages) return { target: 'result.messages[0].content.text', text: messages[0]!.content.text };
  return { target: 'result.content[0].text', text: content![0]!.text };
}

function leavesOf(value: unknown, path = ''): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item, n) => leavesOf(item, `${path}[${n}]`));
  if (!isRecord(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`));
}

/** A text has no paths: of JSON its fields as they are spelt, of prose its lines. */
function piecesOf(text: string): Leaf[] {
  const fields = text.startsWith('{') ? text.match(/"\w+":(?:"[^"]*"|[\d.]+|true|false|null)/g) : null;
  return [...new Set(fields ?? text.split('\n'))].map((piece) => ['', piece]);
}

function holdLeaves({ target, value, leaves }: Said, count: number, random: Random): Assertions {
  const chosen = random.sample(leaves, count);
  if (typeof value === 'string') return [{ [target]: { contains_all: chosen.map(([, piece]) => piece) } }];
  return chosen.map(([path, leaf]) => ({ [`${target}${path}`]: { exact: leaf } }));
}

function jsonKeys(text: string): string[] {
  return [...new Set(text.match(/"\w+":/g) ?? [])];
}

/** Digits may be other digits; what else is there stays. */
function shapeOf(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d+/g, '\\d+');
}

function schemaOf(value: unknown): Record<string, unknown> {
  if (value === null) return {};
  if (Array.isArray(value)) return { type: 'array', ...(value.length > 0 && { items: schemaOf(value[0]) }) };
  if (!isRecord(value)) return { type: typeof value };
  const properties = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, schemaOf(inner)]));
  return { type: 'object', required: Object.keys(value), properties };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
