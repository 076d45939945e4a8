/** Text of anybody inside HTML, also in an attribute. Hidden characters become visible. */
import { visible } from '../../util/text.js';

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

/** A sentence of ours, in which code stands between backticks. */
export function proseHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
