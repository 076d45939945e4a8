/** `mcptest tools | resources | prompts | capabilities`: what a server offers, as it says it. */
import { CLIENT_REFUSES } from '../client/session/fault-log.js';
import type { Redactor } from '../redact/redactor.js';
import { listAll } from '../target/list-all.js';
import type { TargetInput } from '../target/target.js';
import { withTarget } from '../target/with-target.js';
import type { ToolDef } from '../types/catalog.js';
import type { Connection, Fault } from '../types/connection.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { descriptionWarnings, type Warnings } from './description-warnings.js';

export interface Introspection {
  /** The wire result with all pages joined. */
  result: Record<string, unknown>;
  /** What the server did on the way that it should not have done. */
  warnings: string[];
  /** What the official clients refuse of the handshake or of the list. */
  refused: string[];
  /** What the descriptions of tools try, found in what the server sent and not in what is shown of it. */
  poisoned: () => Promise<Warnings>;
  closing: Promise<void>;
}

export function listTools(input: TargetInput): Promise<Introspection> {
  return introspect(input, async (connection) => ({ tools: await listAll(connection, 'tools/list') }));
}

export function listPrompts(input: TargetInput): Promise<Introspection> {
  return introspect(input, async (connection) => ({ prompts: await listAll(connection, 'prompts/list') }));
}

export function listResources(input: TargetInput): Promise<Introspection> {
  return introspect(input, async (connection) => {
    const resources = await listAll(connection, 'resources/list');
    // Templates are optional: a server without them answers that it does not know the method.
    const templates = await connection.list('resources/templates/list');
    return templates.items.length === 0 ? { resources } : { resources, resourceTemplates: templates.items };
  });
}

export function getCapabilities(input: TargetInput): Promise<Introspection> {
  return introspect(input, async ({ info }) =>
    omitUndefined({
      protocolVersion: info.protocol_version,
      era: info.era,
      transport: info.transport,
      capabilities: info.capabilities,
      serverInfo: info.server_info,
      instructions: info.instructions,
    }),
  );
}

async function introspect(
  input: TargetInput,
  read: (connection: Connection) => Promise<Record<string, unknown>>,
): Promise<Introspection> {
  const { value, closing } = await withTarget(input, async ({ connection, redactor }) => {
    const sent = await read(connection);
    const result = redactor.value(sent);
    const faults = connection.faults();
    const isRefused = ({ code }: Fault) => code === CLIENT_REFUSES;
    const warnings = faults
      .filter((fault) => !isRefused(fault))
      .map((fault) => redactor.text(`${fault.code}: ${fault.message}`));
    const refused = [
      ...faults.filter(isRefused).map(({ message }) => message),
      ...(await unusable(result, connection)),
    ];
    return {
      result,
      warnings,
      refused: refused.map((message) => redactor.text(message)),
      poisoned: () => poisonIn(sent, redactor),
    };
  });
  return { ...value, closing };
}

async function poisonIn({ tools }: Record<string, unknown>, redactor: Redactor): Promise<Warnings> {
  return Array.isArray(tools) ? descriptionWarnings({ server: 'target', tools }, redactor) : {};
}

/** A client of SDK 1.x prepares every output schema as soon as the tools are listed. */
async function unusable({ tools }: Record<string, unknown>, { info }: Connection): Promise<string[]> {
  const described = (Array.isArray(tools) ? (tools as ToolDef[]) : []).filter(
    ({ outputSchema }) => outputSchema !== undefined,
  );
  if (described.length === 0 || info.era === 'modern') return [];
  const { refusedOutputs } = await import('../json-schema/refused-outputs.js');
  return refusedOutputs(described);
}
