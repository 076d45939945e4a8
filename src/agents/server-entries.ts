/** The servers of a run in the shape that most agents read: `{ "mcpServers": { NAME: { command, args } } }`. */
import type { AgentSetup } from './program.js';

export function serverEntries(
  servers: AgentSetup['servers'],
  more: Record<string, unknown> = {},
): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    servers.map(({ name, argv: [command, ...args] }) => [name, { ...more, command, args }]),
  );
}

export function mcpServers(servers: AgentSetup['servers'], more: Record<string, unknown> = {}): string {
  return json({ mcpServers: serverEntries(servers, more) });
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
