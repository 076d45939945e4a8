/**
 * Tool ids. `server.tool` names one tool, a bare name the tool on any server; tool names may hold dots
 * themselves, so the servers that are known decide where a prefix ends.
 */

/** A call's tool, as far as the trace tells. */
export interface ToolId {
  /** `server.tool`, or the name alone where the server is unknown. */
  id: string;
  /** The tool's own name. */
  name: string;
  server?: string;
}

/** What is known of the servers while ids are read. */
export interface KnownServers {
  /** Declared by the test or the trace. */
  declared: ReadonlySet<string>;
  /** Declared, catalogued, or named by some call. */
  all: ReadonlySet<string>;
  /** Server name → its tools by name, where the catalogue is known. */
  tools: ReadonlyMap<string, Pick<ReadonlySet<string>, 'has'>>;
}

/** The server whose prefix a name carries; the longest where several fit. */
export function serverPrefix(name: string, servers: ReadonlySet<string>): string | undefined {
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const prefix = name.slice(0, dot);
    if (dot < name.length - 1 && servers.has(prefix)) return prefix;
  }
  return undefined;
}

/** Reads `tool` and `server` of a recorded call. */
export function toolId(tool: string, server: string | undefined, known: KnownServers): ToolId {
  if (server !== undefined) {
    const repeated = tool.startsWith(`${server}.`) && !known.tools.get(server)?.has(tool);
    return join(server, repeated ? tool.slice(server.length + 1) : tool);
  }
  const home = serverPrefix(tool, known.all);
  if (home !== undefined) return join(home, tool.slice(home.length + 1));
  const only = onlyServerOf(tool, known);
  if (only !== undefined) return join(only, tool);
  const dot = tool.indexOf('.');
  if (known.declared.size === 0 && dot > 0) return join(tool.slice(0, dot), tool.slice(dot + 1));
  return { id: tool, name: tool };
}

function onlyServerOf(tool: string, known: KnownServers): string | undefined {
  const holders = [...known.tools].filter(([, names]) => names.has(tool)).map(([server]) => server);
  if (holders.length === 1) return holders[0];
  return known.declared.size === 1 ? [...known.declared][0] : undefined;
}

function join(server: string, name: string): ToolId {
  return { id: `${server}.${name}`, name, server };
}

/** Which of several lists of declared members a call belongs to. */
export interface MemberIndex {
  /** Positions of the lists that hold the tool, ascending; the same array for the same tool. */
  listsOf(call: ToolId): readonly number[];
}

const indexes = new WeakMap<ReadonlySet<string>, WeakMap<object, MemberIndex>>();

/** The same of lists that a block holds: made once for all runs that know the same servers. */
export function indexOnce<Held extends object>(
  held: Held,
  servers: ReadonlySet<string>,
  listsOf: (held: Held) => readonly (readonly string[])[],
): MemberIndex {
  const ofServers = indexes.get(servers) ?? new WeakMap<object, MemberIndex>();
  const index = ofServers.get(held) ?? indexMembers(listsOf(held), servers);
  indexes.set(servers, ofServers.set(held, index));
  return index;
}

export function indexMembers(
  lists: readonly (readonly string[])[],
  servers: ReadonlySet<string>,
): MemberIndex {
  const byId = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  const add = (map: Map<string, number[]>, key: string, list: number) => {
    const found = map.get(key);
    if (!found) map.set(key, [list]);
    else if (found.at(-1) !== list) found.push(list);
  };
  for (const [list, members] of lists.entries()) {
    for (const member of members) {
      add(byId, member, list);
      if (serverPrefix(member, servers) === undefined) add(byName, member, list);
    }
  }
  // An id may stand for several names: `a.b` has a tool `c`, and `a` a tool `b.c`.
  const seen = new Map<string, Map<string, readonly number[]>>();
  return {
    listsOf({ id, name }) {
      const names = seen.get(id) ?? new Map<string, readonly number[]>();
      const known = names.get(name);
      if (known !== undefined) return known;
      const found = new Set([byId.get(id) ?? [], byName.get(name) ?? []].flat());
      const holding = [...found].sort((a, b) => a - b);
      seen.set(id, names.set(name, holding));
      return holding;
    },
  };
}
