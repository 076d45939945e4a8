/** One live server as `mcptest security` sees it: everything it lists, twice and once more after a reconnect, and the probes. */
import { pagesOfListing } from '../catalog/pages-of-listing.js';
import { PROBE_RULE } from '../lint/probe-rules.js';
import { isAdHoc } from '../target/catalogs.js';
import { listingSoFar, wholeListing } from '../target/list-all.js';
import { openTarget, type TargetInput } from '../target/target.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Connection, ServerSpec } from '../types/connection.js';
import type { ProbeHit } from '../types/probe-rule.js';
import { McptestError } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { ownValue } from '../util/plain.js';
import { type ProbeResult, probeServer } from './probes.js';

export interface Inspection {
  /** Raw: what the rules quote of it is short and made safe, and secrets only by their beginning. */
  catalog: Catalog;
  probed: ProbeResult[];
  closed: Promise<unknown>;
}

export async function inspectServer(input: TargetInput): Promise<Inspection> {
  const { connection, spec, redactor } = await openTarget(input);
  try {
    const name = nameOf(input, connection);
    const catalog = await fullCatalog(connection, name);
    const { env = process.env, signal } = input;
    const reopen = async () => (await openTarget(input)).connection;
    const probed = await inspectConnection({ spec, connection, catalog, env, signal, reopen });
    return { catalog, probed, closed: connection.close() };
  } catch (error) {
    await connection.close();
    throw error instanceof McptestError
      ? new McptestError({ ...error, message: redactor.text(error.message), exitCode: error.exitCode })
      : error;
  }
}

/** A server that is open, with what it listed. */
export interface OpenServer {
  spec: ServerSpec;
  connection: Connection;
  catalog: Catalog;
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** Another connection to the same server. */
  reopen(): Promise<Connection>;
}

/** The probes, and whether the tools are the same when they are listed again. The connection stays open. */
export async function inspectConnection(server: OpenServer): Promise<ProbeResult[]> {
  const { spec, connection, env, signal } = server;
  const { probed, announced } = await probeServer(spec, connection, env, signal);
  const hits = await listingDrift(server, announced);
  return [...probed, { rule: PROBE_RULE.driftInSession, hits }];
}

/** Whether the tools change within a session, or else from one session to the next. */
async function listingDrift(
  { connection, catalog: { server: name, tools }, reopen }: OpenServer,
  announced: boolean,
): Promise<ProbeHit[]> {
  const before = { server: name, tools };
  const again = await onlyTools(connection, name);
  const drift = PROBE_RULE.driftInSession.judge({ before, after: again, when: 'of one session', announced });
  if (drift.length > 0) return drift;
  const reconnected = await afterReconnect(reopen, name);
  if (reconnected === undefined) return [];
  return PROBE_RULE.driftInSession.judge({
    before,
    after: reconnected,
    when: 'before and after a reconnect',
    announced,
  });
}

export async function fullCatalog(
  connection: Connection,
  server: string,
  { half = false } = {},
): Promise<Catalog> {
  const { info } = connection;
  const has = (capability: string) => ownValue(info.capabilities, capability) !== undefined;
  const resources = has('resources') ? await connection.list('resources/list') : undefined;
  const templates = has('resources') ? await connection.list('resources/templates/list') : undefined;
  const prompts = has('prompts') ? await connection.list('prompts/list') : undefined;
  const listed = await onlyTools(connection, server, half);
  return omitUndefined({
    ...listed,
    prompts: prompts?.items,
    resources: resources?.items,
    resourceTemplates: templates?.items,
    instructions: info.instructions,
    protocolVersion: info.protocol_version,
  });
}

async function onlyTools(connection: Connection, server: string, half = false): Promise<Catalog> {
  const has = ownValue(connection.info.capabilities, 'tools') !== undefined;
  if (!has) return { server, tools: [] };
  const listing = await (half ? listingSoFar : wholeListing)(connection, 'tools/list');
  return { server, tools: listing.items as ToolDef[], ...pagesOfListing(listing) };
}

/** Undefined when it does not start again: that is not ours to judge here. */
async function afterReconnect(reopen: OpenServer['reopen'], server: string): Promise<Catalog | undefined> {
  try {
    const connection = await reopen();
    try {
      return await onlyTools(connection, server);
    } finally {
      await connection.close();
    }
  } catch {
    return undefined;
  }
}

function nameOf(input: TargetInput, connection: Connection): string {
  const said = ownValue(connection.info.server_info, 'name');
  return isAdHoc(input) && typeof said === 'string' && said !== '' ? said : connection.name;
}
