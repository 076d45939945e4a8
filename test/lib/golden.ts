/** Files that hold what a room says of many inputs, a line for each, so that a change of a rule is read as their difference. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const folder = new URL('../../fixtures/golden/', import.meta.url);

export const golden = (name: string): string => fileURLToPath(new URL(name, folder));

export function linesOf(name: string): string[] {
  return readFileSync(golden(name), 'utf8').split('\n').filter(Boolean);
}

/** The whole file, or its lines from `from` on; with `UPDATE_GOLDEN=1` they are written instead. */
export function expectGolden(name: string, lines: readonly string[], from?: number): void {
  const kept = existsSync(golden(name)) ? linesOf(name) : [];
  const count = from === undefined ? Math.max(lines.length, kept.length) : lines.length;
  if (process.env.UPDATE_GOLDEN === '1') {
    kept.splice(from ?? 0, count, ...lines);
    writeFileSync(golden(name), `${kept.join('\n')}\n`);
  }
  const there = kept.slice(from ?? 0, (from ?? 0) + count);
  // The first line alone: a message with all of them is read by nobody.
  const at = there.findIndex((line, i) => line !== lines[i]);
  if (at >= 0) expect(lines[at], `line ${at + 1 + (from ?? 0)} of ${golden(name)}`).toBe(there[at]);
  expect(there.length, `lines of ${golden(name)}`).toBe(lines.length);
}
