/**
 * The playing side: a driver and a connection that answer from a recorded run, in its order, and open
 * nothing. A run that asks for something else than was recorded gets an error; from then on nothing is
 * answered, and `problem` says what happened.
 */

import type { Redactor } from '../redact/redactor.js';
import type { RecordedEvent, RecordedReply, RecordedRun } from '../types/cassette.js';
import type { ToolDef } from '../types/catalog.js';
import type { Connection, ConnectionInfo, Reply } from '../types/connection.js';
import type { Driver, ProviderName, TurnOutcome } from '../types/driver.js';
import { canonicalJson } from '../util/canonical-json.js';
import { oneLine } from '../util/text.js';

export interface Replayer {
  driver(model: string, provider: ProviderName, by?: string): Driver;
  connection(server: string, info: ConnectionInfo, tools: ToolDef[]): Connection;
  /** Why the run cannot be replayed. */
  readonly problem: string | undefined;
  /** Interactions that nobody asked for. */
  unused(): number;
}

export function createReplayer(run: RecordedRun, redactor: Redactor): Replayer {
  let at = 0;
  let problem: string | undefined;
  const fail = (what: string): string => {
    problem ??= `the recording does not go on as this run does: ${what}`;
    return problem;
  };
  const next = (): RecordedEvent | undefined => (problem === undefined ? run.events[at++] : undefined);

  const turn = (by: string | undefined): TurnOutcome => {
    const event = next();
    if (event && 'turn' in event && event.by === by) return { turn: event.turn };
    if (event === undefined && run.ended !== undefined && problem === undefined)
      return { failure: { kind: 'timeout', message: run.ended.message } };
    const message = fail(`interaction ${at} is ${describe(event)}, and not a turn of ${by ?? 'the model'}`);
    return { failure: { kind: 'malformed', message } };
  };

  const request = (server: string, method: string, params: Record<string, unknown> | undefined): Reply => {
    const event = next();
    const asked = redactor.value(params ?? {});
    if (
      event &&
      'server' in event &&
      event.server === server &&
      event.method === method &&
      canonicalJson(event.params ?? {}) === canonicalJson(asked)
    )
      return asReply(event.reply);
    const tool = typeof params?.name === 'string' ? ` (${oneLine(params.name)})` : '';
    const message = fail(
      `interaction ${at} is ${describe(event)}, and not this ${method} of ${server}${tool}`,
    );
    return { kind: 'invalid', message, duration_ms: 0, progress: [] };
  };

  return {
    driver: (model, provider, by) => ({ model, provider, turn: async () => turn(by) }),
    connection: (server, info, tools) => ({
      name: server,
      info,
      alive: true,
      request: async (method, params) => request(server, method, params),
      list: async () => ({ items: tools, pages: 1 }),
      faults: () => [],
      stderrTail: () => '',
      close: async () => {},
    }),
    get problem() {
      return problem;
    },
    unused: () => (problem === undefined ? Math.max(0, run.events.length - at) : 0),
  };
}

function asReply(reply: RecordedReply): Reply {
  const rest = { duration_ms: reply.duration_ms ?? 0, progress: [] };
  if (reply.kind === 'result') return { kind: 'result', result: reply.result, ...rest };
  if (reply.kind === 'error') return { kind: 'error', error: reply.error!, ...rest };
  return { kind: reply.kind, message: reply.message ?? '', ...rest };
}

function describe(event: RecordedEvent | undefined): string {
  if (event === undefined) return 'past its end';
  if ('turn' in event) return `a turn of ${event.by === undefined ? 'the model' : oneLine(event.by)}`;
  return `${oneLine(event.method)} of ${oneLine(event.server)}`;
}
