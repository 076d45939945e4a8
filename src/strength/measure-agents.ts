/** Agent tests: their recorded runs are changed and scored again, with the same metrics, gates and floors. */

import { tallyOf } from '../envelope/strength-counts.js';
import { verdictOf } from '../gates/verdict.js';
import type { Redactor } from '../redact/redactor.js';
import { type ScoredGroup, type ScoreOptions, scoreGroup } from '../score/score-group.js';
import { scoreOptions } from '../score/score-options.js';
import type { RunRecord } from '../score/score-row.js';
import type { CaseResult } from '../types/envelope.js';
import type { PlannedGroup } from '../types/plan.js';
import type { Survivor, TestStrength } from '../types/strength.js';
import type { Trace } from '../types/trace.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { type AgentMutant, agentMutants } from './agent-mutants.js';
import { asLine } from './suggest.js';

export interface SuiteAgents {
  groups: readonly PlannedGroup[];
  rowOf(run: { id: string }): CaseResult | undefined;
  redactor: Redactor;
  /** Told of every change and of what became of it. */
  judged(killed: boolean): void;
}

export interface MeasuredAgents {
  tests: TestStrength[];
  unmeasured: { name: string; file: string; reason: string }[];
}

export async function measureAgents(suite: SuiteAgents): Promise<MeasuredAgents> {
  const options = await scoreOptions(suite.groups, suite.redactor);
  const out: MeasuredAgents = { tests: [], unmeasured: [] };
  const all = suite.groups.map((planned) => ({ planned, records: recordsOf(planned, suite) }));
  for (const { planned, records } of all) {
    const { name, suite: own } = planned;
    const reason =
      records === undefined ? 'not every run of it passed' : await whyNot(planned, records, options);
    if (records === undefined || reason !== undefined) {
      out.unmeasured.push({ name, file: own.display_file, reason: reason ?? '' });
      continue;
    }
    const others = all
      .flatMap((one) => (one.planned.agent === planned.agent ? [] : (one.records ?? [])))
      .map(({ trace }) => trace);
    out.tests.push(await measureGroup(planned, records, { others, options, judged: suite.judged }));
  }
  return out;
}

/** Undefined unless every run was made and passed. */
function recordsOf({ runs }: PlannedGroup, { rowOf }: SuiteAgents): RunRecord[] | undefined {
  const records = runs.flatMap((run) => {
    const row = rowOf(run);
    return row?.verdict === 'pass' && row.trace ? [{ trace: row.trace, duration_ms: row.duration_ms }] : [];
  });
  return records.length === runs.length && records.length > 0 ? records : undefined;
}

async function whyNot(
  planned: PlannedGroup,
  records: RunRecord[],
  options: ScoreOptions,
): Promise<string | undefined> {
  if (!planned.complete) return 'only some of its runs were selected';
  return passes(await scoreGroup(planned, records, options))
    ? undefined
    : 'its recorded runs do not pass when they are scored again';
}

function withTraces(records: readonly RunRecord[], traces: readonly Trace[]): RunRecord[] {
  return records.map((record, n) => ({ ...record, trace: traces[n] ?? record.trace }));
}

function passes({ results, group, floor }: ScoredGroup): boolean {
  const rows = results.every(({ verdict }) => verdict === 'pass');
  return rows && (group === undefined || group.verdict === 'pass') && (floor === undefined || floor.passed);
}

interface GroupRound {
  /** Runs of other tests. */
  others: Trace[];
  options: ScoreOptions;
  judged(killed: boolean): void;
}

async function measureGroup(
  planned: PlannedGroup,
  records: RunRecord[],
  { others, options, judged }: GroupRound,
): Promise<TestStrength> {
  const { agent, model, suite, name } = planned;
  const mutants = agentMutants(
    records.map(({ trace }) => trace),
    others,
  );
  const survivors: Survivor[] = [];
  for (const mutant of mutants) {
    const killed = !passes(await scoreGroup(planned, withTraces(records, mutant.traces), options));
    judged(killed);
    if (killed) continue;
    const { id, path, change } = mutant;
    const suggestion = await suggestFor(mutant, planned, { records, options });
    survivors.push(omitUndefined({ id, family: 'M-CALL' as const, path, change, suggestion }));
  }
  return omitUndefined({
    name,
    file: suite.display_file,
    line: agent.place.line,
    model,
    ...tallyOf(mutants.length - survivors.length, mutants.length),
    hollow: mutants.length > 0 && survivors.length === mutants.length,
    survivors,
  });
}

/** A line for `expect:` that all runs pass and the changed ones do not. */
async function suggestFor(
  { ideas, traces: changed }: AgentMutant,
  planned: PlannedGroup,
  { records, options }: { records: RunRecord[]; options: ScoreOptions },
): Promise<string | undefined> {
  for (const idea of ideas) {
    const agent = { ...planned.agent, metrics: [], judged: undefined, expect: { assertions: [idea] } };
    const holds = async (runs: RunRecord[]): Promise<boolean> => {
      const { results } = await scoreGroup({ ...planned, agent }, runs, options);
      return verdictOf(results.flatMap(({ checks }) => checks)) === 'pass';
    };
    if ((await holds(records)) && !(await holds(withTraces(records, changed)))) return asLine(idea);
  }
  return undefined;
}
