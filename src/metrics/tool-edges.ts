/** `tool_edges:` did the agents keep to the tools and hand-offs they were given? Structure, not correctness. */
import type { CountedCalls, Explanation, MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { ownValue } from '../util/plain.js';
import { percent } from '../util/ratio.js';
import { listed, show, showCalls } from './explain.js';
import { NO_RUNS, noFigures } from './result.js';
import { array, placesOf, type Run, type Runs, readRuns, toolsOf } from './runs.js';
import type { ToolEdges } from './schemas/tool-edges.js';
import { indexOnce, type MemberIndex } from './tool-id.js';

const NONE: string[] = [];

export function measureToolEdges(traces: Trace[], block: ToolEdges, ctx: MetricContext): MetricResult {
  if (traces.length === 0) return noFigures('tool_edges', NO_RUNS);
  const runs = readRuns(traces, ctx);
  const allowed = [...new Set(block.allowed)];
  const index = indexOnce(block.allowed ?? NONE, runs.servers, (names) =>
    [...new Set(names)].map((tool) => [tool]),
  );
  const used = new Set<number>();
  for (const run of runs.list) {
    for (const { tool } of toolsOf(run)) for (const list of index.listsOf(tool)) used.add(list);
  }
  const forbidden = indexOnce(block.restricted ?? NONE, runs.servers, (names) => [names]);
  const attempts = runs.list.map((run) => placesOf(run, forbidden));
  const tried = attempts.reduce((sum, places) => sum + places.length, 0);
  const declared = new Set((block.delegation ?? []).map(({ from, to }) => edge(from, to)));
  const seen = handOffs(runs);
  const done = [...declared].filter((pair) => seen.has(pair)).length;
  return {
    figures: {
      'edges.allowed_pct': allowed.length === 0 ? 100 : percent(used.size, allowed.length),
      'edges.restricted_attempts': tried,
      'edges.delegation_pct': declared.size === 0 ? 100 : percent(done, declared.size),
      'edges.gate_passed': tried === 0 ? 1 : 0,
    },
    explain: [
      ...explainAttempts(runs, attempts),
      {
        targets: ['edges.allowed_pct'],
        counted: () => (runs.list.length === 1 ? allowedCalls(runs.list[0], index) : []),
        text:
          `${used.size} of ${allowed.length} allowed tools called` +
          unused(allowed.filter((_, i) => !used.has(i))),
      },
      {
        targets: ['edges.delegation_pct'],
        text:
          `${done} of ${declared.size} hand-offs seen` +
          unused(
            [...declared].filter((pair) => !seen.has(pair)),
            ' → ',
          ),
      },
    ],
  };
}

function allowedCalls(run: Run | undefined, allowed: MemberIndex): CountedCalls[] {
  const calls = placesOf(run, allowed);
  return [{ as: 'allowed', good: true, calls }];
}

/** Every call of a restricted tool, with its arguments. */
function explainAttempts({ list }: Runs, attempts: number[][]): Explanation[] {
  const targets = ['edges.restricted_attempts', 'edges.gate_passed'];
  const found = attempts.flatMap((places, run) => {
    if (places.length === 0) return [];
    const text = `restricted: ${showCalls(list[run]?.calls ?? [], places)}`;
    return [{ targets, run, text, counted: () => [{ as: 'restricted', good: false, calls: places }] }];
  });
  return found.length === 0 ? [{ targets, text: 'no restricted tool called' }] : found;
}

const SEPARATOR = '\u0000';

function edge(from: string, to: string): string {
  return from + SEPARATOR + to;
}

function handOffs(runs: Runs): Set<string> {
  const seen = new Set<string>();
  for (const run of runs.list) {
    for (const each of array(run.trace.delegations)) {
      const [from, to] = [ownValue(each, 'from'), ownValue(each, 'to')];
      if (typeof from === 'string' && typeof to === 'string') seen.add(edge(from, to));
    }
  }
  return seen;
}

function unused(names: readonly string[], arrow = ''): string {
  if (names.length === 0) return '';
  return `; not ${listed(names.map((name) => show(name.replace(SEPARATOR, arrow))))}`;
}
