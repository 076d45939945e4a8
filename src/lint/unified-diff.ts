/**
 * A unified diff of two texts that differ in few lines each time, as a fix leaves them; `patch` and `git apply`
 * can apply it. Linear: after a difference it looks a bounded number of lines ahead for the place where the
 * texts meet again, and takes the rest as changed, but for their common end, when they do not.
 */
const CONTEXT = 3;
const LOOK_AHEAD = 12;

interface LineChange {
  mark: ' ' | '-' | '+';
  /** With its line end, where it has one. */
  line: string;
}

/** Empty when nothing differs. */
export function unifiedDiff(before: string, after: string, file: string): string {
  const changes = lineChanges(linesOf(before), linesOf(after));
  const hunks = hunkRanges(changes);
  if (hunks.length === 0) return '';
  let out = `--- a/${file}\n+++ b/${file}\n`;
  let oldLine = 1;
  let newLine = 1;
  let at = 0;
  for (const { start, end } of hunks) {
    // What lies between two hunks is alike on both sides.
    oldLine += start - at;
    newLine += start - at;
    const hunk = changes.slice(start, end);
    const removed = hunk.filter(({ mark }) => mark !== '+').length;
    const added = hunk.filter(({ mark }) => mark !== '-').length;
    out += `@@ -${range(oldLine, removed)} +${range(newLine, added)} @@\n`;
    for (const { mark, line } of hunk) out += mark + terminated(line);
    oldLine += removed;
    newLine += added;
    at = end;
  }
  return out;
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function terminated(line: string): string {
  return line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`;
}

/** A range without lines is named by the line before it. */
function range(start: number, length: number): string {
  return `${length === 0 ? start - 1 : start},${length}`;
}

function lineChanges(old: string[], fresh: string[]): LineChange[] {
  const changes: LineChange[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < fresh.length) {
    const line = old[i];
    if (line !== undefined && line === fresh[j]) {
      changes.push({ mark: ' ', line });
      i += 1;
      j += 1;
      continue;
    }
    const [removed, added] =
      untilMeeting(ahead(old, i), ahead(fresh, j)) ?? untilEnd(old.slice(i), fresh.slice(j));
    for (const gone of old.slice(i, i + removed)) changes.push({ mark: '-', line: gone });
    for (const come of fresh.slice(j, j + added)) changes.push({ mark: '+', line: come });
    i += removed;
    j += added;
  }
  return changes;
}

/** The lines that are compared, and one more. */
function ahead(lines: string[], from: number): string[] {
  return lines.slice(from, from + LOOK_AHEAD + 2);
}

/** How many lines to take from each side until both go on alike, the fewest first. */
function untilMeeting(old: string[], fresh: string[]): [number, number] | undefined {
  for (let sum = 1; sum <= LOOK_AHEAD; sum += 1) {
    for (let a = 0; a <= sum; a += 1) {
      const b = sum - a;
      const meets = a < old.length && b < fresh.length && old[a] === fresh[b];
      if (meets && old[a + 1] === fresh[b + 1]) return [a, b];
    }
  }
  return undefined;
}

/** All the rest, but for the lines that both end with. */
function untilEnd(old: string[], fresh: string[]): [number, number] {
  const most = Math.min(old.length, fresh.length);
  let common = 0;
  while (common < most && old.at(-1 - common) === fresh.at(-1 - common)) common += 1;
  return [old.length - common, fresh.length - common];
}

interface HunkRange {
  start: number;
  end: number;
}

function hunkRanges(changes: LineChange[]): HunkRange[] {
  const out: HunkRange[] = [];
  for (const [i, { mark }] of changes.entries()) {
    if (mark === ' ') continue;
    const start = Math.max(0, i - CONTEXT);
    const end = Math.min(changes.length, i + 1 + CONTEXT);
    const last = out.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else out.push({ start, end });
  }
  return out;
}
