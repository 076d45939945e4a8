/** The steps that need a connection: handshake, era, lists, capabilities, one harmless call, keeping to the protocol, shutdown. */
import { safetyClass } from '../catalog/safety-class.js';
import { type ConnectFailure, type ConnectOptions, connect } from '../client/connect.js';
import { synthesize } from '../json-schema/synthesize.js';
import type { ToolDef } from '../types/catalog.js';
import type { Connection, Fault, Listing, ListMethod, Reply, ServerSpec } from '../types/connection.js';
import { fullMessage } from '../util/full-message.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, plural } from '../util/text.js';
import { refusalOf } from './call-refusal.js';
import type { Checklist, StepId } from './checklist.js';
import { FRAMED, faultRemedy, HUNG, NOT_MCP, OLD_OR_NEW, OUTAGE, REFUSED, UNSERVED } from './remedies.js';

const CALL_MS = 10_000;
const BUSY = 'Wait until the server takes requests again, or ask its operator.';
/** Of what the official clients refuse in one answer. */
const MOST_TOLD = 5;
/** What is not declared may well be left unanswered. */
const UNDECLARED_MS = 3000;
/** What the protocol only advises, or what can be read past without doubt, is no reason to fail. */
const MILD = new Set([
  'byte-order-mark',
  'duplicate-key',
  'empty-cursor',
  'get-stream-refused',
  'inexact-number',
  'notification-flood',
  'session-expired',
  'tool-name',
]);
const SHUTDOWN_FAULTS = new Set(['ignored-sigterm', 'leaked-processes']);

export interface SessionSettings {
  /** Call one tool that only reads. */
  call: boolean;
  /** What a server logs on stdout is a warning. */
  lenient_stdout?: boolean;
}

/** The tools that the server lists, where it got so far. */
export async function sessionSteps(
  list: Checklist,
  spec: ServerSpec,
  options: ConnectOptions,
  settings: SessionSettings,
): Promise<ToolDef[] | undefined> {
  const started = performance.now();
  const outcome = await connect(spec, options);
  if (!outcome.ok) {
    const { step, remedy } = failedStep(outcome.failure);
    list.fail(step, fullMessage(outcome.failure), remedy);
    if (outcome.failure.code === 'handshake-timeout') list.unreachable();
    return undefined;
  }
  const took = Math.round(performance.now() - started);
  return connectedSteps(list, { spec, connection: outcome.connection, took }, settings);
}

export interface OpenSession {
  spec: ServerSpec;
  connection: Connection;
  /** How long the handshake took. */
  took: number;
}

/** The steps of a connection that is open. It is closed at the end. */
export async function connectedSteps(
  list: Checklist,
  { spec, connection, took }: OpenSession,
  settings: SessionSettings,
): Promise<ToolDef[] | undefined> {
  const { info } = connection;
  if (!refusedStep(list, 'handshake', connection, ['initialize', 'server/discover']))
    list.pass('handshake', `answered in ${took} ms`);
  list.pass('era', `${info.protocol_version}, ${info.era} era`);
  list.pass(
    'auth',
    info.auth === 'bearer' ? `the token in ${spec.auth?.bearer_token_env} is accepted` : 'none is asked for',
  );
  const tools = list.failed ? undefined : await listStep(list, connection);
  if (!list.failed) await capabilityStep(list, connection, tools);
  if (!list.failed)
    await callStep(
      list,
      connection,
      tools ?? [],
      settings.call ? Math.min(CALL_MS, spec.request_timeout_ms) : 0,
    );
  if (!list.failed) {
    // One more round trip: what was sent late is here before its answer.
    if (connection.alive) await connection.request('ping', {}, { timeout_ms: UNDECLARED_MS });
    // Capabilities have a step of their own.
    const faults = connection
      .faults()
      .filter(({ code, place }) => !SHUTDOWN_FAULTS.has(code) && !/^capability-/.test(code) && !place);
    protocolStep(list, faults, settings.lenient_stdout === true);
  }
  await connection.close();
  shutdownStep(
    list,
    spec,
    connection.faults().filter(({ code }) => SHUTDOWN_FAULTS.has(code)),
  );
  return tools;
}

function failedStep({ stage, code }: ConnectFailure): { step: StepId; remedy?: string } {
  if (stage === 'auth')
    return {
      step: 'auth',
      remedy: 'Put a valid token into an environment variable and name it with --bearer-token-env.',
    };
  if (stage === 'spawn') return { step: 'command' };
  if (stage === 'start') return { step: 'start' };
  if (code === 'unknown-version' || code === 'version-mismatch') return { step: 'era', remedy: OLD_OR_NEW };
  if (code === 'framing') return { step: 'first-bytes', remedy: FRAMED };
  if (code === 'handshake-timeout') return { step: 'handshake', remedy: HUNG };
  if (stage === 'transport')
    return { step: 'http', remedy: 'Try again; the connection broke off in the middle.' };
  return { step: 'handshake', remedy: code === 'handshake-refused' ? UNSERVED : NOT_MCP };
}

async function listStep(list: Checklist, connection: Connection): Promise<ToolDef[] | undefined> {
  if (connection.info.capabilities.tools === undefined) {
    list.skip('tools-list', 'the server does not declare tools');
    return undefined;
  }
  const listing = await connection.list('tools/list');
  const failure = listFailure(listing);
  if (failure !== undefined) {
    const fault = connection.faults().find(({ message, place }) => !place && message.includes('tools/list'));
    list.fail(
      'tools-list',
      failure,
      (fault ? faultRemedy(fault.code) : undefined) ??
        outageRemedy(listing.failed) ??
        'Answer tools/list with an array `tools`; it is declared.',
    );
    return undefined;
  }
  if (refusedStep(list, 'tools-list', connection, ['tools/list'])) return undefined;
  const unusable = connection.info.era === 'legacy' ? await unusableOutputs(listing) : [];
  if (unusable[0] !== undefined) {
    list.fail('tools-list', unusable.join('; '), REFUSED);
    return undefined;
  }
  const pages = listing.pages > 1 ? ` on ${listing.pages} pages` : '';
  list.pass('tools-list', plural(listing.items.length, 'tool') + pages);
  return listing.items as ToolDef[];
}

/** True when the official clients refuse one of these answers: then nobody who has one gets any further. */
function refusedStep(list: Checklist, step: StepId, connection: Connection, methods: string[]): boolean {
  const [first, ...others] = connection
    .faults()
    .filter(({ place }) => place !== undefined && methods.includes(place.method));
  if (!first) return false;
  const more = others.map(({ message }) => `; ${message}`).slice(0, MOST_TOLD - 1);
  const left = others.length - more.length;
  list.fail(step, `${first.message}${more.join('')}${left > 0 ? ` (and ${left} more)` : ''}`, REFUSED);
  return true;
}

async function unusableOutputs({ items }: Listing): Promise<string[]> {
  if (items.every(({ outputSchema }) => outputSchema === undefined)) return [];
  const { refusedOutputs } = await import('../json-schema/refused-outputs.js');
  return refusedOutputs(items as ToolDef[]).slice(0, MOST_TOLD);
}

function listFailure({ failed, fault }: Listing): string | undefined {
  return failed === undefined ? fault : messageOf(failed);
}

function messageOf(reply: Reply): string {
  if (reply.kind === 'error') return `error ${reply.error.code}: ${reply.error.message}`;
  return reply.kind === 'result' ? 'not a list' : fullMessage(reply);
}

const LISTS: [string, ListMethod][] = [
  ['tools', 'tools/list'],
  ['resources', 'resources/list'],
  ['prompts', 'prompts/list'],
];

/** What is declared must answer; what answers should be declared. */
async function capabilityStep(
  list: Checklist,
  connection: Connection,
  tools: ToolDef[] | undefined,
): Promise<void> {
  const { capabilities } = connection.info;
  const offered: string[] = [];
  for (const [name, method] of LISTS) {
    const declared = capabilities[name] !== undefined;
    if (name === 'tools' && tools) {
      offered.push(name);
      continue;
    }
    const listing = await connection.list(method, declared ? {} : { timeout_ms: UNDECLARED_MS });
    const failure = listFailure(listing);
    if (declared && failure !== undefined) {
      const said = `${name} is declared, but ${method} fails: ${failure}`;
      list.fail(
        'capabilities',
        said,
        outageRemedy(listing.failed) ?? `Answer ${method}, or do not declare ${name}.`,
      );
      return;
    }
    if (declared && refusedStep(list, 'capabilities', connection, [method])) return;
    if (declared) offered.push(name);
    else if (failure === undefined && listing.items.length > 0) {
      list.warn(
        'capabilities',
        `${plural(listing.items.length, 'entry', 'entries')} in ${method}, but ${name} is not declared`,
        `Declare ${name}: clients do not ask for what is not declared.`,
      );
      return;
    }
  }
  list.pass(
    'capabilities',
    offered.length > 0 ? `${offered.join(', ')}: as declared` : 'none declared, none found',
  );
}

async function callStep(
  list: Checklist,
  connection: Connection,
  tools: ToolDef[],
  timeout_ms: number,
): Promise<void> {
  if (timeout_ms === 0) return list.skip('call', 'not asked for');
  const chosen = harmlessCall(tools);
  if (!chosen) return list.skip('call', 'no tool is known to only read');
  const { name, args } = chosen;
  const reply = await connection.request('tools/call', { name, arguments: args }, { timeout_ms });
  if (refusedStep(list, 'call', connection, ['tools/call'])) return;
  if (isGatewayError(reply)) return list.fail('call', `${name}: ${messageOf(reply)}`, OUTAGE);
  const refusal = refusalIn(reply);
  if (refusal !== undefined) {
    const said = refusal === '' ? '' : `: ${JSON.stringify(clip(refusal.replace(/\s+/g, ' '), 160))}`;
    if (Object.keys(args).length > 0)
      return list.pass('call', `${name} answered an error to made-up arguments${said}`);
    const { status, did, remedy } = refusalOf(refusal);
    const detail = `${name}, called without arguments, ${did}${said}`;
    return status === 'pass' ? list.pass('call', detail) : list.warn('call', detail, remedy);
  }
  if (reply.kind === 'result') return list.pass('call', `${name} answered`);
  list.fail('call', `${name}: ${messageOf(reply)}`, callRemedy(reply, connection.faults().at(-1)));
}

/** What a tool says that could not do it; absent where it could, or nothing valid came. */
function refusalIn(reply: Reply): string | undefined {
  if (reply.kind === 'error') return messageOf(reply);
  if (reply.kind !== 'result' || ownValue(reply.result, 'isError') !== true) return undefined;
  const content = ownValue(reply.result, 'content');
  const texts = Array.isArray(content) ? content.map((block) => ownValue(block, 'text')) : [];
  return String(texts.find((text) => typeof text === 'string') ?? '').trim();
}

/** For what came in place of an answer because the server, or the way to it, was gone. */
function outageRemedy(reply: Reply | undefined): string | undefined {
  if (reply?.kind === 'died' || isGatewayError(reply)) return OUTAGE;
  if (reply?.kind === 'timeout')
    return 'The request hangs: look for a lock or a network call without a deadline.';
  if (reply?.kind === 'busy') return BUSY;
  return reply?.kind === 'unauthorized' ? 'The token allows the handshake but not this request.' : undefined;
}

/** HTTP 500 and up, whatever stands in the body. */
function isGatewayError(reply: Reply | undefined): boolean {
  if (reply?.kind === 'error') return (reply.http_status ?? 0) >= 500;
  return reply?.kind === 'invalid' && /\bHTTP 5\d\d\b/.test(reply.message);
}

function callRemedy(reply: Reply, fault: Fault | undefined): string {
  if (fault) return faultRemedy(fault.code);
  if (reply.kind === 'timeout')
    return 'The call hangs: look for a lock or a network call without a deadline in that tool.';
  if (reply.kind === 'died') return 'The server died of the call: its stderr says why.';
  if (reply.kind === 'unauthorized') return 'The token allows the handshake but not this call.';
  if (reply.kind === 'busy') return BUSY;
  return 'The answer is not a valid response: it needs `result` or `error`, never both.';
}

/** The first tool that only reads and for which arguments can be made up, those without arguments first. */
function harmlessCall(tools: ToolDef[]): { name: string; args: Record<string, unknown> } | undefined {
  const reading = tools
    .filter((tool) => typeof tool.name === 'string' && safetyClass(tool) === 'read-only')
    .slice(0, 20);
  const needs = (tool: ToolDef): number => {
    const required = ownValue(tool.inputSchema, 'required');
    return Array.isArray(required) ? required.length : 0;
  };
  for (const tool of reading.sort((a, b) => needs(a) - needs(b))) {
    const made = tool.inputSchema === undefined ? { value: {} } : synthesize(tool.inputSchema);
    if (made && isObject(made.value)) return { name: tool.name, args: made.value };
  }
  return undefined;
}

function protocolStep(list: Checklist, faults: Fault[], lenient: boolean): void {
  const grave = ({ code }: Fault) => !MILD.has(code) && !(lenient && code === 'stdout-noise');
  const [first, ...rest] = [...faults.filter(grave), ...faults.filter((fault) => !grave(fault))];
  if (!first) {
    list.pass('protocol', 'nothing out of order was seen');
    return;
  }
  const more = rest.length > 0 ? `; also ${rest.map(({ code }) => code).join(', ')}` : '';
  const judge = grave(first) ? list.fail : list.warn;
  judge.call(list, 'protocol', `${first.message} [${first.code}]${more}`, faultRemedy(first.code));
}

function shutdownStep(list: Checklist, spec: ServerSpec, [first]: Fault[]): void {
  if (first) list.fail('shutdown', first.message, faultRemedy(first.code));
  else if (spec.url === undefined || spec.start) list.pass('shutdown', 'left when asked');
  else list.skip('shutdown', 'it is not ours to stop');
}
