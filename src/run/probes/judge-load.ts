/** `load:` of a tool test → its checks and figures. */

import { isRemote } from '../../load/is-remote.js';
import { judgeLoad } from '../../load/judge-load.js';
import { runLoad } from '../../load/run-load.js';
import type { LoadSpec } from '../../types/probes.js';
import { fullMessage } from '../../util/full-message.js';
import type { ProbeContext, ProbedCall, ProbeJudgement } from './judge-probes.js';

export async function judgeLoadOf(
  { gates, allow_remote, ...spec }: LoadSpec,
  { tool, args, timeout_ms }: ProbedCall,
  { redactor, server, signal }: ProbeContext,
): Promise<ProbeJudgement> {
  if (!allow_remote && isRemote(server.url))
    return unjudged('the server is on another machine; `allow_remote: true` loads it all the same');
  const got = await server.open();
  if (!got.connection) return unjudged(redactor.text(fullMessage(got.failure)));
  const { connection } = got;
  try {
    const { pid } = connection;
    const result = await runLoad(connection, {
      ...spec,
      tool,
      args,
      timeout_ms,
      signal,
      ...(pid && { pid }),
    });
    const { calls, errors, per_second, latency_ms, memory } = result;
    const figures = {
      load_calls: calls,
      load_errors: errors,
      load_per_second: per_second,
      load_p50_ms: latency_ms.p50,
      load_p95_ms: latency_ms.p95,
      load_p99_ms: latency_ms.p99,
      ...(memory && { load_memory_growth_mb: memory.growth_mb }),
    };
    const notes = result.notes.map((note) => redactor.text(note));
    return { checks: redactor.value(judgeLoad(result, gates)), figures, notes };
  } finally {
    await connection.close();
  }
}

function unjudged(message: string): ProbeJudgement {
  const check = { target: 'load', matcher: 'ready', outcome: 'inconclusive', message } as const;
  return { checks: [check], figures: {}, notes: [] };
}
