/** The words beside the figures. Names come from servers and models, so they are made safe to print. */
import { clip, oneLine } from '../util/text.js';

const MOST = 20;

export function show(name: string): string {
  return name === '' ? '(no name)' : clip(oneLine(name), 120);
}

/** `a, b x2, c`: each once, in order of first sight, with how often; long lists are cut. */
export function tally(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const shown = [...counts].slice(0, MOST).map(([name, n]) => (n === 1 ? show(name) : `${show(name)} x${n}`));
  return more(shown, counts.size).join(', ');
}

/** At most `limit` lines, the last of which says how many were left out. */
export function limitLines(all: string[], limit = 40): string[] {
  return all.length <= limit ? all : more(all.slice(0, limit), all.length);
}

function more(shown: string[], total: number): string[] {
  return shown.length < total ? [...shown, `and ${total - shown.length} more`] : shown;
}

/** `run 2: ` where there are several runs, else nothing. */
export function runLabel(index: number, runs: number): string {
  return runs > 1 ? `run ${index + 1}: ` : '';
}
