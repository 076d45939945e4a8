/**
 * An answer that comes as an event stream: messages until the answer is among them. A stream that ends
 * before is resumed where the server gave event ids, as the legacy revisions allow.
 */

import type { FaultLog } from '../session/fault-log.js';
import { parseJson } from '../session/parse-json.js';
import { excerpt } from './http-body.js';
import type { HttpResponse } from './http-client.js';
import { type SseEvent, SseParser } from './sse-parser.js';

const DEFAULT_RETRY_MS = 1000;
const MAX_RESUMES = 20;

export interface StreamReader {
  cap: number;
  faults: FaultLog;
  signal: AbortSignal;
  deliver(value: unknown): void;
  /** True once the answer has been delivered. */
  answered(): boolean;
  /** The rest of the stream after an event id, where the server can send it. */
  resume?(lastEventId: string, afterMs: number): Promise<HttpResponse | undefined>;
}

/** Undefined when the answer came or is no longer wanted, else why it did not. */
export async function readStream(first: HttpResponse, reader: StreamReader): Promise<string | undefined> {
  let response = first;
  let lastEventId = '';
  let retryMs = DEFAULT_RETRY_MS;
  for (let resumes = 0; ; resumes++) {
    const part = await readPart(response, reader, lastEventId);
    if (reader.signal.aborted || reader.answered()) return undefined;
    if (part.problem !== undefined) return part.problem;
    lastEventId = part.lastEventId;
    retryMs = part.retryMs ?? retryMs;
    if (!lastEventId || !reader.resume || resumes >= MAX_RESUMES)
      return 'the event stream ended without an answer';
    const rest = await reader.resume(lastEventId, retryMs);
    if (reader.signal.aborted) return undefined;
    if (!rest) return 'the event stream ended without an answer and could not be resumed';
    response = rest;
  }
}

/** One response of a stream, as far as it is wanted. */
async function readPart(
  response: HttpResponse,
  reader: StreamReader,
  after: string,
): Promise<{ problem: string | undefined; lastEventId: string; retryMs: number | undefined }> {
  let problem: string | undefined;
  const parser = new SseParser((event) => {
    problem ??= handOver(event, reader);
  }, reader.cap);
  parser.lastEventId = after;
  try {
    for await (const chunk of response.body) {
      parser.push(chunk);
      if (problem !== undefined || reader.answered()) break;
    }
  } catch (error) {
    if (!brokeOff(error)) problem ??= `the event stream is broken: ${(error as Error).message}`;
  }
  return { problem, lastEventId: parser.lastEventId, retryMs: parser.retryMs };
}

function handOver(event: SseEvent, reader: StreamReader): string | undefined {
  // An event without data only carries the id that a broken stream can be resumed from.
  if (event.event !== 'message' || event.data === '') return undefined;
  const bytes = Buffer.from(event.data);
  const parsed = parseJson(bytes, reader.faults);
  if (!parsed.ok) return `an event is not JSON: ${excerpt(bytes)}`;
  reader.deliver(parsed.value);
  return undefined;
}

/** The connection ended in the middle, which a resumption may mend. */
function brokeOff(error: unknown): boolean {
  const { name, code } = error as NodeJS.ErrnoException;
  return name === 'AbortError' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}
