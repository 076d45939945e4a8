/** The catalogues that a run starts from: of the agent's servers, and of everybody's that it can hand work to. */

import { instructors, workersOf } from '../../cassette/subject.js';
import type { ToolDef } from '../../types/catalog.js';
import type { ConnectionInfo } from '../../types/connection.js';
import type { AgentSpec, Suite } from '../../types/suite.js';
import type { Check } from '../../types/verdict.js';
import { plural } from '../../util/text.js';
import { reasonOf } from '../reason.js';
import { instructionsRead } from './bounds.js';
import type { RunConnections } from './run-connections.js';
import type { RunLog } from './run-log.js';

export interface ServerCatalogs {
  catalog: Record<string, ToolDef[]>;
  infos: Record<string, ConnectionInfo>;
}

const infos = new WeakMap<ConnectionInfo, ConnectionInfo>();

/** What is known of a connection, without the instructions; one object for all runs that share it. */
function infoOf(info: ConnectionInfo): ConnectionInfo {
  const { instructions: _, ...rest } = info;
  const known = infos.get(info) ?? rest;
  infos.set(info, known);
  return known;
}

/** Lists of which every tool can be used: thousands of cases are shown the same one. */
const whole = new WeakSet<object>();

/** As the list is where it can be, so that runs on one list are known to have the same tools. */
function usableTools(shown: Record<string, unknown>[], left_out: readonly unknown[]): ToolDef[] {
  if (left_out.length === 0 && whole.has(shown)) return shown as unknown as ToolDef[];
  const unusable = new Set(left_out);
  const isUsable = (tool: Record<string, unknown>): tool is ToolDef =>
    typeof tool.name === 'string' && !unusable.has(tool.name);
  if (!shown.every(isUsable)) return shown.filter(isUsable);
  if (left_out.length === 0) whole.add(shown);
  return shown as ToolDef[];
}

/** Servers of the agent and of everybody it can hand work to. */
export async function listServers(
  suite: Suite,
  agent: AgentSpec,
  connections: RunConnections,
  log: RunLog,
): Promise<ServerCatalogs | { obstacle: Check }> {
  const names = [...new Set([agent, ...workersOf(suite, agent)].flatMap(({ servers }) => servers))];
  const read = instructors(suite, agent);
  const out: ServerCatalogs = { catalog: Object.create(null), infos: Object.create(null) };
  const listed = await Promise.all(
    names.map(async (name) => {
      const got = await connections.get(name);
      if (!got.connection) return { name, why: got.failure };
      const timeout_ms = suite.servers[name]?.request_timeout_ms;
      const { items, fault, failed, left_out } = await got.connection.list('tools/list', { timeout_ms });
      if (failed === undefined) return { name, items, fault, left_out, info: got.connection.info };
      const { message, stderr } = reasonOf(failed);
      return { name, why: { message: `its tools could not be listed: ${message}`, stderr } };
    }),
  );
  for (const { name, why, items, fault, left_out = [], info } of listed) {
    if (items === undefined || info === undefined) {
      const { message, stderr } = why ?? { message: 'it could not be reached' };
      const check = { target: 'server', matcher: 'connect', expected: name };
      return { obstacle: { ...check, outcome: 'inconclusive', message, stderr } };
    }
    if (fault !== undefined) log.note(`the tools of ${name} were not all listed: ${fault}`);
    if (left_out.length > 0)
      log.note(
        `${plural(left_out.length, 'tool')} of ${name} not offered: an x-mcp-header that is not allowed`,
      );
    out.catalog[name] = usableTools(suite.servers[name]?.offered ?? items, left_out);
    const { instructions } = info;
    const rest = infoOf(info);
    out.infos[name] = rest;
    if (instructions === undefined || !read.has(name)) continue;
    const words = instructionsRead(instructions);
    if (words.cut) log.note(`the instructions of ${name} are too long: only their beginning was read`);
    out.infos[name] = { ...rest, instructions: words.text };
  }
  return out;
}
