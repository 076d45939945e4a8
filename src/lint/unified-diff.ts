/**
 * A unified diff of two texts that differ in few lines each time, as a fix leaves them. Linear: after a
 * difference it looks a bounded number of lines ahead for the place where the texts meet again, and
 * takes the rest as changed when they do not.
 */
const CONTEXT = 3;
const LOOK_AHEAD = 12;

/** Empty when nothing differs. */
export function unifiedDiff(before: string, after: string, file: string): string {
  const old = before.split('\n');
  const fresh = after.split('\n');
  const edits = script(old, fresh);
  const changed = edits.flatMap((edit, i) => (edit.mark === ' ' ? [] : [i]));
  if (changed.length === 0) return '';
  const out = [`--- a/${file}`, `+++ b/${file}`];
  let oldLine = 1;
  let newLine = 1;
  let at = 0;
  for (const [start, end] of hunks(changed, edits.length)) {
    for (; at < start; at += 1) {
      oldLine += 1;
      newLine += 1;
    }
    const part = edits.slice(start, end);
    const removed = part.filter(({ mark }) => mark !== '+').length;
    const added = part.filter(({ mark }) => mark !== '-').length;
    out.push(`@@ -${oldLine},${removed} +${newLine},${added} @@`);
    for (const { mark, line } of part) out.push(`${mark}${line}`);
    oldLine += removed;
    newLine += added;
    at = end;
  }
  return `${out.join('\n')}\n`;
}

interface Edit {
  mark: ' ' | '-' | '+';
  line: string;
}

function script(old: string[], fresh: string[]): Edit[] {
  const edits: Edit[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < fresh.length) {
    const line = old[i];
    if (line !== undefined && line === fresh[j]) {
      edits.push({ mark: ' ', line });
      i += 1;
      j += 1;
      continue;
    }
    const [skipOld, skipNew] = meet(old, i, fresh, j);
    for (const removed of old.slice(i, i + skipOld)) edits.push({ mark: '-', line: removed });
    for (const added of fresh.slice(j, j + skipNew)) edits.push({ mark: '+', line: added });
    i += skipOld;
    j += skipNew;
  }
  return edits;
}

/** How many lines to take from each side until both go on alike, the fewest first. */
function meet(old: string[], i: number, fresh: string[], j: number): [number, number] {
  for (let sum = 1; sum <= LOOK_AHEAD; sum += 1) {
    for (let a = 0; a <= sum; a += 1) {
      const b = sum - a;
      if (i + a >= old.length || j + b >= fresh.length || old[i + a] !== fresh[j + b]) continue;
      if (old[i + a + 1] === fresh[j + b + 1]) return [a, b];
    }
  }
  return [old.length - i, fresh.length - j];
}

function hunks(changed: number[], length: number): [number, number][] {
  const out: [number, number][] = [];
  for (const i of changed) {
    const start = Math.max(0, i - CONTEXT);
    const end = Math.min(length, i + 1 + CONTEXT);
    const last = out.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = end;
    else out.push([start, end]);
  }
  return out;
}
