/** What rows are called, over their runs and beside those of other suites, and which group or floor they belong to. */
import type { CaseResult, Floor, Group, RunEnvelope } from '../types/envelope.js';

/** A row that does not tell its model, as older ones of traces do not, belongs to every gate of its test. */
export function isRunOf(row: CaseResult, gate: Group | Floor): boolean {
  const sameModel = row.model === undefined || gate.model === undefined || row.model === gate.model;
  return row.file === gate.file && row.test === gate.test && sameModel;
}

/** The floor of a test with one run is judged on its row, where it is told and counted. */
export function isOnRow(floor: Floor, rows: readonly CaseResult[]): boolean {
  return rows.some(
    (row) =>
      isRunOf(row, floor) &&
      row.checks.some(({ matcher, outcome }) => matcher === 'floor' && outcome !== 'pass'),
  );
}

/** A group that has nothing against it but its floor, which is told and counted by itself. */
export function hasOnlyItsFloor({ file, test, model, checks }: Group, floors: readonly Floor[]): boolean {
  if (checks.some(({ outcome }) => outcome !== 'pass')) return false;
  return floors.some(
    (floor) => !floor.passed && floor.file === file && floor.test === test && floor.model === model,
  );
}

type Named = Pick<CaseResult, 'name' | 'test' | 'model' | 'run'>;

/** The name of a row without the number of its run. */
export function nameOverRuns({ name, test, model, run }: Named): string {
  const isNumbered = run !== undefined && name !== test && name !== `${test} [${model}]`;
  return isNumbered ? withoutEnd(name, run) : name;
}

/** The command of a row without the number of its run: it does them all again. */
export function reproOverRuns(row: Named & Pick<CaseResult, 'repro'>): string {
  const { repro, run } = row;
  if (run === undefined || nameOverRuns(row) === row.name) return repro;
  const quote = /["']$/.exec(repro)?.[0] ?? '';
  return withoutEnd(repro.slice(0, repro.length - quote.length), run) + quote;
}

function withoutEnd(text: string, run: number): string {
  const end = ` #${run}`;
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}

interface SuiteRow {
  file?: string | undefined;
}

/** With their suite where the rows come from several. Not yet safe to show. */
export function rowNames(rows: readonly SuiteRow[]): (name: string, row: SuiteRow) => string {
  const several = new Set(rows.map(({ file }) => file)).size > 1;
  return (name, { file }) => (several && file !== undefined ? `${name} (${file})` : name);
}

/** The command that does a run again, or one suite of it: that of a single test, without its filter. */
export function wholeRun({ results, provenance }: RunEnvelope, file?: string): string {
  if (file === undefined && provenance.command !== undefined) return provenance.command;
  const first = file === undefined ? results[0] : results.find((result) => result.file === file);
  const repro = first?.repro ?? provenance.command ?? 'mcptest run';
  const filter = repro.indexOf(' --filter ');
  return filter < 0 ? repro : repro.slice(0, filter);
}
