/** The messages in an HTTP answer, each with its bytes: a JSON body, or an event stream that may have to be resumed. */
import { setTimeout as wait } from 'node:timers/promises';
import { mediaType } from '../client/http/http-answer.js';
import { excerpt, readBody } from '../client/http/http-body.js';
import type { HttpResponse } from '../client/http/http-client.js';
import { SseParser } from '../client/http/sse-parser.js';
import { parsedLine } from './lines.js';

const LONGEST = 256 * 1024 * 1024;
const RETRY_MS = 1000;
const MOST_RESUMES = 20;

export interface ReplyReader {
  deliver(bytes: Buffer): void;
  isAnswer(value: unknown): boolean;
  /** The rest of a stream behind this event. */
  resume(lastEventId: string): Promise<HttpResponse>;
}

export interface Answered {
  isAnswered: boolean;
  /** What came in place of an answer. */
  problem: string;
}

export async function readReply(response: HttpResponse, reader: ReplyReader): Promise<Answered> {
  if (response.ok && mediaType(response) === 'text/event-stream') return readEvents(response, reader);
  const body = await readBody(response, LONGEST);
  const value = body.ok ? parsedLine(body.bytes) : undefined;
  const isAnswered = reader.isAnswer(value ?? {});
  if (isAnswered || (response.ok && value !== undefined)) reader.deliver(body.bytes);
  return { isAnswered, problem: `HTTP ${response.status}: ${excerpt(body.bytes)}` };
}

async function readEvents(first: HttpResponse, reader: ReplyReader): Promise<Answered> {
  let response = first;
  let isAnswered = false;
  let lastEventId = '';
  let retryMs = RETRY_MS;
  for (let resumes = 0; ; resumes += 1) {
    const parser = new SseParser(({ event, data }) => {
      if (event !== 'message' || data === '') return;
      const bytes = Buffer.from(data);
      isAnswered ||= reader.isAnswer(parsedLine(bytes) ?? {});
      reader.deliver(bytes);
    }, LONGEST);
    parser.lastEventId = lastEventId;
    try {
      for await (const chunk of response.body) parser.push(chunk);
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw error;
    }
    lastEventId = parser.lastEventId;
    retryMs = parser.retryMs ?? retryMs;
    if (isAnswered || lastEventId === '' || resumes >= MOST_RESUMES)
      return { isAnswered, problem: 'the event stream ended without an answer' };
    await wait(retryMs);
    response = await reader.resume(lastEventId);
    if (!response.ok) {
      response.discard();
      return { isAnswered, problem: 'the event stream ended without an answer and could not be resumed' };
    }
  }
}
