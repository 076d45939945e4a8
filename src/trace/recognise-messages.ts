/** What a list of messages is taken for: one sure sign decides, in either direction. */
import { isObject } from '../util/plain.js';
import type { Recognition } from './importer.js';

export function recogniseMessages(
  messages: readonly unknown[],
  recogniseOne: (message: Record<string, unknown>) => Recognition,
): Recognition {
  const signs = messages.filter(isObject).map(recogniseOne);
  if (signs.includes('yes')) return 'yes';
  return signs.includes('no') ? 'no' : 'maybe';
}
