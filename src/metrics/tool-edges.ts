/** `tool_edges:` did the agents keep to the tools and hand-offs they were given? Structure, not correctness. */
import * as z from 'zod/mini';
import type { Metric } from '../types/metric.js';
import { ownValue } from '../util/plain.js';
import { percent } from '../util/ratio.js';
import { show, tally } from './explain.js';
import { expectSchema, gate, NO_RUNS, nameSchema, nothing, toolSchema } from './result.js';
import { array, type Runs, readRuns } from './runs.js';
import { indexMembers } from './tool-id.js';

export interface ToolEdges {
  allowed?: string[];
  restricted?: string[];
  delegation?: { from: string; to: string }[];
  expect?: unknown[];
}

const TARGETS = [
  'edges.allowed_pct',
  'edges.restricted_attempts',
  'edges.delegation_pct',
  'edges.gate_passed',
];

export const toolEdges: Metric<ToolEdges> = {
  block: 'tool_edges',
  preview: true,
  schema: z
    .strictObject({
      allowed: z.optional(
        z
          .array(toolSchema)
          .check(z.describe('Tools that the agent may call; how many it did call is measured.')),
      ),
      restricted: z.optional(z.array(toolSchema).check(z.describe('Tools that the agent must never call.'))),
      delegation: z.optional(
        z
          .array(
            z.strictObject({
              from: nameSchema.check(z.describe('The agent that hands over.')),
              to: nameSchema.check(z.describe('The agent that takes over.')),
            }),
          )
          .check(z.describe('Hand-offs between agents that should happen.')),
      ),
      expect: expectSchema,
    })
    .check(
      z.meta({
        description: 'Coverage of allowed tools and hand-offs, and calls of restricted tools.',
        'x-mcptest-status': 'preview',
      }),
    ),
  needs: [],
  targets: TARGETS,
  defaults: () => [gate('edges.restricted_attempts', '<=', 0)],
  measure(traces, block, ctx) {
    if (traces.length === 0) return nothing(TARGETS, NO_RUNS);
    const runs = readRuns(traces, ctx);
    const calls = runs.list.flatMap((run) => run.calls);
    const allowed = [...new Set(block.allowed)];
    const index = indexMembers(
      allowed.map((tool) => [tool]),
      runs.servers,
    );
    const used = new Set(calls.flatMap((call) => index.listsOf(call)));
    const forbidden = indexMembers([block.restricted ?? []], runs.servers);
    const attempts = calls.filter((call) => forbidden.listsOf(call).length > 0).map((call) => call.id);
    const declared = new Set((block.delegation ?? []).map(({ from, to }) => edge(from, to)));
    const seen = handOffs(runs);
    const done = [...declared].filter((pair) => seen.has(pair)).length;
    return {
      figures: {
        'edges.allowed_pct': allowed.length === 0 ? 100 : percent(used.size, allowed.length),
        'edges.restricted_attempts': attempts.length,
        'edges.delegation_pct': declared.size === 0 ? 100 : percent(done, declared.size),
        'edges.gate_passed': attempts.length === 0 ? 1 : 0,
      },
      explain: [
        `${used.size} of ${allowed.length} allowed tools called` +
          unused(allowed.filter((_, i) => !used.has(i))),
        attempts.length === 0 ? 'no restricted tool called' : `restricted tools called: ${tally(attempts)}`,
        `${done} of ${declared.size} hand-offs seen` +
          unused(
            [...declared].filter((pair) => !seen.has(pair)),
            ' → ',
          ),
      ],
    };
  },
};

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
  return `; not ${names.map((name) => show(name.replace(SEPARATOR, arrow))).join(', ')}`;
}
