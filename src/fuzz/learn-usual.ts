/**
 * One call of each tool with its usual input, before anything unusual is sent: what its answer looks like, and ids,
 * names and paths that make the input of other tools mean something.
 */
import { type KnownValue, likelyArguments, saysSomething, valuesIn } from '../generate/known-values.js';
import type { ToolDef } from '../types/catalog.js';
import type { FuzzServer, SeenCall } from './fuzz-server.js';
import { isFailure } from './judge-call.js';
import type { Args } from './places.js';

export interface UsualCall {
  def: ToolDef;
  /** Absent when none can be made from the schema. */
  args?: Args;
  seen?: SeenCall;
}

export async function learnUsual(
  made: readonly { def: ToolDef; args?: Args }[],
  server: FuzzServer,
): Promise<UsualCall[]> {
  const known: KnownValue[] = [];
  const out: UsualCall[] = [];
  for (const { def, args } of made) {
    if (args === undefined) {
      out.push({ def });
      continue;
    }
    const seen = await server.call({ tool: def.name, args });
    learn(seen, known);
    out.push({ def, args, seen });
  }
  for (const one of out) if (leadsNowhere(one)) await tryKnown(one, known, server);
  await server.restart();
  return out;
}

/** Arguments that the schema allows may still name nothing. */
function leadsNowhere({ args, seen }: UsualCall): boolean {
  if (args === undefined || Object.keys(args).length === 0) return false;
  if (seen?.reply.kind === 'error') return true;
  return seen?.reply.kind === 'result' && (isFailure(seen.reply) || !saysSomething(seen.reply.result));
}

async function tryKnown(one: UsualCall, known: KnownValue[], server: FuzzServer): Promise<void> {
  for (const args of likelyArguments(one.def, one.args ?? {}, known)) {
    const seen = await server.call({ tool: one.def.name, args });
    if (seen.reply.kind !== 'result' || isFailure(seen.reply)) continue;
    one.args = args;
    one.seen = seen;
    learn(seen, known);
    return;
  }
}

function learn({ call, reply }: SeenCall, known: KnownValue[]): void {
  if (reply.kind === 'result' && !isFailure(reply))
    known.push(...valuesIn(call.tool, call.args, reply.result));
}
