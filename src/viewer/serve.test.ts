/** Who may ask the viewer, and what it answers to those who may not. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { envelopeText } from '../envelope/build.js';
import { failingCase, sampleCase, sampleRun } from '../envelope/sample-run.js';
import type { RunRow } from '../report/viewer-html.js';
import type { LiveRun } from '../store/live-run.js';
import { saveRun } from '../store/workspace.js';
import { workspaceLibrary } from './library.js';
import { serveViewer, type Viewer } from './serve.js';
import { fragmentOf, snapshotLink } from './snapshot-link.js';

let viewer: Viewer;
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mcptest-viewer-'));
  saveRun(dir, 'RUN1', { envelope: envelopeText(sampleRun([sampleCase()])) });
  saveRun(dir, 'RUN2', { envelope: envelopeText(sampleRun([failingCase('echo works')])) });
  viewer = await serveViewer({ library: workspaceLibrary(dir) });
});
afterEach(() => viewer.close());

interface Answer {
  status: number;
  body: string;
  headers: Record<string, unknown>;
}

function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((done, failed) => {
    const sent = request(url, { headers, method, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => done({ status: response.statusCode!, body, headers: response.headers }));
    });
    sent.on('error', failed);
    sent.end();
  });
}

/** Of an answer that may have no end. */
function headersOf(path: string): Promise<IncomingHttpHeaders> {
  return new Promise((done, failed) => {
    const sent = request(viewer.url + path, (response) => {
      done(response.headers);
      response.destroy();
    });
    sent.on('error', failed).end();
  });
}

describe('who may ask', () => {
  it('opens with the token, under the own name', async () => {
    const runs = await get(`${viewer.url}api/runs`);
    expect(JSON.parse(runs.body).map(({ run_id }: { run_id: string }) => run_id)).toEqual(['RUN2', 'RUN1']);
    expect((await get(viewer.url, { origin: viewer.origin })).status).toBe(200);
    const port = new URL(viewer.url).port;
    expect((await get(viewer.url, { host: `localhost:${port}` })).status).toBe(200);
  });

  it.each([
    ['a foreign Host', { host: 'evil.example' }],
    ['a foreign Host that ends like ours', { host: '127.0.0.1.evil.example' }],
    ['the right Host with another port', { host: '127.0.0.1:1' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page from another port of this machine', { 'sec-fetch-site': 'same-site' }],
  ])('refuses %s even with the token', async (_, headers) => {
    for (const path of ['', 'api/runs', 'api/events']) {
      const { status, body } = await get(viewer.url + path, headers as Record<string, string>);
      expect(status).toBe(403);
      expect(body).not.toContain('RUN1');
    }
    expect((await get(`${viewer.origin}/snapshot`, headers as Record<string, string>)).status).toBe(403);
  });

  it('refuses a missing or wrong token', async () => {
    const token = new URL(viewer.url).pathname.slice(1, -1);
    for (const path of ['/', '/api/runs', `/${token}x/api/runs`, `/${token.slice(1)}/`, '//', '/..%2f'])
      expect((await get(viewer.origin + path)).status).toBe(403);
  });

  it('answers only GET', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await get(`${viewer.url}api/runs`, {}, method)).status).toBe(405);
  });

  it('reads nothing outside the runs', async () => {
    for (const id of ['..%2f..%2fmcptest.yml', '%00', 'a%2fb', '..%5c..', '%252e%252e'])
      expect(JSON.parse((await get(`${viewer.url}api/runs/${id}`)).body)).toHaveProperty('trouble');
    expect((await get(`${viewer.url}api/nothing`)).status).toBe(404);
  });

  it('sends a policy that allows only its own script and style, and no framing', async () => {
    const { headers } = await get(viewer.url);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    const snapshot = await get(`${viewer.origin}/snapshot`);
    expect(snapshot.headers['content-security-policy']).toContain("connect-src 'none'");
    expect(snapshot.body).not.toContain(dir);
    const heads = await Promise.all(['', 'api/runs', 'api/events', 'api/nothing'].map(headersOf));
    for (const head of heads)
      expect(head).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
  });
});

it('runs beside another viewer, whose token opens nothing here', async () => {
  const other = await serveViewer({ library: workspaceLibrary(dir) });
  try {
    expect((await get(`${other.url}api/runs`)).status).toBe(200);
    expect((await get(`${viewer.url}api/runs`)).status).toBe(200);
    expect((await get(viewer.origin + new URL(other.url).pathname)).status).toBe(403);
  } finally {
    await other.close();
  }
});

it('says so when its port is taken', async () => {
  const port = Number(new URL(viewer.url).port);
  await expect(serveViewer({ library: workspaceLibrary(dir), port })).rejects.toMatchObject({
    code: 'viewer-port',
    exitCode: 2,
  });
});

it.skipIf(process.platform === 'win32')(
  'says why it does not open a pipe or a run beyond all bounds',
  async () => {
    for (const id of ['PIPE', 'VAST']) mkdirSync(join(dir, '.mcptest', 'runs', id));
    execFileSync('mkfifo', [join(dir, '.mcptest', 'runs', 'PIPE', 'envelope.json')]);
    const vast = join(dir, '.mcptest', 'runs', 'VAST', 'envelope.json');
    writeFileSync(vast, '');
    // Sparse: it takes no room on the disk.
    truncateSync(vast, 2 ** 31);
    const rows = JSON.parse((await get(`${viewer.url}api/runs`)).body) as RunRow[];
    expect(rows.map(({ run_id, broken }) => [run_id, broken?.replace(/.*envelope.json /, '')])).toEqual([
      ['VAST', expect.stringMatching(/^has 2148 MB; a run of more than \d+ MB is not opened$/)],
      ['RUN2', undefined],
      ['RUN1', undefined],
      ['PIPE', 'is not a file'],
    ]);
    expect(JSON.parse((await get(`${viewer.url}api/runs/VAST`)).body).trouble.hint).toContain('shards');
  },
);

it('tells of a run that is going on in a bounded event, however many tests there are', async () => {
  const name = 'n'.repeat(5_000);
  let tests = 0;
  const live = async (): Promise<LiveRun[]> => {
    tests += 1;
    const done = Array.from({ length: tests }, () => ({ name, verdict: 'fail', duration_ms: 1 }));
    return [{ run_id: 'RUN3', started_at: '2026-11-15T09:00:00Z', total: 1, done }];
  };
  const watched = await serveViewer({ library: { ...workspaceLibrary(dir), live } });
  const heard: string[] = [];
  const listening = request(`${watched.url}api/events`, (response) =>
    response.setEncoding('utf8').on('data', (text: string) => heard.push(text)),
  ).end();
  await expect
    .poll(() => heard.join(''))
    .toMatch(/"done":2,"failed":2,"last":"n{200}","failures":\["n{200}","n{200}"\]/);
  listening.destroy();
  await watched.close();
});

it('compares two runs', async () => {
  const { body } = await get(`${viewer.url}api/compare?base=RUN1&current=RUN2`);
  expect(JSON.parse(body).counts.regressed).toBe(1);
});

it('refuses a link that would be too long with a command that finds the run', () => {
  const run = sampleRun([sampleCase()]);
  run.results[0]!.notes = Array.from({ length: 4000 }, (_, n) => `${n} ${Math.sin(n)} ${Math.cos(n)}`);
  const refused = (name: string) => snapshotLink(run, (value) => value, name);
  expect(refused('RUN1')).toEqual({
    refused: expect.stringContaining(': mcptest report RUN1 --format html'),
  });
  expect(refused('/tmp/a/run.json')).toEqual({
    refused: expect.stringContaining(' report /tmp/a/run.json --'),
  });
  expect(refused('a$(touch b).json')).toEqual({ refused: expect.stringContaining(' report RUN --') });
});

it('takes the run out of a snapshot link, and only out of one', () => {
  expect(fragmentOf('http://127.0.0.1:8123/snapshot#/z/abc-_9')).toBe('/z/abc-_9');
  expect(fragmentOf('http://127.0.0.1:8123/#/z/abc')).toBeUndefined();
  expect(fragmentOf('run.json')).toBeUndefined();
});
