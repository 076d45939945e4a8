/** `metamorphic:`, `fuzz:` and `load:` of a tool test, once its own call has passed. */
import type { Redactor } from '../../redact/redactor.js';
import type { Connection } from '../../types/connection.js';
import type { Probes } from '../../types/probes.js';
import type { Check } from '../../types/verdict.js';
import { isObject } from '../../util/plain.js';
import type { ConnectionResult } from '../servers.js';

/** How a test reaches its server beside the connection that it shares with others. */
export interface ProbedServer {
  command?: readonly string[];
  url?: string;
  /** A connection of its own: what is fuzzed or loaded disturbs no other test. */
  open(): Promise<ConnectionResult>;
}

export interface ProbedCall {
  server: string;
  tool: string;
  args: Record<string, unknown>;
  /** As the server lists it. */
  def?: Record<string, unknown>;
  connection: Connection;
  timeout_ms: number;
}

export interface ProbeContext {
  redactor: Redactor;
  server: ProbedServer;
  signal?: AbortSignal;
}

export interface ProbeJudgement {
  checks: Check[];
  figures: Record<string, number>;
  notes: string[];
}

export async function judgeProbes(
  { metamorphic, fuzz, load }: Probes,
  call: ProbedCall,
  context: ProbeContext,
): Promise<ProbeJudgement> {
  const out: ProbeJudgement = { checks: [], figures: {}, notes: [] };
  if (metamorphic) {
    const { judgeRelations } = await import('../../fuzz/relations.js');
    const { connection, tool, args, timeout_ms } = call;
    const { signal, redactor } = context;
    const judged = await judgeRelations(metamorphic, {
      args,
      call: (own) => connection.request('tools/call', { name: tool, arguments: own }, { timeout_ms, signal }),
    });
    for (const { relation, outcome, message } of judged)
      out.checks.push({ target: 'metamorphic', matcher: relation, outcome, message: redactor.text(message) });
  }
  if (fuzz) {
    const { judgeFuzz } = await import('./judge-fuzz.js');
    add(out, await judgeFuzz(fuzz, call, context));
  }
  if (load) {
    const { judgeLoadOf } = await import('./judge-load.js');
    add(out, await judgeLoadOf(load, call, context));
  }
  return out;
}

function add(out: ProbeJudgement, { checks, figures, notes }: ProbeJudgement): void {
  out.checks.push(...checks);
  Object.assign(out.figures, figures);
  out.notes.push(...notes);
}

/** Arguments of a suite may be anything; only an object can be changed field by field. */
export function objectArgs(args: unknown): Record<string, unknown> {
  return isObject(args) ? args : {};
}
