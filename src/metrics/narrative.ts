/**
 * `narrative:` the final answer against the calls behind it. A careful reading of plain English that
 * would rather miss an invention than accuse a true answer; it cannot see sums, averages, paraphrase or
 * dates made from timestamps, and knows nothing of whether a backed value is the right one.
 */
import type { MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { indexClasses } from './classes.js';
import { lines, runLabel, show } from './explain.js';
import { claimedSuccess, claimedTools, type FailedTool, type ToolSpellings } from './narrative-claims.js';
import { gatherEvidence } from './narrative-evidence.js';
import { unbackedValues } from './narrative-values.js';
import { recoveredCalls } from './recovered-calls.js';
import { NO_RUNS, nothing } from './result.js';
import { type Run, type Runs, readRuns } from './runs.js';
import type { Narrative } from './schemas/narrative.js';
import type { MemberIndex } from './tool-id.js';
import { nameWords } from './words.js';

const UNSUPPORTED = 'narrative.unsupported_tools';
const UNBACKED = 'narrative.unbacked_values';
const CLAIMED = 'narrative.claimed_after_error';
export function measureNarrative(traces: Trace[], _block: Narrative, ctx: MetricContext): MetricResult {
  if (traces.length === 0) return nothing('narrative', NO_RUNS);
  const runs = readRuns(traces, ctx);
  if (!runs.list.every((run) => typeof run.trace.final_response === 'string')) {
    return nothing('narrative', 'the final response of at least one run is not known');
  }
  const names = knownNames(runs);
  const spellings = spellingsOf(runs);
  const classes = indexClasses(ctx.classes ?? [], runs.servers);
  const read = runs.list.map((run) => readAnswer(run, ctx, names, spellings, classes));
  const figures: Record<string, number> = {
    [UNBACKED]: read.reduce((sum, each) => sum + each.unbacked.length, 0),
    [CLAIMED]: read.some((each) => each.claimed !== undefined) ? 1 : 0,
  };
  if (runs.catalog !== undefined)
    figures[UNSUPPORTED] = read.reduce((sum, each) => sum + each.unsupported.length, 0);
  return {
    figures,
    ...(runs.catalog === undefined && { absent: { [UNSUPPORTED]: 'the catalogue is not known' } }),
    explain: lines(read.flatMap((each, i) => explain(each, runLabel(i, read.length)))),
  };
}

interface Reading {
  unsupported: string[];
  unbacked: string[];
  claimed?: { tool: string; sentence: string };
}

function readAnswer(
  run: Run,
  ctx: MetricContext,
  names: ReadonlySet<string>,
  spellings: ToolSpellings,
  classes: MemberIndex,
): Reading {
  const answer = run.trace.final_response!;
  const called = new Set(run.calls.map((call) => call.name));
  const sources = [ctx.prompt, run.trace.prompt, ...run.calls.flatMap((call) => [call.args, call.result])];
  const evidence = gatherEvidence([...sources, run.calls.length]);
  return {
    unsupported: [...claimedTools(answer, spellings)].filter((name) => !called.has(name)),
    unbacked: unbackedValues(answer, evidence, names),
    claimed: claimedSuccess(answer, failedTools(run, classes), spellings),
  };
}

/** Tools whose last call failed, unless an equal tool did the job afterwards. */
function failedTools(run: Run, classes: MemberIndex): FailedTool[] {
  const recovered = recoveredCalls(run.calls, classes, (call) => !call.failed);
  const alone = run.calls.every((call) => call.failed);
  const last = new Map(run.calls.map((call, i) => [call.id, i]));
  return [...last.values()]
    .filter((i) => run.calls[i]!.failed && !recovered[i])
    .map((i) => {
      const { name } = run.calls[i]!;
      return { name, words: nameWords(name), alone };
    });
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
  for (const call of runs.list.flatMap((run) => run.calls)) {
    if (call.name !== '') out.set(call.name.toLowerCase(), call.name);
  }
  return out;
}

/** Names of tools and servers are no values, quoted or not. */
function knownNames(runs: Runs): Set<string> {
  const out = new Set<string>();
  for (const [spelling, name] of spellingsOf(runs)) {
    out.add(spelling);
    out.add(name.toLowerCase());
  }
  for (const server of runs.servers) out.add(server.toLowerCase());
  return out;
}

function explain(reading: Reading, label: string): string[] {
  return [
    ...reading.unsupported.map(
      (name) => `${label}the answer says that ${show(name)} was used; it was not called`,
    ),
    ...reading.unbacked.map((value) => `${label}nothing backs ${show(value)}`),
    ...(reading.claimed
      ? [
          `${label}${show(reading.claimed.tool)} failed, yet the answer says: ${show(reading.claimed.sentence)}`,
        ]
      : []),
  ];
}
