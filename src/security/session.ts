/** One live server as `mcptest security` sees it: everything it lists, twice and once more after a reconnect, and the probes. */
import { PROBE_RULE } from '../lint/probe-rules.js';
import { isAdHoc } from '../target/catalogs.js';
import { listAll } from '../target/list-all.js';
import { openTarget, type TargetInput } from '../target/target.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Connection } from '../types/connection.js';
import { McptestError } from '../util/errors.js';
import { ownValue } from '../util/plain.js';
import { type Probed, probeServer } from './probes.js';

export interface Inspected {
  /** Raw: what the rules quote of it is short and made safe, and secrets only by their beginning. */
  catalog: Catalog;
  probed: Probed[];
  closed: Promise<unknown>;
}

export async function inspectServer(input: TargetInput): Promise<Inspected> {
  const { connection, spec, redactor } = await openTarget(input);
  try {
    const name = nameOf(input, connection);
    const catalog = await everything(connection, name);
    const { probed, announced } = await probeServer(spec, connection, input.env ?? process.env, input.signal);
    const again = await onlyTools(connection, name);
    const rule = PROBE_RULE.driftInSession;
    const drift = rule.judge({
      before: toolsOf(catalog),
      after: again,
      when: 'of one session',
      announced,
    });
    const reconnected = drift.length > 0 ? undefined : await afterReconnect(input, name);
    if (reconnected !== undefined) {
      drift.push(
        ...rule.judge({
          before: toolsOf(catalog),
          after: reconnected,
          when: 'before and after a reconnect',
          announced,
        }),
      );
    }
    return {
      catalog,
      probed: [...probed, { rule, hits: drift }],
      closed: connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error instanceof McptestError
      ? new McptestError({ ...error, message: redactor.text(error.message), exitCode: error.exitCode })
      : error;
  }
}

async function everything(connection: Connection, server: string): Promise<Catalog> {
  const { info } = connection;
  const has = (capability: string) => ownValue(info.capabilities, capability) !== undefined;
  const resources = has('resources') ? await connection.list('resources/list') : undefined;
  const templates = has('resources') ? await connection.list('resources/templates/list') : undefined;
  const prompts = has('prompts') ? await connection.list('prompts/list') : undefined;
  return {
    ...(await onlyTools(connection, server)),
    ...(prompts && { prompts: prompts.items }),
    ...(resources && { resources: resources.items }),
    ...(templates && { resourceTemplates: templates.items }),
    ...(info.instructions !== undefined && { instructions: info.instructions }),
    protocolVersion: info.protocol_version,
  };
}

async function onlyTools(connection: Connection, server: string): Promise<Catalog> {
  const has = ownValue(connection.info.capabilities, 'tools') !== undefined;
  return { server, tools: has ? ((await listAll(connection, 'tools/list')) as ToolDef[]) : [] };
}

function toolsOf({ server, tools }: Catalog): Catalog {
  return { server, tools };
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
