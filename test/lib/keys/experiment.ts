/**
 * A key that has an effect shows it: the same suite with and without the key comes to different ends. What a suite
 * calls MOCK, SLOW and so on are servers of this process, fresh for every run.
 */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOOPBACK_KEY, type LoopbackProvider, startProvider } from '../../../fixtures/provider/loopback.js';
import { puppet } from '../../../fixtures/provider/puppet.js';
import { parseManifest } from '../../../src/mock/load-manifest.js';
import { serveHttp } from '../../../src/mock/serve-http.js';
import { McptestError } from '../../../src/util/errors.js';
import type { RunInput, RunReport } from '../../../src/verbs/run.js';
import { runFiles } from '../in-process.js';
import { MOCKS } from './mocks.js';

type Suite = Record<string, unknown>;

export interface Experiment {
  /** As the schema names it. */
  key: string;
  suite: Suite;
  /** Where the key stands in the suite: `tools/0/args`. */
  at: string;
  /** What stands there where the key does not count; by default nothing. */
  instead?: unknown;
  /** What the suite comes to: exit code and verdicts, unless `look` looks at something else. */
  shows: unknown;
  look?: (seen: Seen) => unknown;
  input?: RunInput;
  files?: Record<string, unknown>;
}

export interface Seen {
  report: RunReport;
  /** What the model was asked. */
  asked: LoopbackProvider['requests'];
  /** The most calls of tools that were under way at a time. */
  most: number;
  /** How often the guarded server was asked for its tools. */
  listed: number;
}

/** What the suite comes to as it is written. */
export async function outcome({ suite, look = ending, input, files }: Experiment): Promise<unknown> {
  const seen = await runOnce(suite, input, files);
  return typeof seen === 'string' ? seen : look(seen);
}

/** What it comes to when nobody reads the key. */
export function ignored({ suite, at, instead, ...rest }: Experiment): Promise<unknown> {
  return outcome({ ...rest, at, suite: replaced(suite, at.split('/'), instead) });
}

const runs = new Map<string, Promise<Seen | string>>();

/** Many experiments leave the same suite when their key is taken away. */
function runOnce(...given: Parameters<typeof run>): Promise<Seen | string> {
  const name = JSON.stringify(given);
  const known = runs.get(name) ?? run(...given);
  runs.set(name, known);
  return known;
}

/** Exit code and verdicts: `1 fp` for a failed and a passed test. */
export function ending({ report }: Seen): string {
  const { exit_code, results } = report.envelope;
  return `${exit_code} ${results.map(({ verdict }) => verdict[0]).join('')}`.trim();
}

/** A copy in which one place holds something else, or nothing. */
export function replaced<T>(value: T, [first = '', ...rest]: string[], instead: unknown): T {
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (rest.length > 0) copy[first] = replaced(copy[first], rest, instead);
  else if (instead === undefined) delete copy[first];
  else copy[first] = instead;
  return copy as T;
}

export function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);
}

/** The code of the error, where the suite is refused. */
async function run(
  suite: Suite,
  input: RunInput = {},
  files: Record<string, unknown> = {},
): Promise<Seen | string> {
  const world = await openWorld(JSON.stringify([suite, files]));
  const written = (one: unknown): string => world.fill(JSON.stringify(one, null, 1));
  const texts = Object.entries(files).map(([name, one]) => [
    name,
    typeof one === 'string' ? one : written(one),
  ]);
  try {
    const env = { PATH: process.env.PATH, ANTHROPIC_API_KEY: LOOPBACK_KEY, PASS: 'open-sesame-open' };
    const report = await runFiles(
      { ...Object.fromEntries(texts), 'mcptest.yml': written(suite) },
      { env, ...input },
    );
    return { report, asked: world.provider?.requests ?? [], most: world.most(), listed: world.listed() };
  } catch (error) {
    if (error instanceof McptestError) return error.code;
    throw error;
  } finally {
    await world.close();
  }
}

/** The servers that the text names. */
async function openWorld(text: string) {
  const closing: (() => Promise<unknown>)[] = [];
  const urls: [string, string][] = [];
  let running = 0;
  let most = 0;
  let listed = 0;
  for (const [name, manifest] of Object.entries(MOCKS)) {
    if (!text.includes(name) && !(name === 'MOCK' && text.includes('GUARDED'))) continue;
    const mock = await serveHttp(await parseManifest(JSON.stringify({ mock_server: manifest }), name), {
      port: 0,
    });
    closing.push(() => mock.close());
    urls.push([name, mock.url]);
  }
  const mock = urls[0]?.[1];
  if (text.includes('GUARDED') && mock !== undefined) {
    const guard = guarded(mock, (change, method) => {
      if (method === 'tools/list') listed += 1;
      else running += change;
      most = Math.max(most, running);
    });
    await new Promise<void>((done) => guard.listen(0, '127.0.0.1', done));
    closing.push(() => new Promise((done) => guard.close(done)));
    urls.push(['GUARDED', `http://127.0.0.1:${(guard.address() as AddressInfo).port}/mcp`]);
  }
  const provider = text.includes('PROVIDER') ? await startProvider('anthropic', puppet(PARTS)) : undefined;
  if (provider) {
    closing.push(() => provider.close());
    urls.push(['PROVIDER', provider.url]);
  }
  return {
    provider,
    most: () => most,
    listed: () => listed,
    fill: (one: string) =>
      urls.reduce((out, [name, url]) => out.replaceAll(`"${name}"`, JSON.stringify(url)), one),
    close: () => Promise.all(closing.map((close) => close())),
  };
}

/** What the model says to whom; a judge is told apart by what it is asked. */
const PARTS = [
  { when: 'Was it polite', turns: [{ text: '{"reason":"curt","score":0.4}' }] },
  { when: 'JSON', turns: [{ text: '{"reason":"it did","score":0.6}' }] },
  { turns: [{ text: 'Done.' }] },
];

/** In front of a mock: counts calls, and lets in only who has the pass (a header, or a token) where it is asked for. */
function guarded(target: string, count: (change: number, method: string) => void) {
  return createServer((incoming, answer) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const { host: _, ...headers } = incoming.headers;
      const isCall = body.includes('"tools/call"');
      if (
        body.includes('get_secret') &&
        headers['x-pass'] !== 'yes' &&
        !headers.authorization?.includes('open-sesame')
      )
        return void answer.writeHead(401).end();
      if (body.includes('"tools/list"')) count(1, 'tools/list');
      if (isCall) count(1, 'tools/call');
      const passed = request(target, { method: incoming.method, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 500, got.headers);
        got.pipe(answer);
        got.on('end', () => isCall && count(-1, 'tools/call'));
      });
      passed.on('error', () => answer.destroy());
      passed.end(body);
    });
  });
}
