/**
 * One live server, started once for everything that can share a conversation; the checks of the specification need raw
 * ones of their own and run beside it. What breaks or hangs leaves one heading without a grade, and the others go on.
 */
import { commandLine } from '../../audit/command-line.js';
import { protocolHeading } from '../../audit/headings/protocol.js';
import { securityHeading } from '../../audit/headings/security.js';
import { type SafeCall, type StartStep, startHeading } from '../../audit/headings/start.js';
import { unjudgedHeading } from '../../audit/points.js';
import { HEADINGS } from '../../audit/report.js';
import { type ConnectOptions, connect } from '../../client/connect.js';
import type { ConformInput } from '../../conformance/conform.js';
import { Checklist, STDIO_STEPS, URL_STEPS } from '../../doctor/checklist.js';
import { examine } from '../../doctor/examine.js';
import { connectedSteps } from '../../doctor/session-steps.js';
import { fullCatalog, inspectConnection } from '../../security/session.js';
import { isAdHoc } from '../../target/catalogs.js';
import { refusedParts } from '../../target/live-catalogs.js';
import { selfArgv } from '../../target/self-argv.js';
import type { AuditHeading, AuditReport, HeadingId } from '../../types/audit.js';
import type { Catalog } from '../../types/catalog.js';
import type { ConnectionInfo, ServerSpec } from '../../types/connection.js';
import type { Finding } from '../../types/envelope.js';
import type { ManifestProblem } from '../../types/manifest.js';
import type { RuleConfig } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';
import { VERSION } from '../../util/version.js';
import { securityFindings, toFinding } from '../security.js';
import type { AuditInput } from './audit.js';
import { clients, definitions, tokens } from './catalogue-headings.js';
import { type RunningChecks, runChecksBeside, safeCalls, testedChecks } from './checks-beside.js';
import type { AuditPlace } from './place.js';
import { type OpenConnection, SharedSession } from './shared-session.js';

/** Of one request, unless told; a server that is slower than this is not ready. */
export const REQUEST_MS = 10_000;
const CHECK_MS = 5000;
const CHECKS_MS = 30_000;
const DOWN = 'the server does not start';
const LATER = 'it did not start when asked, and did a moment later';
const LOGIN = 'it asks for a login; name a variable that holds a token with --bearer-token-env';

export interface LiveAudit {
  input: AuditInput;
  spec: ServerSpec;
  place: AuditPlace;
  config: RuleConfig;
  /** What a lock says of the catalogue. */
  drift(catalog: Catalog): Promise<{ findings: Finding[]; looked: boolean }>;
  /** What the manifests beside it say, held against what it lists and speaks. */
  manifest(seen: { transport: 'stdio' | 'http' }): Promise<ManifestProblem[]>;
  /** Told of each heading as soon as it is known. */
  known(heading: AuditHeading): AuditHeading;
}

export type LiveResult = Pick<AuditReport, 'headings' | 'tokens' | 'clients'> & {
  server: Partial<AuditReport['server']>;
  closing: Promise<unknown>;
};

export async function auditLive(audit: LiveAudit): Promise<LiveResult> {
  const options = connectOptions(audit);
  const opened = await opening(audit, options);
  if (opened === undefined) return notStarted(audit, options);
  let checks: Checks | undefined;
  const session = new SharedSession(opened, async () => {
    await checks?.firstTry;
    return opening(audit, options);
  });
  const stop = () => void session.close();
  audit.input.signal?.addEventListener('abort', stop, { once: true });
  try {
    checks = protocol(audit, session.closed);
    return await withSession(audit, { session, options, info: opened.connection.info, checks });
  } finally {
    audit.input.signal?.removeEventListener('abort', stop);
    await session.close();
  }
}

async function opening({ spec }: LiveAudit, options: ConnectOptions): Promise<OpenConnection | undefined> {
  const began = performance.now();
  const outcome = await connect(spec, options);
  if (!outcome.ok) return undefined;
  return { connection: outcome.connection, took: Math.round(performance.now() - began) };
}

function connectOptions({ input, place: { env, redactor } }: LiveAudit): ConnectOptions {
  return {
    env,
    self: selfArgv(),
    signal: input.signal,
    version: VERSION,
    reach: input.reach,
    onSecret: redactor.add,
    redact: redactor.text,
  };
}

async function notStarted(audit: LiveAudit, options: ConnectOptions): Promise<LiveResult> {
  const { place, spec } = audit;
  const { steps, failed } = await examine(spec, options, { call: false });
  // Below any client library more can be heard than a client lets through.
  const speaks = failed === 'handshake' || failed === 'era' || failed === 'first-bytes';
  const checks = speaks ? await protocol(audit).judged : undefined;
  const start = startHeading({ steps, calls: [], manifest: [] }, commandLine(place.target));
  const asksForLogin = failed === 'auth';
  const why = speaks ? 'no conversation comes about' : DOWN;
  const inconclusive = asksForLogin ? LOGIN : why;
  const others = HEADINGS.filter((id) => id !== 'start').map((id) =>
    id === 'protocol' && checks !== undefined
      ? checks.heading
      : audit.known(unjudgedHeading(id, { inconclusive })),
  );
  const isKnownDown = !asksForLogin && start.findings.some(({ at_most }) => at_most === 'F');
  const first = isKnownDown
    ? start
    : unjudgedHeading('start', { inconclusive: asksForLogin ? LOGIN : LATER });
  return {
    server: { transport: spec.url === undefined ? 'stdio' : 'http' },
    headings: [audit.known(first), ...others],
    closing: checks?.closing ?? Promise.resolve(),
  };
}

interface OpenAudit {
  session: SharedSession;
  options: ConnectOptions;
  info: ConnectionInfo;
  checks: Checks;
}

async function withSession(audit: LiveAudit, open: OpenAudit): Promise<LiveResult> {
  const { input, place, config, spec } = audit;
  const { session, info } = open;
  const { target, redactor } = place;
  const { name, version } = saysOfItself(info);
  const transport = spec.url === undefined ? 'stdio' : 'http';
  const called = isAdHoc(input) && name !== undefined ? name : spec.name;
  const { raw, refused } = await session.use(async ({ connection }) => ({
    raw: await fullCatalog(connection, called, { half: true }).catch((error: Error) => error),
    refused: someOf(refusedParts(connection)),
  }));
  const shared: Partial<LiveResult> = {};
  // What rules of security quote is short and made safe; all others see no secrets.
  const listed = raw instanceof Error ? raw : redactor.value<Catalog>({ ...raw, refused });
  // Half a list tells what clients make of it, and nothing else.
  const from = <T>(work: (catalog: Catalog) => T, half = false): T => {
    return work(half && !(listed instanceof Error) ? listed : wholeOf(listed));
  };
  const judge = (id: HeadingId, work: () => Promise<AuditHeading>) => attempt(audit, id, work);
  const fromCatalogue = Promise.all([
    judge('clients', async () => {
      const found = await from((catalog) => clients(catalog, input, target), true);
      shared.clients = found.clients;
      return found.heading;
    }),
    judge('definitions', () => from((catalog) => definitions(catalog, config, place))),
    judge('tokens', async () => {
      const found = await from((catalog) => tokens(catalog, target));
      shared.tokens = found.tokens;
      return found.heading;
    }),
  ]);
  const security = await judge('security', async () => {
    return securityOf(audit, open, wholeOf(raw));
  });
  const steps = await lastSteps(audit, session);
  await session.close();
  const { heading: ofProtocol, calls, closing } = await open.checks.judged;
  const start = await judge('start', async () => {
    const manifest = await audit.manifest({ transport });
    const no_calls = input.calls === false ? 'none was to be made' : 'no tool is known to be safe to call';
    return startHeading({ steps, calls, no_calls, manifest }, commandLine(target));
  });
  const [ofClients, ofDefinitions, ofTokens] = await fromCatalogue;
  return {
    server: {
      name: isAdHoc(input) ? name : spec.name,
      version,
      transport,
      protocol_version: info.protocol_version,
      tools: raw instanceof Error ? 0 : raw.tools.length,
    },
    headings: [start, ofProtocol, ofClients, ofDefinitions, security, ofTokens],
    ...shared,
    closing,
  };
}

function wholeOf(listed: Catalog | Error): Catalog {
  if (listed instanceof Error) throw listed;
  const { broken_off } = listed;
  if (broken_off !== undefined) throw new Error(`tools/list failed: ${broken_off}`);
  return listed;
}

function saysOfItself(info: ConnectionInfo): { name?: string; version?: string } {
  const [name, version] = ['name', 'version'].map((key) => {
    const value = ownValue(info.server_info, key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  });
  return { name, version };
}

function someOf<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** A heading, or why there is none. */
async function attempt(
  { input, place: { redactor }, known }: LiveAudit,
  id: HeadingId,
  work: () => Promise<AuditHeading>,
): Promise<AuditHeading> {
  try {
    return known(await work());
  } catch (error) {
    if (input.signal?.aborted) throw error;
    return known(unjudgedHeading(id, { inconclusive: redactor.text((error as Error).message) }));
  }
}

interface Checks extends RunningChecks {
  judged: Promise<{ heading: AuditHeading; calls: SafeCall[]; closing: Promise<unknown> }>;
}

function protocol(audit: LiveAudit, otherLeft?: Promise<void>): Checks {
  const running = runChecksBeside(checksInput(audit), otherLeft);
  const judge = async () => {
    let calls: SafeCall[] = [];
    let closing: Promise<unknown> = Promise.resolve();
    const heading = await attempt(audit, 'protocol', async () => {
      const found = await running.found;
      ({ closing } = found);
      calls = safeCalls(found);
      return protocolHeading(testedChecks(found), commandLine(audit.place.target));
    });
    return { heading, calls, closing };
  };
  return { ...running, judged: judge() };
}

function checksInput(audit: LiveAudit): ConformInput {
  const { input, spec } = audit;
  return {
    spec,
    launch: connectOptions(audit),
    revision: spec.protocol,
    level: 'MUST',
    no_calls: input.calls === false,
    allow_calls: input.allow_calls,
    request_timeout_ms: input.request_timeout_ms ?? CHECK_MS,
    whole_ms: CHECKS_MS,
  };
}

async function securityOf(audit: LiveAudit, open: OpenAudit, catalog: Catalog): Promise<AuditHeading> {
  const { spec, place, config, input } = audit;
  const { session, options } = open;
  const untested: string[] = [];
  const inspect = ({ connection }: OpenConnection) =>
    inspectConnection({
      spec,
      connection,
      catalog,
      env: place.env,
      signal: input.signal,
      async reopen() {
        const again = await connect(spec, options);
        if (again.ok) return again.connection;
        untested.push('whether a new session lists the same tools: the server did not start again');
        throw new Error(again.failure.message);
      },
    });
  const probed = await session.use(inspect);
  const drift = await audit.drift(catalog);
  const found = probed.flatMap(({ rule, hits }) => hits.map((hit) => toFinding(rule, hit, catalog.server)));
  const findings = securityFindings([catalog], [...found, ...drift.findings], { config });
  const looked = `definitions and answers${drift.looked ? ', against mcptest.lock' : ''}`;
  return securityHeading({ findings, looked, untested }, commandLine(place.target));
}

/** What `mcptest doctor` looks at once a server is open; its own harmless call is made among the checks. */
async function lastSteps({ spec }: LiveAudit, session: SharedSession): Promise<StartStep[]> {
  const steps = await session.use(
    async ({ connection, took }) => {
      const list = new Checklist(spec.url === undefined ? STDIO_STEPS : URL_STEPS);
      await connectedSteps(list, { spec, connection, took }, { call: false });
      return list.steps();
    },
    { mustStay: true },
  );
  return session.isEndedByOthers ? [...steps, ENDED_BY_OTHERS] : steps;
}

const ENDED_BY_OTHERS: StartStep = {
  id: 'one-at-a-time',
  title: 'one at a time',
  status: 'warn',
  detail: 'it left while another one of it ran, and stayed when it was alone',
  remedy:
    'Take a free port, and end no other process: two clients, or two windows of one, start the server twice.',
};
