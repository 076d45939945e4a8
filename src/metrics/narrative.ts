/**
 * `narrative:` the final answer against the calls behind it. A careful reading of plain English that
 * would rather miss an invention than accuse a true answer; it cannot see sums, averages, paraphrase or
 * dates made from timestamps, and knows nothing of whether a backed value is the right one.
 */
import type { Explanation, MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { indexClasses, NO_CLASSES } from './classes.js';
import { show } from './explain.js';
import { claimedSuccess, claimedTools, type FailedTool, type ToolSpellings } from './narrative/claims.js';
import { gatherEvidence } from './narrative/evidence.js';
import { unbackedValues } from './narrative/values.js';
import { recoveredCalls } from './recovered-calls.js';
import { NO_RUNS, noFigures, splitFigures } from './result.js';
import { faultsOf, type Run, type RunCall, type Runs, readRuns, toolsOf } from './runs.js';
import type { Narrative } from './schemas/narrative.js';
import type { MemberIndex } from './tool-id.js';
import { nameWords } from './words.js';

export function measureNarrative(traces: Trace[], _block: Narrative, ctx: MetricContext): MetricResult {
  if (traces.length === 0) return noFigures('narrative', NO_RUNS);
  const runs = readRuns(traces, ctx);
  if (!runs.list.every((run) => typeof run.trace.final_response === 'string')) {
    return noFigures('narrative', 'the final response of at least one run is not known');
  }
  const spellings = spellingsOf(runs);
  const known: Known = {
    prompt: ctx.prompt,
    names: knownNames(runs, spellings),
    spellings,
    classes: indexClasses(ctx.classes ?? NO_CLASSES, runs.servers),
  };
  const read = runs.list.map((run) => readAnswer(run, known));
  const unsupported = read.reduce((sum, each) => sum + each.unsupported.length, 0);
  return {
    ...splitFigures({
      'narrative.unbacked_values': read.reduce((sum, each) => sum + each.unbacked.length, 0),
      'narrative.claimed_after_error': read.some((each) => each.claimed !== undefined) ? 1 : 0,
      'narrative.unsupported_tools': runs.catalog === undefined ? 'the catalogue is not known' : unsupported,
    }),
    explain: read.flatMap(explain),
  };
}

interface Reading {
  unsupported: string[];
  unbacked: string[];
  claimed?: { tool: string; sentence: string; calls: number[] };
}

/** What is known of every run alike. */
interface Known {
  prompt?: string;
  /** Names of tools and servers, in lower case. */
  names: ReadonlySet<string>;
  spellings: ToolSpellings;
  classes: MemberIndex;
}

function readAnswer(run: Run, { prompt, names, spellings, classes }: Known): Reading {
  const { trace } = run;
  const answer = trace.final_response ?? '';
  const called = new Set(toolsOf(run).map(({ tool }) => tool.name));
  const evidence = gatherEvidence(() => [
    prompt,
    trace.prompt,
    ...run.calls.flatMap((call) => [call.args, call.result]),
    run.tools.length,
  ]);
  const claimed = claimedSuccess(answer, failedTools(run, classes), spellings);
  return {
    unsupported: [...claimedTools(answer, spellings)].filter((name) => !called.has(name)),
    unbacked: unbackedValues(answer, evidence, names),
    claimed: claimed && { ...claimed, calls: [lastFailure(run.calls, claimed.tool)] },
  };
}

function lastFailure(calls: readonly RunCall[], tool: string): number {
  return calls.findLastIndex(({ name, failed }) => failed && name === tool);
}

/** Tools whose last call failed, unless an equal tool did the job afterwards. */
function failedTools(run: Run, classes: MemberIndex): FailedTool[] {
  if (faultsOf(run).failed.length === 0) return [];
  const { calls } = run;
  const recovered = recoveredCalls(calls, classes, (call) => !call.failed);
  const alone = calls.every((call) => call.failed);
  const last = new Map(calls.map((call, i) => [call.id, { call, recovered: recovered[i] }]));
  return [...last.values()]
    .filter((each) => each.call.failed && !each.recovered)
    .map(({ call: { name } }) => ({ name, words: nameWords(name), alone }));
}

/** Lower-case spelling → tool, for every tool of the catalogue and every tool called. */
function spellingsOf(runs: Runs): ToolSpellings {
  const out = new Map<string, string>();
  for (const [server, tools] of Object.entries(runs.catalog ?? {})) {
    for (const { name } of tools) {
      out.set(name.toLowerCase(), name);
      out.set(`${server}.${name}`.toLowerCase(), name);
    }
  }
  for (const run of runs.list)
    for (const name of namesCalled(run)) if (name !== '') out.set(name.toLowerCase(), name);
  return out;
}

/** Of names that differ in case alone the last one called comes last. */
function namesCalled(run: Run): string[] {
  const names = [...new Set(toolsOf(run).map(({ tool }) => tool.name))];
  const spelt = new Set(names.map((name) => name.toLowerCase()));
  return spelt.size === names.length ? names : run.tools.map(({ name }) => name);
}

/** Names of tools and servers are no values, quoted or not. */
function knownNames(runs: Runs, spellings: ToolSpellings): Set<string> {
  const out = new Set<string>();
  for (const [spelling, name] of spellings) {
    out.add(spelling);
    out.add(name.toLowerCase());
  }
  for (const server of runs.servers) out.add(server.toLowerCase());
  return out;
}

function explain({ unsupported, unbacked, claimed }: Reading, run: number): Explanation[] {
  const about = (leaf: string, text: string): Explanation => ({ targets: [`narrative.${leaf}`], run, text });
  const out = [
    ...unsupported.map((name) =>
      about('unsupported_tools', `the answer says that ${show(name)} was used; it was not called`),
    ),
    ...unbacked.map((value) => about('unbacked_values', `nothing backs ${show(value)}`)),
  ];
  if (claimed) {
    const text = `${show(claimed.tool)} failed, yet the answer says: ${show(claimed.sentence)}`;
    const counted = () => [{ as: 'claimed as done', good: false, calls: claimed.calls }];
    out.push({ ...about('claimed_after_error', text), counted });
  }
  return out;
}
