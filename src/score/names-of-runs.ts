/** The tool names of a test against what its recorded runs know of tools. */
import { answeredTools, readRuns } from '../metrics/runs.js';
import { judgeNames, type NameFindings } from '../metrics/unknown-names.js';
import type { MetricContext } from '../types/metric.js';
import type { Assertion, MetricSpec } from '../types/suite.js';
import type { Trace } from '../types/trace.js';

export function judgeNamesOfRuns(
  metrics: readonly MetricSpec[],
  traces: readonly Trace[],
  ctx: MetricContext,
  assertions: readonly Assertion[] = [],
): NameFindings {
  const { list, catalog } = readRuns(traces, ctx);
  const known = {
    servers: [...ctx.servers, ...list.flatMap(({ trace }) => texts(trace.servers))],
    catalog,
    distractors: list.flatMap(({ trace }) => texts(trace.distractors)),
    // Agents have tools of their own, which no server lists: what gave a result is there.
    others: list.flatMap((run) => [...answeredTools(run)].map(({ id }) => id)),
    called: list.flatMap(({ tools }) => tools.map(({ id }) => id)),
  };
  return judgeNames(metrics, known, assertions);
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
