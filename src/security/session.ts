/** One live server as `mcptest security` sees it: everything it lists, twice and once more after a reconnect, and the probes. */
import { PROBE_RULE } from '../lint/probe-rules.js';
import { isAdHoc } from '../target/catalogs.js';
import { listAll } from '../target/list-all.js';
import { openTarget, type TargetInput } from '../target/target.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Connection } from '../types/connection.js';
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
    const { probed, announced } = await probeServer(spec, connection, input.env ?? process.env, input.signal);
    const drift = await listingDrift({ input, connection, name, tools: catalog.tools, announced });
    return {
      catalog,
      probed: [...probed, { rule: PROBE_RULE.driftInSession, hits: drift }],
      closed: connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error instanceof McptestError
      ? new McptestError({ ...error, message: redactor.text(error.message), exitCode: error.exitCode })
      : error;
  }
}

interface DriftCheck {
  input: TargetInput;
  connection: Connection;
  name: string;
  /** As they were listed first. */
  tools: ToolDef[];
  announced: boolean;
}

/** Whether the tools change within a session, or else from one session to the next. */
async function listingDrift({ input, connection, name, tools, announced }: DriftCheck): Promise<ProbeHit[]> {
  const before = { server: name, tools };
  const again = await onlyTools(connection, name);
  const drift = PROBE_RULE.driftInSession.judge({ before, after: again, when: 'of one session', announced });
  if (drift.length > 0) return drift;
  const reconnected = await afterReconnect(input, name);
  if (reconnected === undefined) return [];
  return PROBE_RULE.driftInSession.judge({
    before,
    after: reconnected,
    when: 'before and after a reconnect',
    announced,
  });
}

async function fullCatalog(connection: Connection, server: string): Promise<Catalog> {
  const { info } = connection;
  const has = (capability: string) => ownValue(info.capabilities, capability) !== undefined;
  const resources = has('resources') ? await connection.list('resources/list') : undefined;
  const templates = has('resources') ? await connection.list('resources/templates/list') : undefined;
  const prompts = has('prompts') ? await connection.list('prompts/list') : undefined;
  const { tools } = await onlyTools(connection, server);
  return omitUndefined({
    server,
    tools,
    prompts: prompts?.items,
    resources: resources?.items,
    resourceTemplates: templates?.items,
    instructions: info.instructions,
    protocolVersion: info.protocol_version,
  });
}

async function onlyTools(connection: Connection, server: string): Promise<Catalog> {
  const has = ownValue(connection.info.capabilities, 'tools') !== undefined;
  return { server, tools: has ? ((await listAll(connection, 'tools/list')) as ToolDef[]) : [] };
}

/** Undefined when it does not start again: that is not ours to judge here. */
async function afterReconnect(input: TargetInput, server: string): Promise<Catalog | undefined> {
  try {
    const { connection } = await openTarget(input);
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
