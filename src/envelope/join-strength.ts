/**
 * The strength of several runs as that of one: the tests of all parts, with counts and gates made from them again. A
 * part that was not measured is told, and a gate that needs it is not judged.
 */
import type { CaseResult, Coverage, OutputSchema, PartOf, RunEnvelope } from '../types/envelope.js';
import type { Strength, StrengthGate, Tally } from '../types/strength.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { inDeclaredOrder, onceEach } from './join-parts.js';
import { nameOverRuns } from './row-names.js';
import { sumOf, weakestFirst } from './strength-counts.js';

export interface JoinedRun {
  /** Of all parts, in the order of the whole. */
  results: readonly CaseResult[];
  coverage?: Coverage | undefined;
  whole: PartOf | undefined;
}

/** Absent when no part was measured. */
export function joinStrength(
  parts: readonly RunEnvelope[],
  { results, coverage, whole }: JoinedRun,
): Strength | undefined {
  const measured = parts.flatMap(({ strength }) => strength ?? []);
  const [first] = measured;
  if (first === undefined) return undefined;
  const tests = measured.flatMap((one) => one.tests);
  const missing = parts.filter(({ strength }) => strength === undefined).flatMap((part) => part.results);
  const files = new Set([...results.map(({ file }) => file), ...tests.map(({ file }) => file)]);
  const suites = [...files].map((file) => ({ file, ...sumOf(tests.filter((test) => test.file === file)) }));
  const unmeasured = [...measured.flatMap((one) => one.unmeasured ?? []), ...notMeasured(missing)];
  const uncalled = (coverage?.tools ?? []).flatMap(({ file, server, uncovered }) =>
    uncovered.length > 0 ? [{ file, server, tools: uncovered }] : [],
  );
  const asked = whole === undefined ? onceEach(measured.flatMap(askedBy)) : whole.strength;
  const unknown = new Set(missing.map(({ file }) => file));
  const gates = (asked ?? []).map((gate) => judgeGate(gate, suites, unknown));
  return omitUndefined({
    ...sumOf(tests),
    seed: first.seed,
    tests: weakestFirst(tests),
    suites,
    tools: summed(
      measured.flatMap((one) => one.tools),
      ({ server, tool }) => ({ server, tool }),
    ),
    families: summed(
      measured.flatMap((one) => one.families),
      ({ family }) => ({ family }),
    ),
    unmeasured: unlessEmpty(unmeasured),
    uncalled: unlessEmpty(uncalled),
    gates: unlessEmpty(gates),
  });
}

/** In the order of a run: by server as it is declared, then by tool. */
export function joinOutputSchemas(
  parts: readonly RunEnvelope[],
  whole: PartOf | undefined,
): OutputSchema[] | undefined {
  const all = onceEach(parts.flatMap(({ output_schemas }) => output_schemas ?? [])) ?? [];
  const byName = [...all].sort((a, b) => Number(a.tool > b.tool) - Number(a.tool < b.tool));
  return inDeclaredOrder(byName, whole, (one) => one);
}

function askedBy({ gates = [] }: Strength): Pick<StrengthGate, 'file' | 'min'>[] {
  return gates.map(({ file, min }) => (file === undefined ? { min } : { file, min }));
}

function notMeasured(rows: readonly CaseResult[]): NonNullable<Strength['unmeasured']> {
  const tests = rows.map((row) => ({
    name: nameOverRuns(row),
    file: row.file,
    reason: 'its part of the run was not measured',
  }));
  return onceEach(tests) ?? [];
}

/** Compared as an exact fraction. */
function judgeGate(
  { file, min }: Pick<StrengthGate, 'file' | 'min'>,
  suites: Strength['suites'],
  unknown: ReadonlySet<string>,
): StrengthGate {
  const { rate, killed, mutants } = sumOf(
    suites.filter((suite) => file === undefined || suite.file === file),
  );
  const gate: StrengthGate = file === undefined ? { min } : { file, min };
  if (rate === undefined) return gate;
  const isWhole = file === undefined ? unknown.size === 0 : !unknown.has(file);
  return isWhole ? { ...gate, rate, passed: killed * 100 >= min * mutants } : { ...gate, rate };
}

/** One row for each key, in the order in which they first come. */
function summed<T extends Tally, K extends object>(rows: readonly T[], keyOf: (row: T) => K): (K & Tally)[] {
  const byKey = new Map<string, { key: K; rows: T[] }>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = byKey.get(JSON.stringify(key)) ?? { key, rows: [] };
    byKey.set(JSON.stringify(key), known);
    known.rows.push(row);
  }
  return [...byKey.values()].map(({ key, rows: own }) => ({ ...key, ...sumOf(own) }));
}

function unlessEmpty<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list;
}
