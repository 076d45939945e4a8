/**
 * Which era a message belongs to. A request whose `_meta` names a protocol version is modern, everything
 * else is legacy; nothing is guessed from what came before it, but for the handshake itself.
 */
import { isObject, ownValue } from '../util/plain.js';

/** Newest first. */
export const LEGACY_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export const MODERN_REVISION = '2026-07-28';

export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
  logLevel: 'io.modelcontextprotocol/logLevel',
} as const;

export const CODE = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Ours: no answer that fits. */
  noAnswer: -32000,
  sessionNotFound: -32001,
  legacyResourceNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

export function isLegacyRevision(revision: unknown): revision is string {
  return (LEGACY_REVISIONS as readonly unknown[]).includes(revision);
}

/** Does the message claim the per-request envelope of the modern era? */
export function claimsModern(params: unknown): boolean {
  return claimedVersion(params) !== undefined;
}

export function claimedVersion(params: unknown): unknown {
  return ownValue(ownValue(params, '_meta'), META.protocolVersion);
}

/** What is wrong with a modern request's envelope, in the order in which a server says so. */
export function envelopeFault(
  params: unknown,
): { code: number; message: string; data?: Record<string, unknown> } | undefined {
  const meta = ownValue(params, '_meta');
  const missing = [META.protocolVersion, META.clientCapabilities].filter(
    (key) => ownValue(meta, key) === undefined,
  );
  if (missing.length > 0) {
    return {
      code: CODE.invalidParams,
      message: `Invalid params: _meta lacks ${missing.join(' and ')}`,
      data: { missing },
    };
  }
  const version = ownValue(meta, META.protocolVersion);
  const bad = malformedKey(meta);
  if (bad !== undefined) {
    return {
      code: CODE.invalidParams,
      message: `Invalid params: _meta ${bad} is malformed`,
      data: { invalid: [bad] },
    };
  }
  if (version !== MODERN_REVISION) {
    return {
      code: CODE.unsupportedVersion,
      message: 'Unsupported protocol version',
      data: { supported: [MODERN_REVISION], requested: version },
    };
  }
  return undefined;
}

/** The first key of the envelope whose value is not what it should be. */
function malformedKey(meta: unknown): string | undefined {
  if (typeof ownValue(meta, META.protocolVersion) !== 'string') return META.protocolVersion;
  if (!isObject(ownValue(meta, META.clientCapabilities))) return META.clientCapabilities;
  const info = ownValue(meta, META.clientInfo);
  const isNamed = typeof ownValue(info, 'name') === 'string' && typeof ownValue(info, 'version') === 'string';
  return info === undefined || isNamed ? undefined : META.clientInfo;
}
