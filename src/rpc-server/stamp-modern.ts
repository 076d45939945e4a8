/** What every result of the modern era carries: its type, who answers, and how long it may be kept. */
import { isObject } from '../util/plain.js';
import type { Identity } from './create-server.js';
import { META } from './eras.js';

const CACHEABLE = new Set([
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
]);

export function stampModern(
  method: string,
  result: Record<string, unknown>,
  identity: Identity,
): Record<string, unknown> {
  const meta = isObject(result._meta) ? result._meta : {};
  // A test must see what the server says now, so nothing may be kept.
  const caching = CACHEABLE.has(method) ? { ttlMs: 0, cacheScope: 'private' } : {};
  return {
    resultType: 'complete',
    ...result,
    ...caching,
    _meta: { [META.serverInfo]: { name: identity.name, version: identity.version }, ...meta },
  };
}
