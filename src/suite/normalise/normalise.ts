/** A checked suite in its one spelling: shorthands spelled out, durations in milliseconds, paths absolute. */
import { resolve } from 'node:path';
import { type LocatedValue, locate, type Path } from '../../source/spots.js';
import type { ServerSpec } from '../../types/connection.js';
import type { ModelEntry } from '../../types/driver.js';
import type { RuleConfig } from '../../types/rule.js';
import type {
  Action,
  Call,
  CatalogCall,
  CatalogMeasure,
  CompletionCall,
  ComplianceCall,
  Place,
  PlainCall,
  RequestCall,
  RunOptions,
  Step,
  SubscriptionCall,
  Suite,
  TaskCall,
  TestKind,
  TestSpec,
} from '../../types/suite.js';
import { parseDuration } from '../../util/duration.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import type { RawAction } from '../blocks/actions.js';
import type { RawCatalogCheck } from '../blocks/catalog-checks.js';
import type { RawCompat } from '../blocks/compat.js';
import type { RawComplianceCheck } from '../blocks/compliance.js';
import type { RawFault } from '../blocks/faults.js';
import { probesOf } from '../blocks/probes.js';
import type { RawRunOptions } from '../blocks/run-options.js';
import type { RawServer } from '../blocks/server.js';
import type { RawStep, RawTest } from '../blocks/tests.js';
import { type Entry, type RawCall, skipReason, stepsOf, testEntries } from '../entries.js';
import { caseSpec } from '../interpolate.js';
import type { RawJudging } from '../judging.js';
import type { Language } from '../language.js';
import { startsSlowly } from '../starts-slowly.js';
import { normaliseAnswers } from './answers.js';
import { normaliseExpect } from './expect.js';

/** How long `wait_for` waits unless told. */
const WAIT_MS = 5000;

export interface SuiteIdentity {
  file: string;
  display_file: string;
  dir: string;
}

interface RawSuite extends RawJudging {
  servers?: Record<string, RawServer>;
  setup?: RawAction[];
  teardown?: RawAction[];
  before_each?: RawAction[];
  after_each?: RawAction[];
  run_options?: RawRunOptions;
  coverage?: { tools?: number | string };
  strength?: { min?: number | string };
  rules?: RuleConfig;
  models?: Record<string, ModelEntry>;
  budget?: Suite['budget'];
  faults?: RawFault[];
}

export function normalise(
  root: LocatedValue,
  identity: SuiteIdentity,
  { agents }: Pick<Language, 'agents'>,
): Suite {
  const raw = root.value as RawSuite & Record<string, unknown>;
  const servers: Record<string, ServerSpec> = {};
  for (const [name, server] of Object.entries(raw.servers ?? {})) {
    servers[name] = normaliseServer(name, server, identity.dir);
  }
  const only = Object.keys(servers)[0] ?? '';
  const lent = Object.keys(servers).flatMap((name) => {
    const { display } = locate(root, ['servers', name]).source;
    return display === identity.display_file ? [] : [[name, display] as const];
  });
  const placeOf = (path: Path): Place => {
    const { source, value } = locate(root, path);
    return { file: source.display, ...source.at(value) };
  };
  const lineOf = (path: Path): number => {
    const { source, key, value } = locate(root, path);
    return source.at(key ?? value).line;
  };
  const action = (one: RawAction, path: Path): Action =>
    'run' in one
      ? { kind: 'run', argv: one.run, cwd: identity.dir, place: placeOf(path) }
      : { kind: 'call', call: plainCall(one.call, one.call.server ?? only), place: placeOf(path) };
  const actions = (key: 'setup' | 'teardown' | 'before_each' | 'after_each') =>
    raw[key]?.map((one, index) => action(one, [key, index]));
  const suite = omitUndefined<Suite>({
    ...identity,
    servers,
    lent_by: lent.length > 0 ? Object.fromEntries(lent) : undefined,
    tests: testEntries(raw).map((entry) => normaliseTest(entry, only, placeOf(entry.path), lineOf)),
    ...(agents?.normalise(raw, {
      servers: Object.keys(servers),
      placeOf,
      lineOf,
      faults: raw.faults,
      imported: (path) => placeOf(path).file !== identity.display_file,
    }) ?? { agents: [], delegates: {} }),
    models: { ...raw.models },
    budget: raw.budget && { ...raw.budget },
    setup: actions('setup') ?? [],
    teardown: actions('teardown') ?? [],
    before_each: actions('before_each'),
    after_each: actions('after_each'),
    run_options: normaliseRunOptions(raw.run_options ?? {}),
    coverage: raw.coverage && omitUndefined({ tools: share(raw.coverage.tools) }),
    strength: raw.strength && omitUndefined({ min: share(raw.strength.min) }),
    rules: raw.rules,
  });
  return agents?.judging(raw, suite, placeOf) ?? suite;
}

function normaliseServer(name: string, raw: RawServer, dir: string): ServerSpec {
  const { startup_timeout, request_timeout, shutdown_grace, answers, auth, ...rest } = raw;
  return omitUndefined<ServerSpec>({
    ...rest,
    name,
    cwd: resolve(dir, raw.cwd ?? '.'),
    protocol: raw.protocol ?? 'auto',
    startup_timeout_ms: ms(startup_timeout) ?? (startsSlowly(raw.command ?? raw.start) ? 120_000 : 30_000),
    request_timeout_ms: ms(request_timeout) ?? 30_000,
    shutdown_grace_ms: ms(shutdown_grace) ?? 100,
    isolate: raw.isolate ?? 'suite',
    auth: auth as ServerSpec['auth'],
    answers: answers && normaliseAnswers(answers),
  });
}

function normaliseTest(
  entry: Entry,
  onlyServer: string,
  place: Place,
  lineOf: (path: Path) => number,
): TestSpec {
  const raw = entry.value as unknown as RawTest;
  const fallback = raw.server ?? onlyServer;
  const steps = stepsOf(entry).map((step) => normaliseStep(step, entry, fallback, lineOf));
  return omitUndefined<TestSpec>({
    name: raw.name,
    case: caseSpec(entry.value),
    depends_on: (raw as { depends_on?: string[] }).depends_on,
    kind: entry.kind,
    server: steps[0]?.call.server ?? fallback,
    place,
    tags: raw.tags ?? [],
    only: raw.only ?? false,
    skip: skipReason(raw.skip),
    timeout_ms: ms(raw.timeout),
    retries: raw.retries,
    repeat: raw.repeat ?? 1,
    steps,
  });
}

/** A test without `steps` is its own only step; its name and its timeout are those of the test. */
function normaliseStep(
  { path, value }: RawCall,
  entry: Entry,
  fallback: string,
  lineOf: (path: Path) => number,
): Step {
  const step = value as unknown as RawStep;
  const isOwn = path !== entry.path;
  const cancel_after_ms = ms(step.cancel_after);
  const expect = normaliseExpect(step.expect, [...path, 'expect'], lineOf);
  const { on_tool_error, wait_for, log_level, cancel_when } = step;
  const awaited = typeof wait_for === 'string' ? { method: wait_for } : wait_for;
  return omitUndefined<Step>({
    name: isOwn ? step.name : undefined,
    call: stepCall(entry, step, fallback),
    expect: omitUndefined({
      ...expect,
      cancels: cancel_after_ms === undefined && cancel_when === undefined ? undefined : true,
      on_tool_error,
      awaits: awaited?.method,
      log_level,
    }),
    capture: { ...(step.capture as Record<string, string> | undefined) },
    timeout_ms: isOwn ? ms(step.timeout) : undefined,
    cancel_after_ms,
    wait_ms: awaited && (ms(awaited.within) ?? WAIT_MS),
    probes: isOwn ? undefined : probesOf(step),
  });
}

function stepCall({ kind, value }: Entry, step: RawStep, fallback: string): Step['call'] {
  if (isCatalogMeasure(kind)) return catalogCall(kind, value as unknown as RawCatalogCheck, fallback);
  if (kind === 'compliance') return complianceCall(value as unknown as RawComplianceCheck, fallback);
  if (kind === 'capabilities') return { kind, server: fallback };
  return callOf(step, fallback);
}

function isCatalogMeasure(kind: TestKind): kind is CatalogMeasure {
  return kind === 'tool_quality' || kind === 'tdqs' || kind === 'security' || kind === 'compat';
}

function catalogCall(measure: CatalogMeasure, raw: RawCatalogCheck | RawCompat, server: string): CatalogCall {
  if (measure === 'compat') {
    const { clients, clients_file, fail_on: bar, server_name } = raw as RawCompat;
    const asked = omitUndefined({ clients, clients_file, fail_on: bar, server_name });
    return { kind: 'catalog', server, measure, compat: asked };
  }
  const { judge, fail_on } = raw as RawCatalogCheck;
  return omitUndefined<CatalogCall>({ kind: 'catalog', server, measure, judge, fail_on });
}

function complianceCall(raw: RawComplianceCheck, server: string): ComplianceCall {
  const { check, spec_version, checks, grade, baseline, grade_delta, allow_calls } = raw;
  const asked = omitUndefined({ checks, grade, baseline, grade_delta, allow_calls });
  const conformance = check === undefined || Object.keys(asked).length > 0 ? asked : undefined;
  return omitUndefined<ComplianceCall>({ kind: 'compliance', server, check, spec_version, conformance });
}

type RawCallKeys = Omit<RawStep, 'name' | 'expect' | 'capture' | 'timeout'>;

function callOf(raw: RawCallKeys, fallback: string): Call {
  const server = raw.server ?? fallback;
  const { complete, template, subscribe, app } = raw;
  const args = (raw.args ?? {}) as Record<string, unknown>;
  if (complete !== undefined) return completionCall(complete, server);
  if (template !== undefined) return { kind: 'template', server, template, args };
  if (subscribe !== undefined) return subscriptionCall(raw, subscribe, server);
  if (app !== undefined) return { kind: 'app', server, app };
  if (raw.task !== undefined) {
    const { task: tool, cancel_when } = raw;
    return omitUndefined<TaskCall>({ kind: 'task', server, tool, args, ttl_ms: ms(raw.ttl), cancel_when });
  }
  return plainCall(raw, server);
}

function completionCall(raw: NonNullable<RawStep['complete']>, server: string): CompletionCall {
  const { prompt, uri = '', argument, value = '', given } = raw;
  const of = prompt === undefined ? { uri } : { prompt };
  return omitUndefined<CompletionCall>({ kind: 'completion', server, of, argument, value, given });
}

function subscriptionCall(
  { trigger }: RawCallKeys,
  wanted: NonNullable<RawStep['subscribe']>,
  server: string,
): SubscriptionCall {
  const { resources = [], lists = [] } = typeof wanted === 'string' ? { resources: [wanted] } : wanted;
  return omitUndefined<SubscriptionCall>({
    kind: 'subscription',
    server,
    resources,
    lists,
    trigger: trigger && plainCall(trigger, server),
  });
}

function plainCall(
  raw: Pick<RawCallKeys, 'tool' | 'uri' | 'prompt' | 'request' | 'args'>,
  server: string,
): PlainCall | RequestCall {
  if (raw.request !== undefined) return { kind: 'request', server, ...raw.request };
  if (raw.uri !== undefined) return { kind: 'resource', server, uri: raw.uri };
  const args = raw.args ?? {};
  if (raw.prompt !== undefined)
    return { kind: 'prompt', server, prompt: raw.prompt, args: args as Record<string, unknown> };
  return { kind: 'tool', server, tool: raw.tool ?? '', args };
}

function normaliseRunOptions(raw: RawRunOptions): RunOptions {
  const { timeout, fail_fast, bail = fail_fast, inconclusive, ...rest } = raw;
  const { min_trials, confidence_pct } = inconclusive ?? {};
  const undecided = omitUndefined({ min_trials, confidence_pct: share(confidence_pct) });
  return omitUndefined<RunOptions>({
    ...rest,
    bail,
    timeout_ms: ms(timeout),
    inconclusive: inconclusive && undecided,
  });
}

/** In percent, with or without its sign. */
function share(value: number | string | undefined): number | undefined {
  return typeof value === 'string' ? Number.parseFloat(value) : value;
}

function ms(value: string | number | undefined): number | undefined {
  return value === undefined ? undefined : parseDuration(value);
}
