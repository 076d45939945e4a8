/** `mcptest diff` and `mcptest lock`: every change of a catalogue, worst first, as plain text. */

import type { CatalogChange, CatalogDiff, ChangeClass } from '../../types/catalog-diff.js';
import type { ReportOptions } from '../../types/reporter.js';
import { givenLines, lineOf } from '../text/given-lines.js';
import { type Colour, painter } from '../text/paint.js';
import { safe, safeClip } from '../text/safe-text.js';

const COLOURS: Record<ChangeClass, Colour> = { breaking: 'red', risky: 'yellow', additive: 'green' };
const INDENT = ' '.repeat(10);

export function renderDiff(diff: CatalogDiff, options: Pick<ReportOptions, 'color'>): string {
  if (diff.changes.length === 0) return 'no changes\n';
  const paint = painter(options.color);
  const several = new Set(diff.changes.map((change) => change.server)).size > 1;
  const lines = diff.changes.flatMap((change) => {
    const head = `${paint(COLOURS[change.class], change.class.padEnd(8))}  ${subject(change, several)}`;
    const pointer = change.tool === undefined || change.pointer === '' ? undefined : change.pointer;
    return givenLines(
      `${head}${safe(change.message)}`,
      lineOf(pointer, (place) => paint('dim', `${INDENT}${safeClip(place, 200)}`)),
      lineOf(change.before, (text) => paint('red', `${INDENT}- ${safe(text)}`)),
      lineOf(change.after, (text) => paint('green', `${INDENT}+ ${safe(text)}`)),
    );
  });
  const { breaking, risky, additive } = diff.summary;
  return `${lines.join('\n')}\n\n${breaking} breaking, ${risky} risky, ${additive} additive\n`;
}

function subject({ server, tool }: CatalogChange, several: boolean): string {
  const name = several ? [server, tool].filter((part) => part !== undefined).join('.') : (tool ?? server);
  return name === '' ? '' : `${safeClip(name, 120)}: `;
}
