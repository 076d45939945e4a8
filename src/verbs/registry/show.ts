/** `mcptest tdqs show SERVER[/TOOL]`: what a registry knows of one server or one tool. */
import { chooseScope, type Scope } from '../../registry/read/scope.js';
import { serverDocument, serversLike } from '../../registry/read/servers.js';
import { toolDocument, toolsOf } from '../../registry/read/tools.js';
import { openStore, type RegistryStore } from '../../registry/store.js';
import type { ServerDocument, ToolDocument, ToolItem } from '../../types/registry-read.js';
import { didYouMean } from '../../util/did-you-mean.js';
import { McptestError } from '../../util/errors.js';
import { clip, oneLine } from '../../util/text.js';

export interface ShowInput {
  store: string;
  judge?: string | undefined;
  /** A server, or a server and a tool with a slash between them. */
  what: string;
}

export type Shown = { server: ServerDocument; tools: ToolItem[] } | { tool: ToolDocument };

export async function showRegistry(input: ShowInput): Promise<Shown> {
  const store = await openStore(input.store, { must_exist: true });
  try {
    const scope = await chooseScope(store.db, input.judge);
    const found =
      (await serverNamed(store, scope, input.what)) ?? (await toolNamed(store, scope, input.what));
    if (found !== undefined) return found;
    throw await unknown(store, scope, input.what);
  } finally {
    await store.close();
  }
}

async function serverNamed({ db }: RegistryStore, scope: Scope, name: string): Promise<Shown | undefined> {
  const server = await serverDocument(db, scope, name);
  if (server === undefined) return undefined;
  return { server, tools: await toolsOf(db, scope, name) };
}

/** Names of servers and of tools may hold slashes themselves, so each is tried. */
async function toolNamed({ db }: RegistryStore, scope: Scope, what: string): Promise<Shown | undefined> {
  for (let at = what.lastIndexOf('/'); at > 0; at = what.lastIndexOf('/', at - 1)) {
    const address = { server: what.slice(0, at), tool: what.slice(at + 1) };
    const tool = await toolDocument(db, scope, address);
    if (tool !== undefined) return { tool };
  }
  return undefined;
}

async function unknown({ db }: RegistryStore, scope: Scope, what: string): Promise<McptestError> {
  const at = what.lastIndexOf('/');
  const server = at > 0 ? await serverDocument(db, scope, what.slice(0, at)) : undefined;
  const known =
    server === undefined
      ? await serversLike(db, what)
      : (await toolsOf(db, scope, server.name)).map(({ name }) => `${server.name}/${name}`);
  const near = didYouMean(what.slice(0, 200), known);
  return new McptestError({
    code: 'registry-unknown',
    message: `the registry has neither a server nor a tool ${JSON.stringify(clip(oneLine(what), 120))}`,
    hint:
      near === undefined
        ? 'Write the name of a server, or SERVER/TOOL; `mcptest tdqs serve` has a search.'
        : `Did you mean ${oneLine(near)}?`,
  });
}
