/**
 * Opening a session in either era. `auto` asks with `initialize` first, because nearly every server has
 * it, and with `server/discover` when that was refused; the first refusal is the one that is reported.
 */
import type { ConnectionInfo, Era, Reply } from '../../types/connection.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { isObject, ownValue } from '../../util/plain.js';
import { clip, oneLine, show } from '../../util/text.js';
import { type ClientInfo, LATEST_LEGACY, LEGACY_REVISIONS, META, MODERN } from './revisions.js';
import type { Session, SessionReply } from './session.js';

export type Agreement = Pick<
  ConnectionInfo,
  'era' | 'protocol_version' | 'server_info' | 'capabilities' | 'instructions'
>;

/** What came of a handshake. */
export type OpenResult = { ok: true; agreed: Agreement } | FailedHandshake;

export interface FailedHandshake {
  ok: false;
  code: string;
  message: string;
  /** What a dying server wrote last. */
  stderr?: string[];
  /** The server is there and understood, it only does not speak this era. */
  refused: boolean;
  reply?: SessionReply;
}

/** Which eras to try, in order, and the revision to insist on. */
export interface EraPlan {
  eras: [Era, ...Era[]];
  pinned?: string;
}

/** Undefined when the word is unknown. */
export function erasOf(protocol: string): EraPlan | undefined {
  if (protocol === 'auto') return { eras: ['legacy', 'modern'] };
  if (protocol === 'legacy') return { eras: ['legacy'] };
  if (protocol === 'modern' || protocol === MODERN) return { eras: ['modern'] };
  return LEGACY_REVISIONS.includes(protocol) ? { eras: ['legacy'], pinned: protocol } : undefined;
}

export interface OpenOptions {
  client: ClientInfo;
  timeoutMs: number;
  pinned?: string;
  signal?: AbortSignal;
}

export function open(session: Session, era: Era, options: OpenOptions): Promise<OpenResult> {
  session.era = era;
  return era === 'legacy' ? initialize(session, options) : discover(session, options);
}

async function initialize(
  session: Session,
  options: OpenOptions,
  asked = options.pinned ?? LATEST_LEGACY,
  deadline = performance.now() + options.timeoutMs,
): Promise<OpenResult> {
  const params = {
    protocolVersion: asked,
    capabilities: session.answerer.capabilities,
    clientInfo: options.client,
  };
  const reply = await session.request('initialize', params, {
    timeout_ms: Math.ceil(Math.max(1, deadline - performance.now())),
    signal: options.signal,
  });
  const offered = options.pinned ? undefined : offeredRevision(reply);
  if (offered && offered < asked) return initialize(session, options, offered, deadline);
  if (reply.kind !== 'result') return refusal('initialize', reply);
  const version = ownValue(reply.result, 'protocolVersion');
  if (typeof version !== 'string') {
    return broken(`the answer to initialize has no protocolVersion: ${show(reply.result)}`);
  }
  if (!LEGACY_REVISIONS.includes(version)) {
    const known = LEGACY_REVISIONS.join(', ');
    return broken(
      `the server answered initialize with protocol version ${show(version)}; known are ${known}`,
      'unknown-version',
    );
  }
  if (options.pinned && version !== options.pinned) {
    return broken(
      `the server answered with protocol version ${version}; the suite pins ${options.pinned}`,
      'version-mismatch',
    );
  }
  await session.faults.holdToClients('initialize', reply.result, 'legacy');
  session.revision = version;
  session.transport.agreed('legacy', version);
  session.notify('notifications/initialized');
  return {
    ok: true,
    agreed: agreement('legacy', version, reply.result, ownValue(reply.result, 'serverInfo')),
  };
}

/** The newest revision we share with a server that refused the one it was asked for and named its own. */
function offeredRevision(reply: Reply): string | undefined {
  const supported = reply.kind === 'error' ? ownValue(reply.error.data, 'supported') : undefined;
  return Array.isArray(supported) ? LEGACY_REVISIONS.findLast((each) => supported.includes(each)) : undefined;
}

async function discover(session: Session, options: OpenOptions): Promise<OpenResult> {
  session.revision = MODERN;
  session.transport.agreed('modern', MODERN);
  const reply = await session.request(
    'server/discover',
    {},
    { timeout_ms: options.timeoutMs, signal: options.signal },
  );
  if (reply.kind !== 'result') return refusal('server/discover', reply);
  const supported = ownValue(reply.result, 'supportedVersions');
  if (!Array.isArray(supported)) {
    return broken(`the answer to server/discover has no supportedVersions: ${show(reply.result)}`);
  }
  if (!supported.includes(MODERN)) {
    return broken(`the server supports ${show(supported)} and not ${MODERN}`, 'unknown-version');
  }
  await session.faults.holdToClients('server/discover', reply.result, 'modern');
  const info = ownValue(ownValue(reply.result, '_meta'), META.serverInfo);
  return { ok: true, agreed: agreement('modern', MODERN, reply.result, info) };
}

function agreement(era: Era, version: string, result: unknown, info: unknown): Agreement {
  const capabilities = ownValue(result, 'capabilities');
  const instructions = ownValue(result, 'instructions');
  return omitUndefined({
    era,
    protocol_version: version,
    server_info: isObject(info) ? info : undefined,
    capabilities: isObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  });
}

const METHOD_NOT_FOUND = -32601;

/** HTTP statuses with which a server of the other era refuses a request without JSON-RPC. */
const REFUSALS = [400, 404, 405];

function refusal(method: string, reply: Exclude<SessionReply, { kind: 'result' }>): OpenResult {
  const refused = reply.kind === 'error' || REFUSALS.includes(reply.status ?? 0);
  const stderr = reply.kind === 'died' ? reply.stderr : undefined;
  return { ok: false, code: codeOf(reply), message: describe(method, reply), stderr, refused, reply };
}

function codeOf(reply: Reply): string {
  if (reply.kind === 'error') return 'handshake-refused';
  if (reply.kind === 'timeout') return 'handshake-timeout';
  return reply.kind === 'died' || reply.kind === 'unauthorized' ? reply.kind : 'handshake-invalid';
}

function describe(method: string, reply: Exclude<Reply, { kind: 'result' }>): string {
  if (reply.kind !== 'error') return reply.message;
  const supported = ownValue(reply.error.data, 'supported');
  const known = Array.isArray(supported) ? `; it supports ${show(supported)}` : '';
  return `the server refused ${method}: ${clip(oneLine(reply.error.message), 300)} (error ${reply.error.code}${known})`;
}

/**
 * The first failure with what the second era said to a server that refused the first, where that tells more than
 * "not mine either".
 */
export function withSecondFailure(first: string, { reply, message }: FailedHandshake): string {
  const telling = reply === undefined || (reply.kind === 'error' && reply.error.code !== METHOD_NOT_FOUND);
  if (!telling) return first;
  return `${first} It was then asked with server/discover: ${message}.`;
}

function broken(message: string, code = 'handshake-invalid'): OpenResult {
  return { ok: false, code, message, refused: false };
}
