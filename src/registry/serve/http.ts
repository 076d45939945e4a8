/**
 * The web server of `mcptest tdqs serve`. It answers GET and HEAD under the names that it was told, and has no way to
 * write: every path leads to a query. What cannot be answered is a problem document, or a page that says the same.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { RegistryDrawing } from '../../types/registry-pages.js';
import { McptestError } from '../../util/errors.js';
import { answer, type Sources } from './api.js';
import { badgeAt } from './badge.js';
import { etagOf, isKnown } from './etag.js';
import { openApi } from './openapi.js';
import { pageAt } from './pages.js';
import { notFound, Problem } from './problem.js';

export interface HttpOptions {
  sources: Sources;
  draw: RegistryDrawing;
  /** Names of this machine that a request may ask for. */
  hosts: ReadonlySet<string>;
}

interface Answer {
  status: number;
  type: string;
  body: string;
  headers?: Record<string, string>;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

const HEADERS = {
  // It may be kept, and is asked for again with its ETag.
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Whatever is opened as a page by mistake may do nothing.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

export function registryHttp(options: HttpOptions): Server {
  return createServer((request, response) => {
    respond(options, request)
      .catch((error: unknown) => problemAnswer(error))
      .then((said) => send(request, response, said))
      .catch(() => response.destroy());
  });
}

async function respond(options: HttpOptions, request: IncomingMessage): Promise<Answer> {
  let wantsPage = false;
  try {
    admit(options.hosts, request);
    const [raw = '/', search = ''] = splitOnce(request.url ?? '/', '?');
    const path = partsOf(raw);
    const query = new URLSearchParams(search);
    wantsPage = path[0] !== 'v1' && path[0] !== 'openapi.json';
    return wantsPage ? await page(options, path, query) : await document(options, path, query);
  } catch (error) {
    return wantsPage ? problemPage(options, error) : problemAnswer(error);
  }
}

function admit(hosts: ReadonlySet<string>, { headers, method }: IncomingMessage): void {
  const host = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
  if (!hosts.has(host)) throw new Problem(403, 'This Host is not served here.');
  if (method !== 'GET' && method !== 'HEAD') throw new Problem(405, 'Only GET and HEAD are answered.');
}

function splitOnce(text: string, at: string): string[] {
  const place = text.indexOf(at);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}

/** The parts of a path, decoded; a name may hold a slash that is written as %2F. */
function partsOf(path: string): string[] {
  const parts = path.split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  try {
    const decoded = parts.map(decodeURIComponent);
    if (decoded.some((part) => part.includes('\0'))) throw new Error('NUL');
    return decoded;
  } catch {
    throw new Problem(400, 'The path is not valid: a % is followed by two hexadecimal digits of UTF-8.');
  }
}

async function document(
  { sources, draw }: HttpOptions,
  path: string[],
  query: URLSearchParams,
): Promise<Answer> {
  const badge = await badgeAt(sources, draw, path);
  if (badge !== undefined)
    return {
      status: 200,
      type: 'image/svg+xml; charset=utf-8',
      body: badge,
      headers: { 'cross-origin-resource-policy': 'cross-origin' },
    };
  const found = path[0] === 'v1' ? answer(sources, path.slice(1), query) : openApiAt(path);
  if (found === undefined) throw notFound('document at this path');
  return { status: 200, type: JSON_TYPE, body: JSON.stringify(await found) };
}

function openApiAt(path: readonly string[]): Promise<unknown> | undefined {
  return path.length === 1 ? Promise.resolve(openApi()) : undefined;
}

async function page({ sources, draw }: HttpOptions, path: string[], query: URLSearchParams): Promise<Answer> {
  const found = await pageAt(sources, path, query);
  if (found === undefined) throw notFound('page at this path');
  return htmlAnswer(draw, 200, draw.page(found.data, found.title));
}

function htmlAnswer(draw: RegistryDrawing, status: number, body: string): Answer {
  const policy = `${draw.policy}; frame-ancestors 'none'`;
  return { status, type: HTML_TYPE, body, headers: { 'content-security-policy': policy } };
}

/** People see a page; the problem is in its title and text. */
function problemPage({ draw }: HttpOptions, error: unknown): Answer {
  const { title, detail, status } = problemOf(error).document;
  return htmlAnswer(draw, status, draw.page({ view: 'problem', title, detail }, title));
}

function problemAnswer(error: unknown): Answer {
  const { document: body } = problemOf(error);
  const allow: Record<string, string> = body.status === 405 ? { allow: 'GET, HEAD' } : {};
  return {
    status: body.status,
    type: 'application/problem+json',
    body: JSON.stringify(body),
    headers: allow,
  };
}

/** What broke here is not told to strangers. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const busy = error instanceof McptestError && error.code === 'store-busy';
  return new Problem(500, busy ? 'The store is being written to.' : 'The registry could not answer.');
}

function send(request: IncomingMessage, response: ServerResponse, said: Answer): void {
  const etag = etagOf(said.body);
  const headers: Record<string, string | number> = { ...HEADERS, ...said.headers, 'content-type': said.type };
  if (said.status === 200) headers.etag = etag;
  else headers['cache-control'] = 'no-store';
  if (said.status === 200 && isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  headers['content-length'] = Buffer.byteLength(said.body);
  response.writeHead(said.status, headers);
  response.end(request.method === 'HEAD' ? undefined : said.body);
}
