/** A copy of what a provider gave back in which the key, should it stand there, is a placeholder. */

import { createBlotter } from '../redact/blotter.js';
import { setOwn } from '../util/plain.js';

export function hideKey<T>(value: T, key: string, keyName: string): T {
  // Keys too short for it are words such as `ollama` that local endpoints ask for; they are no secrets.
  const clean = createBlotter([{ value: key, placeholder: `[secret:${keyName}]` }]);
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') return clean(inner);
    if (Array.isArray(inner)) return inner.map(walk);
    if (inner === null || typeof inner !== 'object') return inner;
    const out: Record<string, unknown> = {};
    for (const [name, item] of Object.entries(inner)) setOwn(out, clean(name), walk(item));
    return out;
  };
  return walk(value) as T;
}
