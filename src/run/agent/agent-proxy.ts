/**
 * The door through which an agent of the user's own reaches a server: an MCP endpoint on loopback that
 * shows the tools of a run, distractors among them, passes calls on one after the other, and writes down
 * each. Twin of `toolbox.ts`, which does the same for a model.
 */

import { distractorReply } from '../../catalog/mix-distractors.js';
import { createServer } from '../../rpc-server/create-server.js';
import { CODE, isLegacyRevision, LEGACY_REVISIONS, MODERN_REVISION } from '../../rpc-server/eras.js';
import type { HttpServer } from '../../rpc-server/listen.js';
import { createPeer } from '../../rpc-server/peer.js';
import { type Exchange, type Method, RpcFault } from '../../rpc-server/rpc.js';
import { serveHttp } from '../../rpc-server/serve-http.js';
import type { ToolDef } from '../../types/catalog.js';
import type { Reply } from '../../types/connection.js';
import { fullMessage } from '../../util/full-message.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { isObject } from '../../util/plain.js';
import { VERSION } from '../../util/version.js';
import type { RunLog } from './run-log.js';

/** No real task needs as many; an agent that runs in circles must not fill our memory. */
const MOST_CALLS = 10_000;

export interface ProxyParts {
  server: string;
  /** What the server says about its use. */
  instructions: string | undefined;
  /** As the agent is to see them. */
  tools: readonly ToolDef[];
  /** Names among them that are distractors. */
  distractors: ReadonlySet<string>;
  log: RunLog;
  send(tool: string, args: Record<string, unknown>): Promise<Reply>;
}

export function serveProxy(parts: ProxyParts): Promise<HttpServer> {
  const schemas = new Map(parts.tools.map((tool) => [tool.name, tool.inputSchema]));
  const told = {
    capabilities: { tools: {} },
    ...(parts.instructions !== undefined && { instructions: parts.instructions }),
  };
  let last: Promise<unknown> = Promise.resolve();
  const shared: [string, Method][] = [
    ['tools/list', () => ({ tools: parts.tools })],
    [
      'tools/call',
      ({ params }) => {
        const called = last.then(() => call(params, parts));
        last = called.catch(() => {});
        return called;
      },
    ],
  ];
  const legacy = new Map<string, Method>([
    ...shared,
    ['ping', () => ({})],
    ['initialize', (exchange) => initialize(exchange, parts.server, told)],
  ]);
  const modern = new Map<string, Method>([
    ...shared,
    ['server/discover', () => ({ supportedVersions: [MODERN_REVISION], ...told })],
  ]);
  const rpc = createServer({
    identity: { name: parts.server, version: VERSION },
    protocol: 'both',
    methods: { get: (era, method) => (era === 'legacy' ? legacy : modern).get(method) },
    createPeer,
    inputSchema: (tool) => schemas.get(tool),
  });
  return serveHttp(rpc, { port: 0 });
}

function initialize({ params, peer }: Exchange, name: string, told: Record<string, unknown>) {
  const { protocolVersion } = params;
  peer.revision = isLegacyRevision(protocolVersion) ? protocolVersion : LEGACY_REVISIONS[0];
  return { protocolVersion: peer.revision, ...told, serverInfo: { name, version: VERSION } };
}

async function call(params: Record<string, unknown>, parts: ProxyParts): Promise<Record<string, unknown>> {
  const { server, log } = parts;
  const tool = typeof params.name === 'string' ? params.name : '';
  const args = params.arguments ?? {};
  const known = parts.tools.some(({ name }) => name === tool);
  const record = (result: unknown, is_error: boolean, duration_ms?: number) =>
    log.call(
      omitUndefined({ tool, server: known ? server : undefined, args, result, is_error, duration_ms }),
    );
  const refuse = (code: number, message: string, data?: unknown): never => {
    record({ error: omitUndefined({ code, message, data }) }, true);
    throw new RpcFault(code, message, data);
  };
  if (log.calls >= MOST_CALLS) {
    log.note(`the agent made more than ${MOST_CALLS} calls; the rest were refused`);
    throw new RpcFault(CODE.internal, `More than ${MOST_CALLS} calls in one run`);
  }
  if (!known) return refuse(CODE.invalidParams, `Unknown tool: ${tool}`);
  if (!isObject(args)) return refuse(CODE.invalidParams, 'Invalid params: arguments must be an object');
  if (parts.distractors.has(tool)) {
    record(distractorReply(), false, 0);
    return distractorReply();
  }
  const reply = await parts.send(tool, args);
  if (reply.kind === 'error') return refuse(reply.error.code, reply.error.message, reply.error.data);
  if (reply.kind !== 'result') return refuse(CODE.internal, fullMessage(reply));
  const failed = isObject(reply.result) && reply.result.isError === true;
  record(reply.result, failed, reply.duration_ms);
  return isObject(reply.result) ? reply.result : {};
}
