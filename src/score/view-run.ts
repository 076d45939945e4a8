/** A trace as the targets of an agent test see it. */
import type { RunView } from '../gates/judge-run.js';
import { readRuns } from '../metrics/runs.js';
import type { MetricContext } from '../types/metric.js';
import type { Trace, TraceCall } from '../types/trace.js';

/** The one trace comes as a list, so that what the metrics read of it is read once. */
export function viewRun(traces: [Trace], ctx: MetricContext): RunView {
  const [trace] = traces;
  const { calls } = readRuns(traces, ctx).list[0]!;
  const total = trace.tokens?.total ?? sum(trace.tokens?.input, trace.tokens?.output);
  return {
    tool_calls: calls.map(({ name, server }, index) => viewCall(name, server, trace.calls[index]!)),
    tool_names: calls.map(({ name }) => name),
    ...(trace.final_response !== undefined && { final_response: trace.final_response }),
    conversation: {
      tokens: { ...trace.tokens, ...(total !== undefined && { total }) },
      ...(trace.turns !== undefined && { turns: trace.turns.length }),
    },
    ...(trace.cost_usd !== undefined && { cost_usd: trace.cost_usd }),
  };
}

function viewCall(name: string, server: string | undefined, call: TraceCall): Record<string, unknown> {
  const { tool: _, ...recorded } = call;
  return { ...recorded, name, ...(server !== undefined && { server }) };
}

function sum(input: number | undefined, output: number | undefined): number | undefined {
  return input === undefined || output === undefined ? undefined : input + output;
}
