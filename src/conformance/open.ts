/** The handshake, raw: which era and revision the server speaks, and what it says of itself. */
import { LATEST_LEGACY, LEGACY_REVISIONS, META, MODERN } from '../client/session/revisions.js';
import type { Era } from '../types/connection.js';
import { EXIT, McptestError } from '../util/errors.js';
import { isObject, ownValue } from '../util/plain.js';
import { show } from '../util/text.js';
import type { Launcher } from './launch.js';
import type { Exchange } from './wire/port.js';
import { CLIENT_INFO, Talk } from './wire/talk.js';

export interface Opening {
  /** `locked`: it asks for a login; `closed`: no handshake came about. */
  state: 'open' | 'locked' | 'closed';
  talk: Talk;
  handshake: Exchange;
  /** The revision that was asked for. */
  asked: string;
  revision: string;
  capabilities: Record<string, unknown>;
  server_info?: Record<string, unknown>;
}

interface OpenOptions {
  /** A revision, an era, or `auto`. */
  wanted: string;
  startupMs: number;
  requestMs: number;
}

/** How long a server may take to start once more. */
const START_MS = 15_000;

export async function openServer(launcher: Launcher, options: OpenOptions): Promise<Opening> {
  const { wanted } = options;
  const isModern = wanted === 'modern' || wanted === MODERN;
  if (isModern) return discover(launcher, options);
  const pinned = LEGACY_REVISIONS.includes(wanted) ? wanted : undefined;
  const first = await initialize(launcher, options, pinned ?? LATEST_LEGACY);
  if (pinned !== undefined) return insist(first, pinned);
  if (first.state !== 'closed' || wanted === 'legacy') return first;
  const offered = offeredRevision(first.handshake);
  if (offered !== undefined) return initialize(launcher, options, offered);
  if (!isRefusal(first.handshake)) return first;
  const second = await discover(launcher, options);
  return second.state === 'open' ? second : first;
}

/** The version of a conversation that is opened beside the first one. */
export async function openAgain(launcher: Launcher, like: Opening, requestMs: number): Promise<Talk> {
  const talk = new Talk(await launcher.port(), like.talk.era, requestMs);
  if (talk.era === 'modern') return talk;
  // A process of its own starts first, which takes longer than a request.
  await talk.ask('initialize', initializeParams(like.asked), { timeoutMs: Math.max(requestMs, START_MS) });
  talk.agree(like.revision);
  await talk.tell('notifications/initialized');
  return talk;
}

export function initializeParams(protocolVersion: string): Record<string, unknown> {
  return { protocolVersion, capabilities: {}, clientInfo: CLIENT_INFO };
}

async function initialize(launcher: Launcher, options: OpenOptions, asked: string): Promise<Opening> {
  const talk = new Talk(await launcher.port(), 'legacy', options.requestMs);
  const handshake = await talk.ask('initialize', initializeParams(asked), { timeoutMs: options.startupMs });
  const result = ownValue(handshake.reply, 'result');
  const version = ownValue(result, 'protocolVersion');
  const known = typeof version === 'string' && LEGACY_REVISIONS.includes(version) ? version : asked;
  if (isObject(result)) {
    talk.agree(known);
    await talk.tell('notifications/initialized');
  }
  return opening({ talk, handshake, asked, revision: known, era: 'legacy' });
}

async function discover(launcher: Launcher, options: OpenOptions): Promise<Opening> {
  const talk = new Talk(await launcher.port(), 'modern', options.requestMs);
  const handshake = await talk.ask('server/discover', {}, { timeoutMs: options.startupMs });
  return opening({ talk, handshake, asked: MODERN, revision: MODERN, era: 'modern' });
}

type Parts = Pick<Opening, 'talk' | 'handshake' | 'asked' | 'revision'> & { era: Era };

function opening({ era, ...parts }: Parts): Opening {
  const result = ownValue(parts.handshake.reply, 'result');
  const capabilities = ownValue(result, 'capabilities');
  const named =
    era === 'legacy' ? ownValue(result, 'serverInfo') : ownValue(ownValue(result, '_meta'), META.serverInfo);
  return {
    ...parts,
    state: stateOf(parts.handshake),
    capabilities: isObject(capabilities) ? capabilities : {},
    server_info: isObject(named) ? named : undefined,
  };
}

function stateOf({ reply, http }: Exchange): Opening['state'] {
  if (http?.status === 401 || http?.status === 403) return 'locked';
  return isObject(ownValue(reply, 'result')) ? 'open' : 'closed';
}

/** The server is there and understood, it only does not speak this era. */
function isRefusal({ reply, http }: Exchange): boolean {
  return ownValue(reply, 'error') !== undefined || [400, 404, 405].includes(http?.status ?? 0);
}

function offeredRevision({ reply }: Exchange): string | undefined {
  const supported = ownValue(ownValue(ownValue(reply, 'error'), 'data'), 'supported');
  return Array.isArray(supported) ? LEGACY_REVISIONS.findLast((each) => supported.includes(each)) : undefined;
}

/** A server is judged only by revisions that it claims. */
function insist(opened: Opening, pinned: string): Opening {
  const version = ownValue(ownValue(opened.handshake.reply, 'result'), 'protocolVersion');
  if (opened.state !== 'open' || version === pinned) return opened;
  throw new McptestError({
    code: 'revision-not-spoken',
    message: `the server was asked for ${pinned} and answered with ${show(version)}`,
    hint: 'A server is judged by revisions that it speaks. Leave out --revision, or name one of those.',
    exitCode: EXIT.inconclusive,
  });
}
