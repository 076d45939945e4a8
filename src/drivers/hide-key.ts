/** A copy of what a provider gave back in which the key, should it stand there, is a placeholder. */

import { formsOf } from '../redact/secret-forms.js';
import { setOwn } from '../util/plain.js';

/** Shorter keys are words such as `ollama` that local endpoints ask for; they are no secrets. */
const SHORTEST_SECRET = 8;

export function hideKey<T>(value: T, key: string, keyName: string): T {
  if (key.length < SHORTEST_SECRET) return value;
  const forms = [...formsOf(key)].sort((a, b) => b.length - a.length);
  const placeholder = `[secret:${keyName}]`;
  const clean = (text: string) =>
    forms.reduce((out, form) => (out.includes(form) ? out.replaceAll(form, placeholder) : out), text);
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
