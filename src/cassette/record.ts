/**
 * The recording side: a driver and a connection that pass everything through and write down what was
 * answered, redacted, without times. `replay.ts` is its twin.
 */

import type { Redactor } from '../redact/redactor.js';
import type { RecordedEvent, RecordedReply, RecordedTurn } from '../types/cassette.js';
import type { Connection, Reply } from '../types/connection.js';
import type { Driver, DriverTool, Turn } from '../types/driver.js';
import { fullMessage } from '../util/full-message.js';
import { omitUndefined } from '../util/omit-undefined.js';

export interface Recorder {
  readonly events: RecordedEvent[];
  driver(driver: Driver, by?: string): Driver;
  connection(connection: Connection): Connection;
}

/** `timed`: the test is judged by how long things take, so times are kept. */
export function createRecorder(redactor: Redactor, timed = false): Recorder {
  const events: RecordedEvent[] = [];
  let calls = 0;
  return {
    events,
    driver: (driver, by) => ({
      model: driver.model,
      provider: driver.provider,
      async turn(conversation, options) {
        const outcome = await driver.turn(conversation, options);
        if ('turn' in outcome) {
          const tools = [...options.tools, ...(options.deferred ?? [])];
          const turn = recordedTurn(outcome.turn, tools, redactor);
          // Providers make ids up anew each time; numbers keep the bytes the same.
          turn.calls = turn.calls.map((call) => ({ ...call, id: `call_${++calls}` }));
          events.push(by === undefined ? { turn } : { by, turn });
        }
        return outcome;
      },
    }),
    connection: (connection) => ({
      name: connection.name,
      info: connection.info,
      get alive() {
        return connection.alive;
      },
      list: (method, options) => connection.list(method, options),
      faults: () => connection.faults(),
      stderrTail: () => connection.stderrTail(),
      close: () => connection.close(),
      async request(method, params, options) {
        const reply = await connection.request(method, params, options);
        const kept = recordedReply(reply, redactor);
        if (timed) kept.duration_ms = Math.round(reply.duration_ms);
        events.push(
          omitUndefined({
            server: connection.name,
            method,
            params: params && redactor.value(params),
            reply: kept,
          }),
        );
        return reply;
      },
    }),
  };
}

/** Reasoning and what only the provider can read are left out: no figure is made from them. */
function recordedTurn(turn: Turn, tools: readonly DriverTool[], redactor: Redactor): RecordedTurn {
  const { text, calls, usage, finish, retries, searches, warnings } = turn;
  const nameOf = (tool: string): string | undefined => tools.find(({ name }) => name === tool)?.kept;
  return omitUndefined({
    text: text === undefined ? undefined : redactor.text(text),
    calls: calls.map((call) => {
      const kept = nameOf(call.tool);
      const redacted = redactor.value(call);
      return { ...redacted, tool: kept ?? redacted.tool };
    }),
    usage,
    finish,
    retries: retries || undefined,
    searches: searches?.map(({ query, found }) => ({
      query: redactor.text(query),
      found: found.map((name) => nameOf(name) ?? redactor.text(name)),
    })),
    warnings: warnings?.length ? redactor.value(warnings) : undefined,
  });
}

function recordedReply(reply: Reply, redactor: Redactor): RecordedReply {
  if (reply.kind === 'result') return { kind: 'result', result: redactor.value(reply.result) };
  if (reply.kind === 'error') return { kind: 'error', error: redactor.value(reply.error) };
  return { kind: reply.kind, message: redactor.text(fullMessage(reply)) };
}
