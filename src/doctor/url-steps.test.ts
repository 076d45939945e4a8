import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerSpec } from '../types/connection.js';
import { Checklist, type StepId, URL_STEPS } from './checklist.js';
import { urlSteps } from './url-steps.js';

const base: ServerSpec = {
  name: 's',
  cwd: process.cwd(),
  protocol: 'auto',
  startup_timeout_ms: 1000,
  request_timeout_ms: 1000,
  shutdown_grace_ms: 100,
  isolate: 'suite',
};

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function look(spec: Partial<ServerSpec>, env: NodeJS.ProcessEnv = {}) {
  const list = new Checklist(URL_STEPS);
  const goesOn = await urlSteps(list, { ...base, ...spec }, env);
  const step = (id: StepId) => list.steps().find((one) => one.id === id);
  return { goesOn, failed: list.failed, step };
}

const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };
const JSON_TYPE = { 'content-type': 'application/json' };

describe('urlSteps', () => {
  it('goes on when a JSON answer comes', async () => {
    const url = await serve(answer(200, JSON_TYPE, '{}'));
    const { goesOn, failed, step } = await look({ url: `${url}/mcp` });
    expect([goesOn, failed]).toEqual([true, undefined]);
    expect(step('dns')?.status).toBe('skip');
    expect(step('tcp')?.status).toBe('pass');
    expect(step('tls')?.detail).toBe('plain http');
  });

  it.each([
    ['nonsense', 'url'],
    ['ftp://mcp.example/', 'url'],
    ['http://127.0.0.1:1/mcp', 'tcp'],
  ])('%s fails at %s', async (url, id) => {
    const { goesOn, failed } = await look({ url });
    expect([goesOn, failed?.id]).toEqual([false, id]);
  });

  it.each([
    ['a redirect', answer(307, { location: 'https://other.example/mcp' }), 'http', /--url https:\/\/other/],
    ['a path with nothing', answer(404), 'http', /it often is \/mcp/],
    ['a broken server', answer(502, {}, 'bad gateway'), 'http', /--wait-for-ready/],
    ['a busy server', answer(429), 'http', /ask less often/],
    ['a web page', answer(200, { 'content-type': 'text/html' }, '<html>'), 'content-type', /web page/],
    ['a page without its type', answer(200, JSON_TYPE, '<!doctype html>'), 'content-type', /web page/],
    ['plain text', answer(200, { 'content-type': 'text/plain' }, 'hi'), 'content-type', /application\/json/],
  ])('%s: what to do', async (_what, listener, id, remedy) => {
    const { goesOn, failed } = await look({ url: `${await serve(listener)}/x` });
    expect([goesOn, failed?.id]).toEqual([false, id]);
    expect(failed?.remedy).toMatch(remedy);
  });

  it('names the path that does answer', async () => {
    const url = await serve((request, response) =>
      answer(request.url === '/mcp' ? 200 : 404, JSON_TYPE, '{}')(request, response),
    );
    expect((await look({ url: `${url}/sse` })).failed?.remedy).toBe(`${url}/mcp answers: use that URL.`);
  });

  it('leaves a refusal, an error of JSON-RPC and the older transport to the handshake', async () => {
    const refused = await look({ url: await serve(answer(401)) });
    expect([refused.goesOn, refused.step('http')?.detail]).toEqual([true, expect.stringContaining('401')]);
    const otherEra = await look({ url: await serve(answer(404, JSON_TYPE, '{"jsonrpc":"2.0","error":{}}')) });
    expect(otherEra.goesOn).toBe(true);
    const older = await serve((request, response) =>
      request.method === 'GET'
        ? response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: endpoint\n\n')
        : answer(405)(request, response),
    );
    expect((await look({ url: older })).step('http')?.detail).toContain('older HTTP with SSE');
  });

  it('sends the token and the headers of the server', async () => {
    const received: unknown[] = [];
    const url = await serve((request, response) => {
      received.push(request.headers.authorization, request.headers['x-team']);
      answer(200, JSON_TYPE, '{}')(request, response);
    });
    await look({ url, headers: { 'X-Team': 'a' }, auth: { bearer_token_env: 'KEY' } }, { KEY: ' t-1 ' });
    expect(received).toEqual(['Bearer t-1', 'a']);
  });
});
