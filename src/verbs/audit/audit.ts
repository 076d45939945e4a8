/**
 * `mcptest audit`: everything that can be said of a server, once and on one page. Tools are called only where they are
 * known to read, and nothing is sent anywhere else.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { commandLine } from '../../audit/command-line.js';
import { deltaOf, readAudit } from '../../audit/compare.js';
import { type Gate, judgeGate } from '../../audit/gate.js';
import { securityHeading } from '../../audit/headings/security.js';
import { unjudgedHeading } from '../../audit/points.js';
import { fixesOf, gradeOfAll, HEADINGS } from '../../audit/report.js';
import { catalogsOfLock, readLock } from '../../catalog/lock.js';
import { readClientConfigs } from '../../client-config/client-configs.js';
import { PROBE_RULE } from '../../lint/probe-rules.js';
import { redactorOf } from '../../redact/open-redactor.js';
import { readText } from '../../source/read-text.js';
import { workspaceAt } from '../../store/workspace.js';
import { type CatalogInput, isAdHoc, readCatalogs, savedFiles } from '../../target/catalogs.js';
import { ruleSettings } from '../../target/rule-settings.js';
import { cancelled } from '../../target/with-target.js';
import type { AuditDelta, AuditGate, AuditHeading, AuditReport } from '../../types/audit.js';
import type { Catalog } from '../../types/catalog.js';
import type { ServerSpec } from '../../types/connection.js';
import type { RuleConfig } from '../../types/rule.js';
import { McptestError } from '../../util/errors.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { oneLine } from '../../util/text.js';
import { VERSION } from '../../util/version.js';
import { serversToExamine } from '../doctor-servers.js';
import { securityFindings, toFinding } from '../security.js';
import { clients, definitions, tokens } from './catalogue-headings.js';
import type { LiveAudit, LiveResult } from './live.js';
import { type AuditPlace, targetWords } from './place.js';

export interface AuditInput extends CatalogInput {
  home?: string;
  /** Call tools that only read; true unless told. */
  calls?: boolean;
  /** Tools that may be called although nothing says that they only read. Destructive ones are not. */
  allow_calls?: string[];
  /** A file with clients of your own, over those that are known. */
  clients?: string;
  /** The server's name in a client's settings. */
  server_name?: string;
  gate?: Gate;
  /** An earlier audit. */
  compare?: string;
  /** Told of each heading as soon as it is known. */
  progress?: (heading: AuditHeading) => void;
}

export interface AuditOutcome {
  report: AuditReport;
  delta?: AuditDelta;
  gate: AuditGate;
  closing: Promise<unknown>;
}

export async function auditServer(input: AuditInput): Promise<AuditOutcome> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const base =
    input.compare === undefined
      ? undefined
      : readAudit(await readText(resolve(cwd, input.compare), input.compare), input.compare);
  const redactor = redactorOf(input);
  const place = {
    cwd,
    workspace: workspaceAt(cwd, input.workspace),
    env: input.env ?? process.env,
    redactor,
  };
  const isSaved = savedFiles(input).length > 0;
  const config = await settingsOf(input, !isSaved && !isAdHoc(input));
  const notes: string[] = [];
  const found = isSaved
    ? await auditSaved(input, { ...place, target: targetWords(input, redactor) }, config)
    : await live(input, place, { config, notes });
  const raw = omitUndefined<AuditReport>({
    version: 1,
    mcptest: VERSION,
    server: omitUndefined({ tools: 0, ...found.server, name: found.server.name ?? 'server' }),
    target: found.target,
    grade: gradeOfAll(found.headings),
    headings: found.headings,
    fixes: fixesOf(found.headings),
    tokens: found.tokens,
    clients: found.clients,
    notes,
  });
  const report = redactor.value(raw);
  const delta = base && deltaOf(base, report);
  const gate = judgeGate(report.headings, input.gate, delta);
  return omitUndefined({ report, delta, gate, closing: found.closing });
}

/** Of the suite too, where it is the one that declares the server. */
function settingsOf(input: AuditInput, ofSuite: boolean): Promise<RuleConfig> {
  return ruleSettings(input, ofSuite).catch((error: McptestError) => {
    if (error.code === 'no-suite' && input.config === undefined) return ruleSettings(input, false);
    throw error;
  });
}

type Found = LiveResult & { target: string };

async function live(
  input: AuditInput,
  place: Omit<AuditPlace, 'target'>,
  { config, notes }: { config: RuleConfig; notes: string[] },
): Promise<Found> {
  const spec = await oneServer(input, place);
  const target = targetWords(input, place.redactor, spec.name);
  const { auditLive, REQUEST_MS } = await import('./live.js');
  const { manifestProblems } = await import('./manifests.js');
  const audit: LiveAudit = {
    input,
    spec: {
      ...spec,
      request_timeout_ms: input.request_timeout_ms ?? Math.min(REQUEST_MS, spec.request_timeout_ms),
    },
    place: { ...place, target },
    config,
    drift: (catalog) => sinceLock(catalog, place),
    manifest: async (seen) => {
      const { problems, note } = await manifestProblems(seen, { ...place, spec });
      if (note !== undefined) notes.push(note);
      return problems;
    },
    known: (heading) => {
      const shown = place.redactor.value(heading);
      input.progress?.(shown);
      return shown;
    },
  };
  const found = await auditLive(audit);
  if (input.signal?.aborted) throw cancelled();
  return { ...found, target };
}

/** The one server that is meant. */
async function oneServer(input: AuditInput, place: Omit<AuditPlace, 'target'>): Promise<ServerSpec> {
  const { workspace, env } = place;
  const { servers } = isAdHoc(input)
    ? { servers: [] }
    : await readClientConfigs({ project: workspace, home: input.home ?? homedir(), env });
  const [spec, ...others] = await serversToExamine(input, servers, place).catch((error: McptestError) => {
    throw error.code === 'no-target' ? noTarget([]) : error;
  });
  if (spec === undefined) throw noTarget(servers.map(({ name }) => name));
  if (others.length === 0) return spec;
  throw new McptestError({
    code: 'several-servers',
    message: 'the suite declares several servers, and none is named',
    hint: `Name one or several: ${[spec, ...others].map(({ name }) => name).join(', ')}.`,
  });
}

function noTarget(declared: string[]): McptestError {
  const names = [...new Set(declared)].map(oneLine).join(', ');
  return new McptestError({
    code: 'no-target',
    message: 'no server was named, and none is started unasked',
    hint:
      names === ''
        ? 'Say how it is reached: mcptest audit -- node server.js, or mcptest audit --url https://example.com/mcp.'
        : `Your clients know these, name one: ${names}.`,
  });
}

async function auditSaved(input: AuditInput, place: AuditPlace, config: RuleConfig): Promise<Found> {
  const { catalogs, closing } = await readCatalogs(input);
  const [catalog, ...others] = catalogs;
  if (catalog === undefined || others.length > 0)
    throw new McptestError({
      code: 'several-servers',
      message: `${catalogs.length} servers are in what was saved, and an audit is of one`,
      hint: 'Save the tools of one server: mcptest tools SERVER --format json > tools.json.',
    });
  const { target } = place;
  const known = (heading: AuditHeading): AuditHeading => {
    input.progress?.(heading);
    return heading;
  };
  const drift = await sinceLock(catalog, place);
  const [ofClients, ofDefinitions, ofTokens] = await Promise.all([
    clients(catalog, input, target),
    definitions(catalog, config, place),
    tokens(catalog, target),
  ]);
  const findings = securityFindings([catalog], drift.findings, { config });
  const looked = drift.looked ? 'definitions, against mcptest.lock' : 'definitions';
  const saved = { left_out: 'a saved catalogue cannot be asked' };
  const byId = {
    start: unjudgedHeading('start', saved),
    protocol: unjudgedHeading('protocol', saved),
    clients: ofClients.heading,
    definitions: ofDefinitions,
    security: securityHeading({ findings, looked }, commandLine(target)),
    tokens: ofTokens.heading,
  };
  return {
    server: { name: catalog.server, tools: catalog.tools.length },
    target,
    headings: HEADINGS.map((id) => known(byId[id])),
    tokens: ofTokens.tokens,
    clients: ofClients.clients,
    closing,
  };
}

/** Against the lock of the workspace, where it pins a server of this name. */
async function sinceLock(
  catalog: Catalog,
  { workspace }: Pick<AuditPlace, 'workspace'>,
): Promise<{ findings: ReturnType<typeof toFinding>[]; looked: boolean }> {
  const file = join(workspace, 'mcptest.lock');
  if (!existsSync(file)) return { findings: [], looked: false };
  const pins = catalogsOfLock(readLock(await readText(file, 'mcptest.lock'), 'mcptest.lock'));
  const pinned = pins.filter(({ server }) => server === catalog.server);
  if (pinned.length === 0) return { findings: [], looked: false };
  const rule = PROBE_RULE.driftSinceLock;
  const hits = rule.judge({ pinned, now: [catalog] });
  return { findings: hits.map((hit) => toFinding(rule, hit, catalog.server)), looked: true };
}
