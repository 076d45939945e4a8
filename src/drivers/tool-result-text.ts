/**
 * What a model reads of a tool's result: its text, in order; what is not text is named, not sent. A
 * result without content shows its structured content.
 */
import { isObject, ownValue } from '../util/plain.js';

export function toolResultText(result: unknown): string {
  const content = ownValue(result, 'content');
  const blocks = Array.isArray(content) ? content.map(blockText) : [];
  if (blocks.length > 0) return blocks.join('\n');
  const structured = ownValue(result, 'structuredContent');
  if (structured !== undefined) return JSON.stringify(structured);
  return isObject(result) ? '' : String(result ?? '');
}

function blockText(block: unknown): string {
  const type = ownValue(block, 'type');
  if (type === 'text') return String(ownValue(block, 'text') ?? '');
  if (type === 'resource_link') return `[link: ${String(ownValue(block, 'uri') ?? '')}]`;
  if (type === 'resource') {
    const resource = ownValue(block, 'resource');
    const text = ownValue(resource, 'text');
    return typeof text === 'string' ? text : `[resource: ${String(ownValue(resource, 'uri') ?? '')}]`;
  }
  return `[${String(type ?? 'content')}: ${String(ownValue(block, 'mimeType') ?? 'not text')}]`;
}
