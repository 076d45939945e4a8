/** `mcptest mutate`: would these suites notice a broken server? On a run made now, or on one that was saved. */
import { planTests } from '../../prepare/plan-tests.js';
import { snapshotBooks } from '../../prepare/snapshots.js';
import { readSavedRun } from '../../store/read-run.js';
import { measureStrength } from '../../strength/measure.js';
import type { CaseResult, RunEnvelope } from '../../types/envelope.js';
import type { Plan, PlannedGroup } from '../../types/plan.js';
import type { Strength } from '../../types/strength.js';
import { EXIT, McptestError } from '../../util/errors.js';
import { type RunInput, type StrengthFlags, startRun } from '../run.js';
import { askedBy, frozen } from './run-strength.js';

export interface MutateInput extends Omit<RunInput, 'strength'>, StrengthFlags {
  /** A saved run: a file, an id of the workspace, or `latest`. Nothing is started then. */
  run?: string;
}

export interface MutateReport {
  /** With `strength` in it. */
  envelope: RunEnvelope;
  strength: Strength;
  warnings: string[];
  exit_code: number;
  /** Resolves when the last server has left. */
  closing: Promise<unknown>;
}

export async function mutate(input: MutateInput = {}): Promise<MutateReport> {
  const { run: saved, seed, repeat, fail_under, ...rest } = input;
  if (saved !== undefined) return mutateSaved(saved, input);
  const report = await startRun({ ...rest, strength: { seed, repeat, fail_under } });
  return measuredReport(report, report.envelope.exit_code);
}

/** Throws where the run ended before anything was measured. */
export function measuredReport(
  { envelope, warnings, closing }: Pick<MutateReport, 'envelope' | 'warnings' | 'closing'>,
  exit_code: number,
): MutateReport {
  const { strength } = envelope;
  if (strength === undefined)
    throw new McptestError({
      code: 'not-measured',
      message: 'the run ended before its strength could be measured',
      hint: 'Find out what stopped it with `mcptest run`, then measure again.',
      exitCode: exit_code === EXIT.ok ? EXIT.inconclusive : exit_code,
    });
  const nothing = exit_code === EXIT.ok && strength.mutants === 0;
  return { envelope, strength, warnings, closing, exit_code: nothing ? EXIT.nothing : exit_code };
}

async function mutateSaved(saved: string, input: MutateInput): Promise<MutateReport> {
  const envelope = await readSavedRun(saved, input);
  const paths = input.paths?.length ? input.paths : suitesOf(envelope);
  const { plan, redactor, warnings, env } = await planTests({ ...input, paths });
  const books = await snapshotBooks(plan, {}, env);
  const rows = rowsOf(plan, envelope.results);
  const { seed = 1, fail_under } = input;
  const strength = await measureStrength({
    plan: { ...plan, groups: plan.groups.map((group) => recordedRuns(group, rows)) },
    results: rows,
    output_schemas: envelope.output_schemas,
    coverage: envelope.coverage,
    redactor,
    snapshots: (suite) => frozen(suite, books.get(suite)),
    seed,
    min: { of: askedBy(plan.suites), all: fail_under },
  });
  const closing = Promise.resolve();
  return measuredReport({ envelope: { ...envelope, strength }, warnings, closing }, exitCodeOf(strength));
}

function exitCodeOf({ gates = [] }: Strength): number {
  if (gates.some(({ passed }) => passed === false)) return EXIT.failed;
  return gates.some(({ passed }) => passed === undefined) ? EXIT.inconclusive : EXIT.ok;
}

/** The suites of the run, as they are named from where it was made. */
function suitesOf({ results }: RunEnvelope): string[] {
  return [...new Set(results.map(({ file }) => file))];
}

/** A run that was made from another folder names its suites otherwise; then the name of a test must be enough. */
function rowsOf(plan: Plan, results: readonly CaseResult[]): CaseResult[] {
  const planned = [...plan.cases, ...plan.groups.flatMap(({ runs }) => runs)];
  return planned.flatMap(({ id, name }) => {
    const row = results.find((one) => one.id === id);
    if (row) return [row];
    const [only, ...others] = results.filter((one) => one.name === name);
    return only && others.length === 0 ? [{ ...only, id }] : [];
  });
}

/** As many runs as were made, not as many as the suite would make now. */
function recordedRuns(group: PlannedGroup, rows: readonly CaseResult[]): PlannedGroup {
  const made = group.runs.filter(({ id }) => rows.some((row) => row.id === id));
  return made.length === 0 ? group : { ...group, runs: made };
}
