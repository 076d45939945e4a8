/** Content that no client can show: blocks that are no objects, or that lack what their type promises. */
import { isObject, ownValue } from '../../util/plain.js';
import type { FaultLog } from './fault-log.js';
import { show } from './show.js';

/** Of one answer; what breaks its blocks breaks the first ones. */
const MOST_LOOKED_AT = 1000;

/** What a block of each type must hold; other types are of a later revision, or a server's own. */
const NEEDED: Record<string, { key: string; kind: 'string' | 'object' }[]> = {
  text: [{ key: 'text', kind: 'string' }],
  image: strings('data', 'mimeType'),
  audio: strings('data', 'mimeType'),
  resource: [{ key: 'resource', kind: 'object' }],
  resource_link: strings('uri', 'name'),
};

function strings(...keys: string[]) {
  return keys.map((key) => ({ key, kind: 'string' as const }));
}

/** Told once of each answer, with its first bad block. */
export function holdToContent(method: string, result: unknown, faults: FaultLog): void {
  const problem = method === 'tools/call' ? problemOfContent(result) : problemOfMessages(result);
  if (problem !== undefined) faults.add('content-block', `${method}: ${problem}`);
}

function problemOfContent(result: unknown): string | undefined {
  const content = ownValue(result, 'content');
  if (content === undefined) return undefined;
  if (!Array.isArray(content)) return `result.content is ${show(content)} and not a list of blocks`;
  for (const [at, block] of content.slice(0, MOST_LOOKED_AT).entries()) {
    const problem = problemOfBlock(block);
    if (problem !== undefined) return `result.content[${at}] ${problem}`;
  }
  return undefined;
}

function problemOfMessages(result: unknown): string | undefined {
  const messages = ownValue(result, 'messages');
  if (!Array.isArray(messages)) return undefined;
  for (const [at, message] of messages.slice(0, MOST_LOOKED_AT).entries()) {
    const problem = problemOfBlock(ownValue(message, 'content'));
    if (problem !== undefined) return `result.messages[${at}].content ${problem}`;
  }
  return undefined;
}

function problemOfBlock(block: unknown): string | undefined {
  if (!isObject(block)) return `is ${show(block)} and not a content block`;
  const type = ownValue(block, 'type');
  if (typeof type !== 'string') return `has no type, such as "text": ${show(block)}`;
  const needed = Object.hasOwn(NEEDED, type) ? (NEEDED[type] ?? []) : [];
  const missing = needed.find((one) => !isOfKind(ownValue(block, one.key), one.kind));
  if (missing === undefined) return undefined;
  const { key, kind } = missing;
  const value = ownValue(block, key);
  if (value === undefined) return `is of type "${type}", but has no \`${key}\``;
  const what = kind === 'string' ? 'a string' : 'an object';
  return `is of type "${type}", but its \`${key}\` is ${show(value)} and not ${what}`;
}

function isOfKind(value: unknown, kind: 'string' | 'object'): boolean {
  return kind === 'object' ? isObject(value) : typeof value === 'string';
}
