/**
 * Agents join the name of a server and the name of its tool in ways of their own. The servers that are
 * known decide where the one ends and the other begins: `a_b_c` is the tool `c` of `a_b` or `b_c` of `a`.
 */
import type { ToolDef } from '../types/catalog.js';
import type { Trace } from '../types/trace.js';

export interface KnownNames {
  /** Declared by the suite; what the trace itself names is known without it. */
  servers?: Iterable<string>;
  /** Tools of the servers, where somebody has them. */
  catalog?: Readonly<Record<string, readonly ToolDef[]>>;
  /** How the agent that left the trace joins names when it uses one sign only. */
  join?: '_' | '-';
}

/** Ways to write server and tool as one name; a single sign is no proof, as tools use it in their own names. */
const STYLES = [
  { lead: 'mcp__', join: '__', sure: true },
  { lead: 'mcp_', join: '_', sure: true },
  { lead: '', join: '__', sure: true },
  { lead: '', join: '-', sure: false },
  { lead: '', join: '_', sure: false },
] as const;

interface Split {
  server: string;
  tool: string;
}

/** Gives every call without a server the server that its name carries. */
export function splitNames(trace: Trace, known: KnownNames): void {
  const servers = knownServers(trace, known);
  const toolsOf = toolIndex(trace, known);
  const done = new Map<string, Split | undefined>();
  for (const call of trace.calls) {
    if (call.server !== undefined) continue;
    if (!done.has(call.tool)) done.set(call.tool, split(call.tool, servers, toolsOf, known.join));
    const found = done.get(call.tool);
    if (found) Object.assign(call, found);
  }
}

function knownServers(trace: Trace, { servers = [], catalog = {} }: KnownNames): string[] {
  const all = new Set([
    ...servers,
    ...(trace.servers ?? []),
    ...Object.keys(trace.catalog ?? {}),
    ...Object.keys(catalog),
    ...trace.calls.flatMap(({ server }) => server ?? []),
  ]);
  all.delete('');
  return [...all].sort((a, b) => b.length - a.length);
}

type ToolIndex = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Server → a tool's name as agents may write it → its name. */
function toolIndex(trace: Trace, { catalog }: KnownNames): ToolIndex {
  const index = new Map<string, Map<string, string>>();
  for (const source of [trace.catalog ?? {}, catalog ?? {}]) {
    for (const [server, tools] of Object.entries(source)) {
      const names = index.get(server) ?? new Map<string, string>();
      for (const { name } of tools) names.set(plain(name), name).set(name, name);
      index.set(server, names);
    }
  }
  return index;
}

function split(
  name: string,
  servers: readonly string[],
  toolsOf: ToolIndex,
  join: KnownNames['join'],
): Split | undefined {
  if ([...toolsOf.values()].some((tools) => tools.has(name))) return undefined;
  const guesses: Split[] = [];
  for (const server of servers) {
    for (const style of STYLES) {
      const rest = afterPrefix(name, server, style);
      if (rest === undefined) continue;
      const tools = toolsOf.get(server);
      const listed = tools?.get(rest);
      if (listed !== undefined) return { server, tool: listed };
      if (style.sure || (style.join === join && tools === undefined)) guesses.push({ server, tool: rest });
    }
  }
  return guesses[0] ?? spelled(name);
}

function afterPrefix(
  name: string,
  server: string,
  { lead, join }: (typeof STYLES)[number],
): string | undefined {
  for (const spelling of [server, plain(server)]) {
    const prefix = `${lead}${spelling}${join}`;
    if (name.startsWith(prefix) && name.length > prefix.length) return name.slice(prefix.length);
  }
  return undefined;
}

/** Only this spelling tells its parts apart without any help. */
function spelled(name: string): Split | undefined {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/s.exec(name) ?? [];
  return server === undefined || tool === undefined ? undefined : { server, tool };
}

/** What APIs of models allow in a name; agents put `_` in place of everything else. */
function plain(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_');
}
