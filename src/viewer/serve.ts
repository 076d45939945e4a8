/**
 * `mcptest view`: a web server on 127.0.0.1 that shows saved runs and changes nothing. It answers only
 * those who know its token, under its own name, and sends the same views as the HTML report.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RedactorInput, redactorOf } from '../redact/open-redactor.js';
import type { Redactor } from '../redact/redactor.js';
import { runData } from '../report/page-html.js';
import { viewerHtml, viewerPolicy } from '../report/viewer-html.js';
import { McptestError } from '../util/errors.js';
import { watchLibrary } from './events.js';
import { admit } from './guard.js';
import type { Library } from './library.js';
import { rowReader } from './rows.js';
import { sinceBefore } from './since.js';
import { snapshotLink } from './snapshot-link.js';

export interface ViewerOptions extends RedactorInput {
  library: Library;
  /** 0 picks a free one. */
  port?: number;
}

export interface Viewer {
  /** With the token; whoever has it may read the runs. */
  url: string;
  origin: string;
  close(): Promise<void>;
}

export async function serveViewer({ library, port = 0, ...options }: ViewerOptions): Promise<Viewer> {
  const token = randomBytes(18).toString('base64url');
  const events = watchLibrary(library);
  const api = apiOf(library, redactorOf(options));
  let bound = port;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const entered = admit(request, bound, token);
    if ('reason' in entered) return refuse(response, entered.status, entered.reason);
    const { path } = entered;
    if (path === '') return void response.writeHead(302, { location: `/${token}/` }).end();
    if (path === '/snapshot')
      return sendPage(response, viewerHtml({ view: 'snapshot' }, 'mcptest: snapshot'), "'none'");
    if (path === '/') {
      const data = { view: 'viewer' as const, workspace: library.place, first: library.only };
      return sendPage(response, viewerHtml(data, 'mcptest: runs'), "'self'");
    }
    if (path === '/api/events') return events.join(response, HEADERS);
    const query = new URLSearchParams((request.url ?? '').split('?')[1] ?? '');
    const found = path.startsWith('/api/')
      ? await api(path.slice('/api/'.length), query).catch((error: unknown) => ({
          trouble: troubleOf(error),
        }))
      : undefined;
    if (found === undefined) return refuse(response, 404, 'there is nothing here');
    response.writeHead(200, { ...HEADERS, 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(found));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => refuse(response, 500, 'the viewer broke'));
  });
  await new Promise<void>((done, failed) => {
    server.once('error', (cause: NodeJS.ErrnoException) => failed(cannotListen(port, cause)));
    server.listen(port, '127.0.0.1', done);
  });
  bound = (server.address() as AddressInfo).port;
  const origin = `http://127.0.0.1:${bound}`;
  return {
    url: `${origin}/${token}/`,
    origin,
    close: () => {
      events.close();
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

/** What the page asks for, by the path behind `/api/`; undefined where there is nothing. */
function apiOf(library: Library, redactor: Redactor) {
  const { rows, history } = rowReader(library);
  return async (path: string, query: URLSearchParams): Promise<unknown> => {
    if (path === 'runs') return rows();
    if (path === 'history') return history(query.get('run') ?? '');
    if (path === 'compare') {
      const read = (side: string) => library.read(query.get(side) ?? '');
      const [base, current] = await Promise.all([read('base'), read('current')]);
      return (await import('../score/dataset/compare-datasets.js')).compareWithCases(base, current);
    }
    const [, id, snapshot] = /^runs\/([^/]+)(\/snapshot)?$/.exec(path) ?? [];
    if (id === undefined) return undefined;
    const run = decodeURIComponent(id);
    const envelope = await library.read(run);
    const known = library.only === undefined ? run : library.place;
    return snapshot
      ? snapshotLink(envelope, redactor.value, known)
      : { ...runData(envelope), since: await sinceBefore(library, { ...envelope, run_id: run }) };
  };
}

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

function sendPage(response: ServerResponse, page: string, connect: "'self'" | "'none'"): void {
  response.writeHead(200, {
    ...HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${viewerPolicy(connect)}; frame-ancestors 'none'`,
  });
  response.end(page);
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  if (response.headersSent) return void response.end();
  response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' });
  response.end(`mcptest view: ${reason}\n`);
}

/** Why a run cannot be shown, for the page in its place. */
function troubleOf(error: unknown): { title: string; message: string; hint?: string } {
  if (error instanceof McptestError) {
    const newer = error.code === 'envelope-newer';
    const title = newer ? 'This run is from a newer mcptest' : 'This run cannot be read';
    return { title, message: error.message, hint: error.hint };
  }
  const gone = (error as NodeJS.ErrnoException).code === 'ENOENT';
  return gone
    ? {
        title: 'There is no such run',
        message: 'It may have been removed: only the newest fifty runs are kept.',
      }
    : { title: 'This run cannot be read', message: (error as Error).message };
}

function cannotListen(port: number, cause: NodeJS.ErrnoException): McptestError {
  return new McptestError({
    code: 'viewer-port',
    message:
      cause.code === 'EADDRINUSE' ? `port ${port} is taken` : `the viewer cannot listen: ${cause.message}`,
    hint: 'Leave --port out, and a free one is chosen.',
    cause,
  });
}
