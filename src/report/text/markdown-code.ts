/** Text of servers and suites in Markdown: in a code span it can neither link, nor mention, nor become HTML. */
import { safe, safeClip } from './safe-text.js';

/** A code span that its content cannot leave: its fence is longer than any run of backticks inside. */
export function code(text: string, max: number): string {
  const content = safe(safeClip(text, max));
  if (content.trim() === '') return '` `';
  const longest = (content.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(content) ? ' ' : '';
  return `${fence}${pad}${content}${pad}${fence}`;
}
