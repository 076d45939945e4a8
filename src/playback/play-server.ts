/**
 * A recording as a server without a transport: a request that was recorded is answered as it was then, the same request
 * again with the next recorded answer, the last one from then on. What the server said meanwhile is said again. A request
 * that was not recorded is an error that says so, never a guess.
 */
import type { Redactor } from '../redact/redactor.js';
import { createServer, type Eras, type RpcServer } from '../rpc-server/create-server.js';
import { CODE, isLegacyRevision, LEGACY_REVISIONS, META, MODERN_REVISION } from '../rpc-server/eras.js';
import type { Peer } from '../rpc-server/peer.js';
import { type Exchange, RpcFault } from '../rpc-server/rpc.js';
import type { RecordedExchange, RecordedSaying } from '../types/cassette.js';
import type { Era } from '../types/connection.js';
import { canonicalJson, sameJson } from '../util/canonical-json.js';
import { isObject, ownValue } from '../util/plain.js';
import { oneLine, plural } from '../util/text.js';
import type { RecordedServer } from './recorded-server.js';

export interface PlayOptions {
  /** Secrets in what is asked are compared as the recording has them. */
  redactor: Redactor;
  log(line: string): void;
}

interface PlayPeer extends Peer {
  /** How often each request was asked. */
  asked: Map<string, number>;
  answers: Map<string, () => void>;
  questions: number;
}

type Result = Record<string, unknown>;

/** How long an agent may take to answer what the server asks of it. */
const PATIENCE_MS = 60_000;

/** Requests that change nothing, and are answered also where nobody made them. */
const HARMLESS = new Set(['ping', 'logging/setLevel']);

export function createPlayer(recorded: RecordedServer, options: PlayOptions): RpcServer<PlayPeer> {
  const byRequest = new Map<string, RecordedExchange[]>();
  const methods = new Set<string>();
  for (const exchange of recorded.exchanges) {
    const key = requestKey(exchange.method, exchange.params);
    byRequest.set(key, [...(byRequest.get(key) ?? []), exchange]);
    methods.add(exchange.method);
  }
  const streams: Playing['streams'] = new Map();
  const schemas = new Map(recorded.tools.map((tool) => [tool.name, tool.inputSchema]));
  const { name, version } = recorded.info?.server_info ?? {};
  const play = (exchange: Exchange<PlayPeer>) =>
    answer(exchange, { recorded, byRequest, streams, ...options });
  return createServer<PlayPeer>({
    identity: { name: String(name ?? recorded.name), version: String(version ?? '0') },
    protocol: erasOf(recorded),
    methods: {
      get: (era, method) => {
        if (method === 'initialize' && era === 'legacy') return (exchange) => initialize(exchange, recorded);
        if (method === 'server/discover' && era === 'modern') return () => discover(recorded);
        const isListed = method === 'tools/list' && recorded.tools.length > 0;
        if (methods.has(method) || isListed) return play;
        return HARMLESS.has(method) ? () => ({}) : undefined;
      },
    },
    createPeer: () => createPeer(),
    inputSchema: (tool) => schemas.get(tool),
    onLog: options.log,
  });
}

function createPeer(): PlayPeer {
  const answers = new Map<string, () => void>();
  return {
    waiting: new Map(),
    asked: new Map(),
    answers,
    questions: 0,
    onResponse: ({ id }) => {
      answers.get(String(id))?.();
      answers.delete(String(id));
    },
  };
}

/** Only what was recorded: an agent that tries the other era hears that there is none. */
function erasOf({ info, exchanges }: RecordedServer): Eras {
  const opened = (wanted: string) =>
    exchanges.some(({ method, reply }) => method === wanted && reply.kind === 'result');
  const legacy = opened('initialize');
  const modern = opened('server/discover');
  if (legacy !== modern) return legacy ? 'legacy' : 'modern';
  return legacy ? 'both' : (info?.era ?? 'both');
}

function initialize({ params, peer }: Exchange<PlayPeer>, recorded: RecordedServer): Result {
  const known = openedBy(recorded, 'initialize');
  const agreed = known?.protocolVersion ?? recorded.info?.protocol_version ?? params.protocolVersion;
  peer.revision = isLegacyRevision(agreed) ? agreed : LEGACY_REVISIONS[0];
  return known ?? { protocolVersion: peer.revision, ...opening(recorded, 'legacy') };
}

function discover(recorded: RecordedServer): Result {
  const known = openedBy(recorded, 'server/discover');
  return known ?? { supportedVersions: [MODERN_REVISION], ...opening(recorded, 'modern') };
}

function openedBy({ exchanges }: RecordedServer, wanted: string): Result | undefined {
  const found = exchanges.findLast(({ method, reply }) => method === wanted && isObject(reply.result));
  return found?.reply.result as Result | undefined;
}

/** Of the cassette of a test, which keeps no handshake. */
function opening({ name, info }: RecordedServer, era: Era): Result {
  const serverInfo = info?.server_info ?? { name, version: '0' };
  const told = info?.instructions === undefined ? {} : { instructions: info.instructions };
  const capabilities = { tools: {} };
  return era === 'legacy' ? { capabilities, serverInfo, ...told } : { capabilities, ...told };
}

interface Playing extends PlayOptions {
  recorded: RecordedServer;
  byRequest: Map<string, RecordedExchange[]>;
  /** Streams that are open, by the id that they had in the recording. */
  streams: Map<unknown, Pick<Exchange<PlayPeer>, 'id' | 'send'>>;
}

async function answer(exchange: Exchange<PlayPeer>, playing: Playing): Promise<Result | undefined> {
  const { method, params, peer } = exchange;
  const key = requestKey(method, playing.redactor.value(params));
  const takes = playing.byRequest.get(key);
  if (takes === undefined) {
    if (method === 'tools/list' && params.cursor === undefined) return { tools: playing.recorded.tools };
    throw unrecorded(exchange, playing);
  }
  const before = peer.asked.get(key) ?? 0;
  peer.asked.set(key, before + 1);
  const take = takes[Math.min(before, takes.length - 1)] as RecordedExchange;
  const { reply } = take;
  const isStream = method === 'subscriptions/listen' && reply.kind === 'cancelled';
  if (isStream) openStream(take, exchange, playing);
  for (const saying of take.said ?? []) {
    await say(onStream(saying, playing), exchange, playing);
    if (exchange.signal.aborted) return undefined;
  }
  if (isStream) return untilLeft(exchange, playing);
  if (reply.cut !== undefined)
    throw new RpcFault(CODE.noAnswer, `The answer was too large to be recorded (${reply.cut} bytes)`);
  if (reply.kind === 'result') return resultOf(reply.result, method, playing.recorded);
  if (reply.error) throw new RpcFault(reply.error.code, reply.error.message, reply.error.data);
  throw new RpcFault(CODE.noAnswer, reply.message ?? 'No answer was recorded');
}

function openStream(
  { said = [] }: RecordedExchange,
  { id, send }: Exchange<PlayPeer>,
  { streams }: Playing,
): void {
  for (const saying of said) streams.set(streamOf(saying), { id, send });
}

async function untilLeft(
  { id, signal, onWait }: Exchange<PlayPeer>,
  { streams }: Playing,
): Promise<undefined> {
  onWait?.();
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  for (const [recorded, stream] of streams) if (stream.id === id) streams.delete(recorded);
  return undefined;
}

function streamOf({ params }: RecordedSaying): unknown {
  return ownValue(ownValue(params, '_meta'), META.subscriptionId);
}

/** What was said on a stream has the id of the stream that is open now. */
function onStream(saying: RecordedSaying, { streams }: Playing): RecordedSaying {
  const stream = streams.get(streamOf(saying));
  if (stream === undefined || !isObject(saying.params)) return saying;
  const meta = { ...(saying.params._meta as object), [META.subscriptionId]: stream.id };
  return { ...saying, params: { ...saying.params, _meta: meta } };
}

/** A cassette sorts keys; those of tools are in their own order in its catalogue, and a token count depends on it. */
function resultOf(result: unknown, method: string, { tools }: RecordedServer): Result {
  const listed = ownValue(result, 'tools');
  if (method !== 'tools/list' || !Array.isArray(listed)) return isObject(result) ? result : {};
  const own = listed.map((tool) => tools.find((one) => sameJson(one, tool)) ?? tool);
  return { ...(result as Result), tools: own };
}

function unrecorded({ method, params }: Exchange<PlayPeer>, { recorded, log }: Playing): RpcFault {
  const name = typeof params.name === 'string' ? ` ${params.name}` : '';
  const others = recorded.exchanges.filter(
    (one) => one.method === method && ownValue(one.params, 'name') === params.name,
  ).length;
  const why = others > 0 ? `: it was recorded with other arguments (${plural(others, 'time')})` : '';
  const message = `Not in the recording: ${method}${name}${why}`;
  log(`mcptest: ${oneLine(message)}`);
  return new RpcFault(CODE.noAnswer, message);
}

/** A notification, with the token of this request; a request waits for its answer. */
async function say(
  { method, params, reply }: RecordedSaying,
  exchange: Exchange<PlayPeer>,
  { streams }: Playing,
): Promise<void> {
  const { peer, signal } = exchange;
  const id = ownValue(ownValue(params, '_meta'), META.subscriptionId);
  const stream = [...streams.values()].find((one) => one.id === id);
  const { send } = stream ?? exchange;
  const token = ownValue(exchange.params._meta, 'progressToken');
  if (method === 'notifications/progress') {
    if (token !== undefined)
      send({ jsonrpc: '2.0', method, params: { ...(params as object), progressToken: token } });
    return;
  }
  const message = params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };
  if (reply === undefined) {
    if (method.startsWith('notifications/')) send(message);
    return;
  }
  peer.questions += 1;
  const question = `recorded-${peer.questions}`;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    peer.answers.set(question, done);
    signal.addEventListener('abort', done, { once: true });
    send({ ...message, id: question });
  });
}

/** What makes two requests the same; who asks, and with which token, does not count. */
function requestKey(method: string, params: unknown): string {
  const { _meta, ...rest } = isObject(params) ? params : {};
  return `${method}\n${canonicalJson(rest)}`;
}
