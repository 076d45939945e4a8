/**
 * The five basic checks of `compliance:`. Each asks the server one thing and holds the answer against the
 * protocol; an `expect:` of the suite's own is judged on top of that, never in place of it.
 */

import { judgeStep } from '../gates/judge.js';
import { isRefused } from '../gates/refused-access.js';
import type { SnapshotBook } from '../match/snapshot-book.js';
import type { Redactor } from '../redact/redactor.js';
import { shownAssertions } from '../score/shown-assertions.js';
import type { Connection, ListMethod, Reply } from '../types/connection.js';
import type { ComplianceCall, Expectation } from '../types/suite.js';
import type { Check } from '../types/verdict.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import type { Reach } from './compliance-conformance.js';
import { reasonOf } from './reason.js';

export interface ComplianceContext {
  reach(server: string): Reach;
  redactor: Redactor;
  snapshots: SnapshotBook;
  signal?: AbortSignal;
  timeout_ms: number;
  /** Log lines on stdout are told and fail nothing. */
  lenient_stdout?: boolean;
}

export interface ComplianceJudgement {
  checks: Check[];
  notes: string[];
  duration_ms: number;
}

const KEYS = { 'tools/list': 'tools', 'resources/list': 'resources', 'prompts/list': 'prompts' } as const;
const MAX_SHOWN = 3;
/** What on stdout breaks the rule that it carries one message a line and nothing else. */
const FRAMING = ['stdout-noise', 'embedded-newline', 'invalid-utf8'];

/** A call with one of the five in it. */
type CoarseCall = ComplianceCall & Required<Pick<ComplianceCall, 'check'>>;

export async function judgeCompliance(
  call: ComplianceCall,
  expect: Expectation,
  connection: Connection,
  context: ComplianceContext,
): Promise<ComplianceJudgement> {
  const { check, conformance } = call;
  const coarse = check && (await judgeCoarse({ ...call, check }, expect, connection, context));
  if (conformance === undefined) return coarse ?? { checks: [], notes: [], duration_ms: 0 };
  const { judgeConformance } = await import('./compliance-conformance.js');
  const fine = await judgeConformance(conformance, call, context);
  return {
    checks: [...(coarse?.checks ?? []), ...fine.checks],
    notes: [...(coarse?.notes ?? []), ...fine.notes],
    duration_ms: (coarse?.duration_ms ?? 0) + fine.duration_ms,
  };
}

async function judgeCoarse(
  call: CoarseCall,
  expect: Expectation,
  connection: Connection,
  context: ComplianceContext,
): Promise<ComplianceJudgement> {
  const { redactor, snapshots, signal, timeout_ms } = context;
  const { info } = connection;
  const pinned = revisionCheck(call, info.protocol_version);
  if (call.check === 'ping' && info.era === 'modern') {
    const message = `${info.protocol_version} has no ping, so it is not checked`;
    return { checks: [...pinned, result('inconclusive', 'ping', message)], notes: [], duration_ms: 0 };
  }
  const { reply, checks } = await asked(call, connection, { timeout_ms, signal });
  const shown = redactor.value(reply);
  const own = expect.assertions.length > 0 || expect.max_duration_ms !== undefined;
  const judged =
    own && (reply.kind === 'result' || reply.kind === 'error')
      ? await judgeStep(
          shown,
          { ...expect, assertions: shownAssertions(expect.assertions, redactor) },
          { test: call.check, snapshots },
        )
      : { checks: [], notes: [] };
  const broken =
    info.transport === 'stdio' ? connection.faults().filter(({ code }) => FRAMING.includes(code)) : [];
  const forgiven = broken.filter(({ code }) => context.lenient_stdout && code === 'stdout-noise');
  const framing = broken
    .filter((fault) => !forgiven.includes(fault))
    .map(({ message }): Check => ({ target: 'stdout', matcher: 'messages', outcome: 'fail', message }));
  return {
    checks: [...pinned, ...redactor.value([...checks, ...framing]), ...judged.checks],
    notes: [...forgiven.map(({ message }) => redactor.text(message)), ...judged.notes],
    duration_ms: reply.duration_ms,
  };
}

type Asked = { reply: Reply; checks: Check[] };
type Options = { timeout_ms: number; signal?: AbortSignal };

async function asked(call: CoarseCall, connection: Connection, options: Options): Promise<Asked> {
  if (call.check === 'initialize') return handshake(connection);
  if (call.check === 'ping') {
    const reply = await connection.request('ping', {}, options);
    return {
      reply,
      checks: [answered(reply, 'ping', (value) => (isObject(value) ? [] : ['the result is not an object']))],
    };
  }
  const listing = await connection.list(call.check, options);
  const key = KEYS[call.check];
  const reply: Reply = listing.failed ?? {
    kind: 'result',
    result: { [key]: listing.items },
    duration_ms: 0,
    progress: [],
  };
  const check = answered(reply, call.check, () => [
    ...(listing.fault === undefined ? [] : [listing.fault]),
    ...listing.items.flatMap((item, at) => itemFaults(call.check as ListMethod, item, at)),
  ]);
  return { reply, checks: [check] };
}

/** The connection stands, so the handshake went well; what the server said in it is looked at. */
function handshake({ info }: Connection): Asked {
  const value = {
    protocolVersion: info.protocol_version,
    capabilities: info.capabilities,
    ...(info.server_info && { serverInfo: info.server_info }),
    ...(info.instructions !== undefined && { instructions: info.instructions }),
  };
  const reply: Reply = { kind: 'result', result: value, duration_ms: 0, progress: [] };
  const faults: string[] = [];
  if (!isObject(info.capabilities)) faults.push('`capabilities` is not an object');
  // The stateless era names the server in `_meta`, where it may leave it out.
  if (info.era === 'legacy' || info.server_info !== undefined) {
    for (const key of ['name', 'version']) {
      if (typeof ownValue(info.server_info, key) !== 'string')
        faults.push(`\`serverInfo.${key}\` is not text`);
    }
  }
  return { reply, checks: [answered(reply, 'initialize', () => faults)] };
}

function itemFaults(method: ListMethod, item: Record<string, unknown>, at: number): string[] {
  const text = (key: string): string[] =>
    typeof ownValue(item, key) === 'string' ? [] : [`item ${at} has no text \`${key}\``];
  if (method === 'tools/list') {
    const schema = ownValue(item, 'inputSchema');
    const object = ownValue(schema, 'type') === 'object' || typeof ownValue(schema, '$ref') === 'string';
    return [
      ...text('name'),
      ...(object ? [] : [`\`inputSchema\` of item ${at} is not a schema of type object`]),
    ];
  }
  return method === 'resources/list' ? [...text('name'), ...text('uri')] : text('name');
}

function answered(reply: Reply, matcher: string, faults: (value: unknown) => string[]): Check {
  if (isRefused(reply)) return result('inconclusive', matcher, reply.message);
  if (reply.kind === 'error') {
    const message = `the server answered with error ${reply.error.code}: ${clip(String(reply.error.message), 500)}`;
    return result('fail', matcher, message);
  }
  if (reply.kind !== 'result') {
    const { message, stderr } = reasonOf(reply);
    return { ...result('fail', matcher, message), stderr };
  }
  const found = faults(reply.result);
  if (found.length === 0) return result('pass', matcher, 'the answer keeps to the protocol');
  const more = found.length > MAX_SHOWN ? ` (and ${found.length - MAX_SHOWN} more)` : '';
  return result('fail', matcher, clip(oneLine(found.slice(0, MAX_SHOWN).join('; ') + more), 1000));
}

function revisionCheck({ spec_version }: ComplianceCall, actual: string): Check[] {
  if (spec_version === undefined) return [];
  const same = spec_version === actual;
  return [
    {
      target: 'protocol_version',
      matcher: 'exact',
      expected: spec_version,
      actual,
      outcome: same ? 'pass' : 'fail',
      message: `the server speaks ${actual}${same ? '' : `, the suite asks for ${spec_version}`}`,
    },
  ];
}

function result(outcome: Check['outcome'], matcher: string, message: string): Check {
  return { target: 'protocol', matcher, outcome, message };
}
