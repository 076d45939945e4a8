/** `mcptest tools | resources | prompts | capabilities`: what a server offers, as it says it. */
import { listAll } from '../target/list-all.js';
import type { TargetInput } from '../target/target.js';
import { withTarget } from '../target/with-target.js';
import type { Connection } from '../types/connection.js';
import { omitUndefined } from '../util/omit-undefined.js';

export interface Introspection {
  /** The wire result with all pages joined. */
  result: Record<string, unknown>;
  /** What the server did on the way that it should not have done. */
  warnings: string[];
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
    const result = redactor.value(await read(connection));
    const warnings = connection.faults().map((fault) => redactor.text(`${fault.code}: ${fault.message}`));
    return { result, warnings };
  });
  return { ...value, closing };
}
