/** The protocol revisions we speak, and the words of the stateless one that every request carries. */

export const LEGACY_REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
export const LATEST_LEGACY = '2025-11-25';
export const MODERN = '2026-07-28';

/** The one revision in which a server may answer with a batch array. */
export const BATCH_REVISION = '2025-03-26';

export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

export interface ClientInfo {
  name: string;
  version: string;
}

/** The `_meta` entries of a stateless request. */
export function modernMeta(
  client: ClientInfo,
  capabilities: Record<string, unknown>,
): Record<string, unknown> {
  return {
    [META.protocolVersion]: MODERN,
    [META.clientInfo]: client,
    [META.clientCapabilities]: capabilities,
  };
}
