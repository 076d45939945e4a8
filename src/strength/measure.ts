/**
 * Would these suites notice a broken server? Every passing test is judged again on answers that were changed on
 * purpose; nobody is asked anything. The same run and the same seed give the same figures.
 */

import { sumOf, weakestFirst } from '../envelope/strength-counts.js';
import type { SnapshotBook } from '../match/snapshot-book.js';
import type { Redactor } from '../redact/redactor.js';
import type { CaseResult, Coverage, OutputSchema } from '../types/envelope.js';
import type { Plan } from '../types/plan.js';
import type { MutantFamily, Strength, TestStrength } from '../types/strength.js';
import type { Suite } from '../types/suite.js';
import { measureTests } from './measure-tests.js';
import { type AskedStrength, Counts, strengthGates } from './tally.js';

export interface StrengthInput {
  plan: Plan;
  results: readonly CaseResult[];
  /** The rows of further runs of the same plan, to tell what differs from call to call. */
  observed?: readonly (readonly CaseResult[])[];
  output_schemas?: readonly OutputSchema[];
  coverage?: Coverage;
  redactor: Redactor;
  /** The snapshots of a suite as they are now. */
  snapshots(suite: Suite): SnapshotBook | undefined;
  seed: number;
  min: AskedStrength;
}

export async function measureStrength(input: StrengthInput): Promise<Strength> {
  const { plan, redactor, seed, results, observed = [] } = input;
  const rows = new Map(results.map((row) => [row.id, row]));
  const further = observed.map((one) => new Map(one.map((row) => [row.id, row])));
  const families = new Counts();
  const tools = new Counts();
  const tests: TestStrength[] = [];
  const unmeasured: NonNullable<Strength['unmeasured']> = [];
  for (const suite of plan.suites) {
    const file = suite.display_file;
    const plain = await measureTests({
      cases: plan.cases.filter((planned) => planned.suite === suite),
      rowOf: ({ id }) => rows.get(id),
      observedRows: ({ id }) => further.flatMap((one) => one.get(id) ?? []),
      outputs: ofSuite(input.output_schemas ?? [], file),
      redactor,
      snapshots: input.snapshots(suite),
      seed,
      judged: ({ step, family, killed }) => {
        families.add(family, killed);
        if (step.call.kind === 'tool') tools.add(JSON.stringify([step.call.server, step.call.tool]), killed);
      },
    });
    const groups = plan.groups.filter((planned) => planned.suite === suite);
    const agents =
      groups.length === 0 ? undefined : await measureAgentTests(groups, { rows, redactor, families });
    tests.push(...plain.tests, ...(agents?.tests ?? []));
    unmeasured.push(...plain.unmeasured, ...(agents?.unmeasured ?? []));
  }
  return assemble(input, { tests, unmeasured, families, tools });
}

/** A run that was made from another folder names its suites otherwise. */
function ofSuite(outputs: readonly OutputSchema[], file: string): readonly OutputSchema[] {
  const own = outputs.filter((one) => one.file === file);
  return own.length > 0 ? own : outputs;
}

async function measureAgentTests(
  groups: Plan['groups'],
  { rows, redactor, families }: { rows: Map<string, CaseResult>; redactor: Redactor; families: Counts },
) {
  const { measureAgents } = await import('./measure-agents.js');
  return measureAgents({
    groups,
    rowOf: ({ id }) => rows.get(id),
    redactor,
    judged: (killed) => families.add('M-CALL', killed),
  });
}

interface Measured {
  tests: TestStrength[];
  unmeasured: NonNullable<Strength['unmeasured']>;
  families: Counts;
  tools: Counts;
}

function assemble(
  { plan, seed, coverage, min, redactor }: StrengthInput,
  { tests, unmeasured, families, tools }: Measured,
): Strength {
  const suites = plan.suites.map(({ display_file: file }) => ({
    file,
    ...sumOf(tests.filter((test) => test.file === file)),
  }));
  const uncalled = (coverage?.tools ?? []).flatMap(({ file, server, uncovered }) =>
    uncovered.length > 0 ? [{ file, server, tools: uncovered }] : [],
  );
  const gates = strengthGates(suites, min);
  const strength: Strength = {
    ...sumOf(tests),
    seed,
    tests: weakestFirst(tests),
    suites,
    tools: tools.rows().map(([key, tally]) => {
      const [server, tool] = JSON.parse(key) as [string, string];
      return { server, tool, ...tally };
    }),
    families: families.rows().map(([family, tally]) => ({ family: family as MutantFamily, ...tally })),
  };
  if (unmeasured.length > 0) strength.unmeasured = unmeasured;
  if (uncalled.length > 0) strength.uncalled = uncalled;
  if (gates.length > 0) strength.gates = gates;
  return redactor.value(strength);
}
