/**
 * A live server held against a recording: its tools, and every recorded request asked again. Times, ids and durations
 * are taken out of both answers, secrets are placeholders in both. What cannot be asked again, or was not answered, is
 * counted as not judged.
 */
import { diffCatalogs, isDrift } from '../catalog/diff.js';
import { safetyClass } from '../catalog/safety-class.js';
import { KINDS, withoutVolatile } from '../match/volatile.js';
import type { Redactor } from '../redact/redactor.js';
import type { RecordedExchange, RecordedReply } from '../types/cassette.js';
import type { ToolDef } from '../types/catalog.js';
import type { CatalogDiff, VerifiedRequest, VerifyReport } from '../types/catalog-diff.js';
import type { Connection, Reply } from '../types/connection.js';
import { sameJson } from '../util/canonical-json.js';
import { fullMessage } from '../util/full-message.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { toPointer } from '../util/pointer.js';
import { show } from '../util/text.js';
import type { RecordedServer } from './recorded-server.js';

export interface VerifyOptions {
  redactor: Redactor;
  /** Call also tools that destroy something. */
  destructive: boolean;
}

/** Requests that can be asked again by themselves. */
const ASKED = new Set([
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'prompts/list',
  'prompts/get',
  'completion/complete',
]);

const VOLATILE = Object.keys(KINDS) as (keyof typeof KINDS)[];

export async function verifyServer(
  recorded: RecordedServer,
  connection: Connection,
  options: VerifyOptions,
): Promise<VerifyReport> {
  const { catalog, problem } = await compareTools(recorded, connection, options.redactor);
  const requests: VerifiedRequest[] = problem === undefined ? [] : [problem];
  for (const exchange of recorded.exchanges) {
    if (!ASKED.has(exchange.method)) continue;
    const judged = await judge(exchange, { recorded, connection, options });
    const tool = exchange.method === 'tools/call' ? String(exchange.params?.name) : undefined;
    requests.push(omitUndefined({ method: exchange.method, tool, params: exchange.params, ...judged }));
  }
  const verdict = verdictOf(catalog, requests);
  return omitUndefined({ server: recorded.name, verdict, catalog, requests });
}

function verdictOf(catalog: CatalogDiff | undefined, requests: VerifiedRequest[]): VerifyReport['verdict'] {
  const hasDrift = requests.some(({ outcome }) => outcome === 'drift');
  if (hasDrift || (catalog !== undefined && isDrift(catalog))) return 'drift';
  const isOpen = requests.some(({ outcome }) => outcome === 'not-judged');
  const isEmpty = catalog === undefined && requests.length === 0;
  return isOpen || isEmpty ? 'not-judged' : 'same';
}

async function compareTools(
  { name, tools }: RecordedServer,
  connection: Connection,
  redactor: Redactor,
): Promise<{ catalog?: CatalogDiff; problem?: VerifiedRequest }> {
  if (tools.length === 0) return {};
  const listing = await connection.list('tools/list');
  if (listing.failed !== undefined || listing.fault !== undefined) {
    const why = listing.fault ?? 'the list did not come';
    return { problem: { method: 'tools/list', outcome: 'not-judged', message: redactor.text(why) } };
  }
  const now = redactor.value(listing.items) as ToolDef[];
  return { catalog: diffCatalogs([{ server: name, tools }], [{ server: name, tools: now }]) };
}

interface Judging {
  recorded: RecordedServer;
  connection: Connection;
  options: VerifyOptions;
}

type Judged = Pick<VerifiedRequest, 'outcome' | 'pointer' | 'message'>;

async function judge(
  exchange: RecordedExchange,
  { recorded, connection, options }: Judging,
): Promise<Judged> {
  const { method, params, reply, said = [] } = exchange;
  const obstacle = obstacleTo(exchange, recorded, options.destructive);
  if (obstacle !== undefined) return { outcome: 'not-judged', message: obstacle };
  if (said.some((one) => !one.method.startsWith('notifications/')))
    return { outcome: 'not-judged', message: 'the server asked the agent something meanwhile' };
  const { _meta, ...asked } = params ?? {};
  const now = await connection.request(method, asked);
  if (now.kind !== 'result' && now.kind !== 'error')
    return { outcome: 'not-judged', message: options.redactor.text(fullMessage(now)) };
  return compare(reply, now, options.redactor);
}

function obstacleTo(
  { method, params, reply }: RecordedExchange,
  { tools }: RecordedServer,
  destructive: boolean,
): string | undefined {
  if (reply.cut !== undefined) return `the recorded answer was too large to be kept (${reply.cut} bytes)`;
  if (reply.kind !== 'result' && reply.kind !== 'error') return 'no answer was recorded';
  if (JSON.stringify(params ?? {}).includes('[secret:')) return 'a secret was taken out of the request';
  if (method !== 'tools/call' || destructive) return undefined;
  const name = String(params?.name);
  const tool = tools.find((one) => one.name === name) ?? { name };
  return safetyClass(tool) === 'destructive'
    ? 'the tool destroys something; --allow-destructive calls it all the same'
    : undefined;
}

function compare(
  before: RecordedReply,
  now: Extract<Reply, { kind: 'result' | 'error' }>,
  redactor: Redactor,
): Judged {
  if (before.kind !== now.kind) {
    const words = { result: 'a result', error: 'an error' } as const;
    const was = before.kind === 'error' ? words.error : words.result;
    return { outcome: 'drift', pointer: '', message: `it was ${was} and is ${words[now.kind]}` };
  }
  const old = steady(before.kind === 'error' ? before.error : before.result);
  const current = steady(redactor.value(now.kind === 'error' ? now.error : now.result));
  const found = difference(old, current, []);
  return found ? { outcome: 'drift', ...found } : { outcome: 'same' };
}

function steady(value: unknown): unknown {
  const { _meta, ...rest } = isObject(value) ? value : { value };
  return withoutVolatile(rest, VOLATILE);
}

/** The first place in which they differ. */
function difference(
  before: unknown,
  now: unknown,
  path: (string | number)[],
): { pointer: string; message: string } | undefined {
  if (sameJson(before, now)) return undefined;
  if (isObject(before) && isObject(now)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
      const found = difference(ownValue(before, key), ownValue(now, key), [...path, key]);
      if (found) return found;
    }
  }
  if (Array.isArray(before) && Array.isArray(now)) {
    for (let at = 0; at < Math.max(before.length, now.length); at += 1) {
      const found = difference(before[at], now[at], [...path, at]);
      if (found) return found;
    }
  }
  const shown = (value: unknown): string => (value === undefined ? 'not there' : show(value));
  return { pointer: toPointer(path), message: `it was ${shown(before)} and is ${shown(now)}` };
}
