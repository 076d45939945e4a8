/** What Stryker wrote: how many mutants of each room the tests noticed, and those that they did not. */
import { caseInterval } from '../../../src/util/case-interval.js';
import { groupBy } from '../../../src/util/group-by.js';
import { LINES } from './windows.js';

export interface MutationReport {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

export interface Mutant {
  mutatorName: string;
  replacement?: string;
  status: string;
  location: { start: Place; end: Place };
}

/** Counted from 0. */
interface Place {
  line: number;
  column: number;
}

export interface Tally {
  killed: number;
  total: number;
}

const KILLED = new Set(['Killed', 'Timeout', 'RuntimeError']);
const SURVIVED = new Set(['Survived', 'NoCoverage']);

export function isKilled(status: string | undefined): boolean {
  return KILLED.has(status ?? '');
}

export function tally(report: MutationReport): Tally & { rooms: (Tally & { room: string })[] } {
  const rooms = new Map<string, Tally>();
  for (const [file, { mutants }] of Object.entries(report.files)) {
    const room = file.split('/')[1] ?? file;
    const sum = rooms.get(room) ?? { killed: 0, total: 0 };
    sum.killed += mutants.filter(({ status }) => isKilled(status)).length;
    sum.total += mutants.filter(({ status }) => isKilled(status) || SURVIVED.has(status)).length;
    rooms.set(room, sum);
  }
  const all = [...rooms].map(([room, sum]) => ({ room, ...sum }));
  const sumOf = (key: keyof Tally): number => all.reduce((sum, one) => sum + one[key], 0);
  return { rooms: all, killed: sumOf('killed'), total: sumOf('total') };
}

/** How far the share of a draw can be trusted: mutants of one window live and die together. */
export function intervalOf(report: MutationReport): [low: number, high: number] {
  const { killed, total } = tally(report);
  const counted = Object.entries(report.files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => isKilled(status) || SURVIVED.has(status))
      .map(({ status, location: { start } }) => ({
        window: `${file} ${Math.floor(start.line / LINES)}`,
        more: Number(isKilled(status)) - killed / total,
      })),
  );
  const windows = [...groupBy(counted, ({ window }) => window).values()];
  const adds = windows.map((all) => all.reduce((sum, { more }) => sum + more, 0) / total);
  return caseInterval(killed / total, adds, total);
}

export function survivorsPage(report: MutationReport): string {
  const lines = Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const text = source.split('\n');
    return mutants
      .filter(({ status }) => SURVIVED.has(status))
      .map(({ mutatorName, replacement = '', status, location: { start } }) => {
        const was = (text[start.line] ?? '').trim().slice(0, 120);
        return `- ${file}:${start.line + 1}:${start.column + 1} ${mutatorName}, ${status}: \`${was}\` → \`${replacement.replace(/\s+/g, ' ').slice(0, 80)}\``;
      });
  });
  return `# Changes of the code that no test noticed\n\n${lines.join('\n')}\n`;
}
