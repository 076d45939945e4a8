/**
 * What `mcptest proxy` recorded, as a cassette: each session is a run, its events are the requests of the agent with the
 * server's own answers. What the recorder answered itself (faults, distractors) is not the server's, and left out.
 */
import type {
  Cassette,
  RecordedEvent,
  RecordedReply,
  RecordedRun,
  RecordedSaying,
} from '../types/cassette.js';
import type { ToolDef } from '../types/catalog.js';
import type { ConnectionInfo, RpcError } from '../types/connection.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { toolsOf, type WireReader, type WireReply, type WireSession } from '../wire/exchanges.js';
import { CASSETTE_VERSION, catalogHash } from './file.js';

/** In place of the name of a suite. */
export const PROXY_SUITE = 'mcptest proxy';

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';
const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';

/** The cassette with the sessions added; a new one where there is none. */
export function withSessions(before: Cassette | undefined, reader: WireReader, test: string): Cassette {
  const cassette: Cassette = before ?? {
    version: CASSETTE_VERSION,
    suite: PROXY_SUITE,
    test,
    subject: { prompt: '', servers: {} },
    servers: {},
    catalogs: [],
    models: {},
  };
  for (const session of reader.sessions.values()) addSession(cassette, session);
  return cassette;
}

function addSession(cassette: Cassette, session: WireSession): void {
  const { server } = session;
  const events = session.exchanges.flatMap((exchange): RecordedEvent[] => {
    const { method, params, given, said } = exchange;
    const reply = given === undefined ? streamReply(method) : recordedReply(given);
    if (reply === undefined) return [];
    return [
      omitUndefined({
        server,
        method,
        params: isObject(params) ? params : undefined,
        reply,
        said: said.length > 0 ? said.map(recordedSaying) : undefined,
      }),
    ];
  });
  if (events.length === 0) return;
  cassette.subject.servers[server] = session.way;
  const info = infoOf(session);
  if (info !== undefined) cassette.servers[server] = info;
  const run: RecordedRun = {
    catalog: catalogIndex(cassette, server, toolsOf(session, 'given') ?? []),
    events,
  };
  const agent = agentOf(session);
  cassette.models[agent] ??= { provider: 'proxy', model: agent, runs: [] };
  cassette.models[agent].runs.push(run);
}

/** A stream is open until the agent leaves: what was said on it is its answer. */
function streamReply(method: string): RecordedReply | undefined {
  if (method !== 'subscriptions/listen') return undefined;
  return { kind: 'cancelled', message: 'the stream was open to the end' };
}

function catalogIndex(cassette: Cassette, server: string, tools: ToolDef[]): number {
  const catalog = { [server]: tools };
  const hash = catalogHash(catalog);
  const known = cassette.catalogs.findIndex((one) => one.hash === hash);
  if (known >= 0) return known;
  cassette.catalogs.push({ hash, tools: catalog });
  return cassette.catalogs.length - 1;
}

/** Who asked, as it calls itself. */
function agentOf({ exchanges }: WireSession): string {
  for (const { params } of exchanges) {
    const info = ownValue(params, 'clientInfo') ?? ownValue(ownValue(params, '_meta'), CLIENT_INFO);
    const name = ownValue(info, 'name');
    if (typeof name === 'string' && name !== '') return name;
  }
  return 'agent';
}

function infoOf(session: WireSession): Omit<ConnectionInfo, 'capabilities'> | undefined {
  const { exchanges, way } = session;
  const answered = (wanted: string) =>
    exchanges.find(({ method, given }) => method === wanted && isObject(given?.result));
  const opened = answered('initialize') ?? answered('server/discover');
  if (opened === undefined) return undefined;
  const { result } = opened.given as { result: Record<string, unknown> };
  const isLegacy = opened.method === 'initialize';
  const asked = ownValue(ownValue(opened.params, '_meta'), PROTOCOL_VERSION);
  const version = isLegacy ? result.protocolVersion : asked;
  const meta = ownValue(ownValue(result, '_meta'), 'io.modelcontextprotocol/serverInfo');
  const server_info = result.serverInfo ?? meta;
  return omitUndefined({
    transport: way.url === undefined ? ('stdio' as const) : ('http' as const),
    era: isLegacy ? ('legacy' as const) : ('modern' as const),
    protocol_version: typeof version === 'string' ? version : '',
    server_info: isObject(server_info) ? server_info : undefined,
    instructions: typeof result.instructions === 'string' ? result.instructions : undefined,
    auth: 'none' as const,
  });
}

function recordedReply({ result, error, cut }: WireReply): RecordedReply {
  return error === undefined
    ? omitUndefined({ kind: 'result' as const, result, cut })
    : omitUndefined({ kind: 'error' as const, error: error as RpcError, cut });
}

function recordedSaying({ method, params, reply }: { method: string; params?: unknown; reply?: WireReply }) {
  return omitUndefined<RecordedSaying>({ method, params, reply: reply && recordedReply(reply) });
}
