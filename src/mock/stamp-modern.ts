/** What every result of the modern era carries: its type, who answers, and how long it may be kept. */
import { isObject } from '../util/plain.js';
import { META } from './eras.js';
import type { Manifest } from './manifest.js';

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
  manifest: Pick<Manifest, 'name' | 'version'>,
): Record<string, unknown> {
  const meta = isObject(result._meta) ? result._meta : {};
  return {
    resultType: 'complete',
    ...result,
    // A test must see what the server says now, so nothing may be kept.
    ...(CACHEABLE.has(method) ? { ttlMs: 0, cacheScope: 'private' } : {}),
    _meta: { [META.serverInfo]: { name: manifest.name, version: manifest.version }, ...meta },
  };
}
