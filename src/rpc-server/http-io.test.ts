import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createReply, type HttpReply, readBody } from './http-io.js';
import { listenOn } from './listen.js';
import { post } from './rpc-testkit.js';

/** A listener for one test. */
async function listener(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
): Promise<string> {
  const server = await listenOn({ port: 0 }, '/', { answer, closing: () => {} });
  onTestFinished(() => server.close());
  return server.url;
}

describe('readBody', () => {
  const lengthOf = async (bytes: number) => {
    const url = await listener(async (request, response) => {
      const body = await readBody(request);
      response.end(body === undefined ? 'too large' : String(body.length));
    });
    return (await post(url, 'x'.repeat(bytes))).text();
  };

  test('reads four mebibytes and not a byte more, and the client hears of it', async () => {
    const most = 4 * 1024 * 1024;
    expect(await lengthOf(most)).toBe(String(most));
    expect(await lengthOf(most + 1)).toBe('too large');
  });

  test('does not read on for ever', async () => {
    await expect(lengthOf(80 * 1024 * 1024)).rejects.toThrow();
  });

  test('keeps characters whole that arrive in pieces', async () => {
    const url = await listener(async (request, response) => {
      response.end(await readBody(request));
    });
    const text = 'é😀'.repeat(50_000);
    expect(await (await post(url, text)).text()).toBe(text);
  });
});

describe('createReply', () => {
  const answered = async (isRequest: boolean, reply: (to: HttpReply) => void) => {
    const url = await listener((_, response) => {
      const to = createReply(response, isRequest);
      reply(to);
      to.end();
    });
    const response = await post(url, {});
    const type = response.headers.get('content-type');
    return { status: response.status, type, text: await response.text() };
  };
  const answer = { jsonrpc: '2.0', id: 1, result: {} };
  const note = { jsonrpc: '2.0', method: 'notifications/progress' };
  const event = (message: unknown) => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

  test('sends an answer as JSON, with its status', async () => {
    expect(await answered(true, ({ send }) => send(answer, 404))).toEqual({
      status: 404,
      type: 'application/json',
      text: JSON.stringify(answer),
    });
  });

  test('sends what comes before the answer on an event stream, and the answer behind it', async () => {
    const reply = ({ send }: HttpReply) => {
      send(note);
      send(answer, 404);
    };
    expect(await answered(true, reply)).toEqual({
      status: 200,
      type: 'text/event-stream',
      text: event(note) + event(answer),
    });
  });

  test('sends a question to the client on a stream, though it has an id', async () => {
    const question = { jsonrpc: '2.0', id: 7, method: 'roots/list' };
    expect((await answered(true, ({ send }) => send(question))).text).toBe(event(question));
  });

  test('says nothing after the answer', async () => {
    const twice = ({ send }: HttpReply) => {
      send(answer);
      send(answer);
    };
    expect((await answered(true, twice)).text).toBe(JSON.stringify(answer));
  });

  test.each([
    [true, 200],
    [false, 202],
  ])('without an answer to a request (%s) is %i', async (isRequest, status) => {
    expect(await answered(isRequest, () => {})).toMatchObject({ status, text: '' });
  });

  test('ends an open stream without an answer', async () => {
    const result = await answered(true, (to) => to.stream());
    expect(result).toEqual({ status: 200, type: 'text/event-stream', text: '' });
  });
});
