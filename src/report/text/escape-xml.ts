/** Text of anybody inside XML, also in an attribute. */
import { safe } from './safe-text.js';

export function escapeXml(text: string): string {
  return safe(text)
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
