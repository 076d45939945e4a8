/** A trace as the targets of an agent test see it. */
import type { RunView } from '../gates/judge-run.js';
import { type Run, readRuns } from '../metrics/runs.js';
import type { MetricContext } from '../types/metric.js';
import type { Trace, TraceCall } from '../types/trace.js';
import { omitUndefined } from '../util/omit-undefined.js';

/** `traces` holds the one trace, as the list that was measured: what the metrics read of it is read once. */
export function viewRun(trace: Trace, traces: Trace[], ctx: MetricContext): RunView {
  const { final_response, tokens, turns, cost_usd } = trace;
  const { list } = readRuns(traces, ctx);
  const tools = list.length === 1 && list[0] ? list[0].tools : list.flatMap((run) => run.tools);
  const total = tokens?.total ?? sum(tokens?.input, tokens?.output);
  let viewed: unknown[] | undefined;
  const view = omitUndefined({
    tool_calls: [],
    tool_names: tools.map(({ name }) => name),
    final_response,
    conversation: omitUndefined({
      tokens: total === undefined ? { ...tokens } : { ...tokens, total },
      turns: turns?.length,
    }),
    cost_usd,
  });
  // Most tests look at names only.
  return Object.defineProperty(view, 'tool_calls', {
    get: () => {
      viewed ??= trace.calls.map((call, index) => viewCall(call, tools[index]));
      return viewed;
    },
  });
}

/** The call as recorded, with the name and the server that were read of its tool. */
function viewCall(
  { tool, ...recorded }: TraceCall,
  read: Run['tools'][number] | undefined,
): Record<string, unknown> {
  const view = { ...recorded, name: read?.name ?? tool };
  return read?.server === undefined ? view : { ...view, server: read.server };
}

function sum(input: number | undefined, output: number | undefined): number | undefined {
  return input === undefined || output === undefined ? undefined : input + output;
}
