import { expect, onTestFinished, test } from 'vitest';
import { listenOn } from './listen.js';
import { post } from './rpc-testkit.js';

test('what breaks inside is told to the client and to the log, and the next request is answered', async () => {
  const logs: string[] = [];
  let broken = true;
  const server = await listenOn({ port: 0, log: (line) => logs.push(line) }, '/mcp', {
    answer: (_, response) => {
      if (broken) throw new Error('oh no');
      response.end('fine');
    },
    closing: () => {},
  });
  onTestFinished(() => server.close());
  const response = await post(server.url, {});
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ id: null, error: { code: -32603 } });
  expect(logs).toEqual(['The server could not answer: Error: oh no']);
  broken = false;
  expect(await (await post(server.url, {})).text()).toBe('fine');
});

test('the address names the host and the port that was taken', async () => {
  const server = await listenOn({ port: 0 }, '/sse', { answer: () => {}, closing: () => {} });
  onTestFinished(() => server.close());
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/sse$/);
});

test('a port that is taken is an error with a hint', async () => {
  const nothing = { answer: () => {}, closing: () => {} };
  const server = await listenOn({ port: 0 }, '/', nothing);
  onTestFinished(() => server.close());
  const port = Number(new URL(server.url).port);
  await expect(listenOn({ port }, '/', nothing)).rejects.toMatchObject({
    code: 'cannot-listen',
    hint: expect.stringContaining('another port'),
  });
});

test('closing ends requests that still wait', async () => {
  let asked = () => {};
  const arrived = new Promise<void>((resolve) => {
    asked = resolve;
  });
  let closing = 0;
  const server = await listenOn({ port: 0 }, '/', { answer: () => asked(), closing: () => void closing++ });
  const waiting = post(server.url, {}).then(
    () => 'answered',
    () => 'ended',
  );
  await arrived;
  await server.close();
  expect(closing).toBe(1);
  expect(await waiting).toBe('ended');
});
