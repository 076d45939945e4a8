/** Text of anybody inside XML, also in an attribute. */
import { safe } from './safe-text.js';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Control characters are shown, the two that XML forbids are dropped. */
export function escapeXml(text: string): string {
  return safe(text)
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
