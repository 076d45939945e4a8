/** How much of what models and servers say is kept: enough for any real answer, never all of a flood. */
import { toolResultText } from '../../drivers/tool-result-text.js';
import type { Connection, Reply } from '../../types/connection.js';
import type { Driver, Turn } from '../../types/driver.js';
import { marked } from '../../util/cut-mark.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { ownValue } from '../../util/plain.js';
import { clip } from '../../util/text.js';

/** Of a result or an answer, in characters. */
export const MOST_KEPT = 1_000_000;
/** Of one result, for the model to read. */
const MOST_READ = 200_000;
const CUT_OFF = /\n\[\d+ more characters were cut off\]$/;
/** Unless a test says otherwise. */
export const DEFAULT_MAX_TURNS = 10;
/** Calls in one turn that are carried out. */
export const MOST_CALLS = 128;

/** A connection whose results are cut to what is kept. */
export function boundConnection(connection: Connection): Connection {
  return {
    name: connection.name,
    info: connection.info,
    get alive() {
      return connection.alive;
    },
    list: (method, options) => connection.list(method, options),
    faults: () => connection.faults(),
    stderrTail: () => connection.stderrTail(),
    close: () => connection.close(),
    request: async (method, params, options) => boundReply(await connection.request(method, params, options)),
  };
}

function boundReply(reply: Reply): Reply {
  if (reply.kind !== 'result' || sizeOf(reply.result) <= MOST_KEPT) return reply;
  const text = clip(toolResultText(reply.result), MOST_KEPT);
  const isError = ownValue(reply.result, 'isError') === true ? true : undefined;
  // Structured content is left out whole, so that the text alone does not show that something is missing.
  return { ...reply, result: marked(omitUndefined({ content: [{ type: 'text', text }], isError })) };
}

/** A driver whose turns are cut to what is kept. */
export function boundDriver(driver: Driver): Driver {
  return {
    model: driver.model,
    provider: driver.provider,
    async turn(conversation, options) {
      const outcome = await driver.turn(conversation, options);
      return 'turn' in outcome ? { turn: boundTurn(outcome.turn) } : outcome;
    },
  };
}

function boundTurn(turn: Turn): Turn {
  const text = turn.text === undefined ? undefined : clip(turn.text, MOST_KEPT);
  const calls = turn.calls.map((call) =>
    sizeOf(call.args) <= MOST_KEPT ? call : { ...call, args: clip(textOf(call.args) ?? '', 1000) },
  );
  if (text === turn.text && calls.every((call, index) => call === turn.calls[index])) return turn;
  // What only the provider can read belongs to the uncut turn.
  const { replay: _, ...rest } = turn;
  return omitUndefined({ ...rest, text, calls });
}

export function forModel(text: string): string {
  if (text.length <= MOST_READ) return text;
  return `${clip(text, MOST_READ)}\n[${text.length - MOST_READ} more characters were cut off]`;
}

/**
 * What is read of a server's instructions, and kept in a cassette. What was cut once is not cut again, and
 * is still known to be cut.
 */
export function instructionsRead(instructions: string): { text: string; cut: boolean } {
  const remark = (left: number): string => `\n[${left} more characters were cut off]`;
  if (instructions.length <= MOST_READ) return { text: instructions, cut: CUT_OFF.test(instructions) };
  const kept = clip(instructions, MOST_READ - remark(instructions.length).length);
  return { text: kept + remark(instructions.length - kept.length + 1), cut: true };
}

function sizeOf(value: unknown): number {
  return textOf(value)?.length ?? Number.POSITIVE_INFINITY;
}

/** Undefined for what is nested too deeply to be written down. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return undefined;
  }
}
