/** An HTTP answer that is no event stream: the message in it, or what came instead, by its first bytes. */
import { isObject } from '../../util/plain.js';
import type { FaultLog } from '../session/fault-log.js';
import { MAX_DEPTH, parseJson } from '../session/parse-json.js';
import { excerpt, readBody } from './http-body.js';
import type { HttpResponse } from './http-client.js';

export interface Answer {
  /** The JSON-RPC value to hand over. */
  value?: unknown;
  /** What to say of the exchange when the value does not settle it. */
  problem: string;
  /** The server seems to have forgotten our session, and says so in an answer instead of by 404. */
  forgotten?: boolean;
}

const FORGOTTEN =
  /session.*(not found|expired|invalid|unknown|not exist|terminated)|(no valid|invalid|unknown|expired) session/is;

export async function readAnswer(
  response: HttpResponse,
  { id, inSession, cap, faults }: { id: number; inSession: boolean; cap: number; faults: FaultLog },
): Promise<Answer> {
  const body = await readBody(response, cap);
  const start = excerpt(body.bytes);
  if (!body.ok) return { problem: `the body could not be read, ${body.why}; it starts with ${start}` };
  if (response.status === 202)
    return { problem: 'the request was accepted without an answer; a request needs one' };
  const parsed = parseJson(body.bytes, faults);
  const value = parsed.ok ? parsed.value : undefined;
  const isJson = mediaType(response) === 'application/json';
  const isError = isObject(value) && value.id === id && Object.hasOwn(value, 'error');
  if (!response.ok && !isError) {
    const forgotten = response.status === 400 && inSession && /session/i.test(body.bytes.toString('latin1'));
    return {
      problem: start + (forgotten ? ' (a server that no longer knows a session has to answer 404)' : ''),
    };
  }
  if (response.ok && !isJson) {
    const type = response.header('content-type');
    return { problem: `content type ${type ? JSON.stringify(type) : 'missing'}, body ${start}` };
  }
  if (!parsed.ok && parsed.problem === 'depth')
    return { problem: `the body nests deeper than ${MAX_DEPTH} levels` };
  if (!parsed.ok && parsed.problem === 'utf8')
    return { problem: `the body is not valid UTF-8 at byte ${parsed.offset}: ${start}` };
  if (!parsed.ok) return { problem: `the body is not JSON: ${start}` };
  const forgotten = inSession && isError && saysForgotten(value.error);
  return { value, problem: `the answer contains no response to request ${id}: ${start}`, forgotten };
}

/** By an error of the range that implementations use for their own ends; a tool speaks of its own sessions. */
function saysForgotten(error: unknown): boolean {
  const { code, message } = isObject(error) ? error : {};
  const own = typeof code === 'number' && code >= -32099 && code <= -32000;
  return own && typeof message === 'string' && FORGOTTEN.test(message.slice(0, 1000));
}

export function mediaType(response: HttpResponse): string {
  const [type = ''] = (response.header('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}
