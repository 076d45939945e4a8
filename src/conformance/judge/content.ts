/** Content blocks of results, and the values in them. */
import { isObject, ownValue } from '../../util/plain.js';
import { show } from '../../util/text.js';

/** What a block of each kind must have as text. */
const FIELDS: Record<string, string[]> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
};

/** What is wrong with one block; undefined where nothing is. */
export function blockProblem(block: unknown): string | undefined {
  if (!isObject(block)) return `a content block is ${show(block)}`;
  const { type } = block;
  if (type === 'resource') return embeddedProblem(block.resource);
  const fields = typeof type === 'string' ? ownValue(FIELDS, type) : undefined;
  if (!Array.isArray(fields)) return `a content block has the type ${show(type)}`;
  const missing = fields.find((field) => typeof ownValue(block, field) !== 'string');
  return missing === undefined ? undefined : `a content block of type ${type} has no text \`${missing}\``;
}

export function embeddedProblem(resource: unknown): string | undefined {
  if (typeof ownValue(resource, 'uri') !== 'string') return 'contents of a resource have no `uri`';
  const hasOne = ['text', 'blob'].some((key) => typeof ownValue(resource, key) === 'string');
  return hasOne ? undefined : 'contents of a resource have neither `text` nor `blob`';
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Line breaks are let through: some encoders add them. */
export function isBase64(text: string): boolean {
  return BASE64.test(text.replace(/[\r\n]/g, ''));
}
