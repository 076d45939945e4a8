/** The tools of a catalogue that a suite can name, sorted, narrowed to those asked for, a page at a time. */
import type { ToolDef } from '../types/catalog.js';
import { nameHint } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';
import { plural } from '../util/text.js';
import { reasonToLeaveOut } from './leave-out.js';
import { shownName } from './suite-head.js';

export const PAGE = 25;

export interface PageOptions {
  /** Only these. */
  tools?: string[];
  /** No page cap. */
  all?: boolean;
  /** Where to go on: the `next_cursor` of the page before. */
  cursor?: number;
}

export interface ToolPage {
  tools: ToolDef[];
  notes: string[];
  /** Absent on the last page. */
  next_cursor?: number;
}

export function toolPage(list: readonly ToolDef[], options: PageOptions): ToolPage {
  const notes: string[] = [];
  const byName = new Map<string, ToolDef>();
  let nameless = 0;
  for (const tool of list) {
    if (typeof tool.name !== 'string' || tool.name === '') nameless += 1;
    else if (byName.has(tool.name)) notes.push(`${shownName(tool.name)} is listed twice; the first is used`);
    else byName.set(tool.name, tool);
  }
  if (nameless > 0) notes.push(`${plural(nameless, 'tool')} without a name left out`);
  const wanted = options.tools && new Set(options.tools);
  const known = [...byName.keys()].map(shownName);
  for (const name of wanted ?? []) {
    if (!byName.has(name))
      notes.push(`no tool is called ${shownName(name)}: ${nameHint(name, known, 'the server has none')}`);
  }
  const sorted = [...byName.values()]
    .filter((tool) => (wanted === undefined ? isMeant(tool, notes) : wanted.has(tool.name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const start = startOf(options, sorted.length);
  const end = options.all ? sorted.length : Math.min(start + PAGE, sorted.length);
  if (end < sorted.length)
    notes.push(
      `tools ${start + 1} to ${end} of ${sorted.length}; go on with cursor ${end} (--cursor ${end}), or take them all with \`all\` (--all)`,
    );
  const page = { tools: sorted.slice(start, end), notes };
  return end < sorted.length ? { ...page, next_cursor: end } : page;
}

function startOf({ cursor = 0 }: PageOptions, count: number): number {
  if (!Number.isSafeInteger(cursor) || cursor < 0)
    throw unknownCursor(String(cursor), 'was given out by no earlier page');
  if (cursor > 0 && cursor >= count)
    throw unknownCursor(String(cursor), `is past the last of ${plural(count, 'tool')}`);
  return cursor;
}

/** Read as the first page, it would have a caller that pages go round for ever. */
export function unknownCursor(cursor: string, why: string): McptestError {
  return new McptestError({
    code: 'unknown-cursor',
    message: `cursor ${shownName(cursor)} ${why}`,
    hint: 'Pass the `next_cursor` of the page before, or begin without a cursor.',
  });
}

/** Whoever names a tool means it; otherwise those that no model may call are left out. */
function isMeant(tool: ToolDef, notes: string[]): boolean {
  const why = reasonToLeaveOut(tool);
  if (why !== undefined) notes.push(`${shownName(tool.name)} is left out: ${why}`);
  return why === undefined;
}
