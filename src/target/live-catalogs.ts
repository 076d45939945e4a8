/** The catalogues of live servers: of one target, or of every server that the suite declares. */
import { resolve } from 'node:path';
import { pagesOfListing } from '../catalog/pages-of-listing.js';
import { workspaceAt } from '../store/workspace.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Connection } from '../types/connection.js';
import { EXIT, McptestError } from '../util/errors.js';
import { ownValue } from '../util/plain.js';
import { type Catalogs, isAdHoc } from './catalogs.js';
import { listingSoFar, wholeListing } from './list-all.js';
import { suiteServers, type TargetInput } from './target.js';
import { withTarget } from './with-target.js';

export interface LiveOptions {
  /** A list that broke off because of its cursors is taken as far as it came. */
  half?: boolean;
}

export async function liveCatalogs(input: TargetInput, options: LiveOptions = {}): Promise<Catalogs> {
  if (input.server !== undefined || isAdHoc(input)) {
    const { catalog, closing } = await liveCatalog(input, options);
    return { catalogs: [catalog], closing };
  }
  const catalogs: Catalog[] = [];
  const closing: Promise<void>[] = [];
  for (const server of await declaredServers(input, resolve(input.cwd ?? process.cwd()))) {
    const live = await liveCatalog({ ...input, server }, options);
    catalogs.push(live.catalog);
    closing.push(live.closing);
  }
  return { catalogs, closing: Promise.all(closing) };
}

async function liveCatalog(
  input: TargetInput,
  { half }: LiveOptions,
): Promise<{ catalog: Catalog; closing: Promise<void> }> {
  const { value, closing } = await withTarget(input, async ({ connection, redactor }) => {
    const { info } = connection;
    // Asking a server for what it does not claim to have would be our mistake, not its fault.
    const list = half ? listingSoFar : wholeListing;
    const listing = info.capabilities.tools === undefined ? undefined : await list(connection, 'tools/list');
    const said = ownValue(info.server_info, 'name');
    const name = isAdHoc(input) && typeof said === 'string' && said !== '' ? said : connection.name;
    const catalog: Catalog = {
      server: name,
      tools: (listing?.items ?? []) as ToolDef[],
      ...(listing && pagesOfListing(listing)),
    };
    if (catalog.tools.length === 0) catalog.prompts = await promptsOf(connection);
    if (info.instructions !== undefined) catalog.instructions = info.instructions;
    catalog.protocolVersion = info.protocol_version;
    const refused = refusedParts(connection);
    if (refused.length > 0) catalog.refused = refused;
    return redactor.value(catalog);
  });
  return { catalog: value, closing };
}

/** A server without tools may have prompts; whether it has neither is worth a word. */
async function promptsOf(connection: Connection): Promise<Catalog['prompts']> {
  if (connection.info.capabilities.prompts === undefined) return [];
  const { items, failed } = await connection.list('prompts/list');
  return failed === undefined ? items : undefined;
}

/** What the official clients refuse of the answers as such; tools are looked at one by one by whoever looks at catalogues. */
export function refusedParts(connection: Connection): NonNullable<Catalog['refused']> {
  return connection.faults().flatMap(({ place, message }) => {
    return place && place.tool === undefined ? [{ pointer: place.pointer, message }] : [];
  });
}

export async function declaredServers(input: TargetInput, cwd: string): Promise<string[]> {
  const workspace = workspaceAt(cwd, input.workspace);
  const env = input.env ?? process.env;
  const { redactor } = input;
  const names = Object.keys(await suiteServers(input, { cwd, workspace, env, redactor }));
  if (names.length > 0) return names;
  throw new McptestError({
    code: 'unknown-server',
    message: 'the suite declares no server',
    hint: 'Give one with --url, --command or -- argv.',
    exitCode: EXIT.usage,
  });
}
