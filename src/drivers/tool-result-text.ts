/**
 * What a model reads of a tool's result: its text, in order; what is not text is named, not sent. A
 * result without content shows its structured content.
 */
import { isObject, own } from '../util/plain.js';

export function toolResultText(result: unknown): string {
  const content = own(result, 'content');
  const blocks = Array.isArray(content) ? content.map(blockText) : [];
  if (blocks.length > 0) return blocks.join('\n');
  const structured = own(result, 'structuredContent');
  if (structured !== undefined) return JSON.stringify(structured);
  return isObject(result) ? '' : String(result ?? '');
}

function blockText(block: unknown): string {
  const type = own(block, 'type');
  if (type === 'text') return String(own(block, 'text') ?? '');
  if (type === 'resource_link') return `[link: ${String(own(block, 'uri') ?? '')}]`;
  if (type === 'resource') {
    const resource = own(block, 'resource');
    const text = own(resource, 'text');
    return typeof text === 'string' ? text : `[resource: ${String(own(resource, 'uri') ?? '')}]`;
  }
  return `[${String(type ?? 'content')}: ${String(own(block, 'mimeType') ?? 'not text')}]`;
}
