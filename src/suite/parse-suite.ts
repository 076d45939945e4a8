/**
 * One suite from its text: YAML, profile, imports, variables, validation, one spelling. Never throws for
 * what the text says; everything wrong with it comes back as problems, and then there is no suite.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type InvocationRedactor, redactorOf } from '../redact/open-redactor.js';
import type { Redactor, Secret } from '../redact/redactor.js';
import { readYaml } from '../source/plain-yaml.js';
import { type LocatedValue, locate, type Path, type SourceSpot } from '../source/spots.js';
import type { Suite, SuiteProblem } from '../types/suite.js';
import { isObject, MANY, ownValue } from '../util/plain.js';
import { toPointer } from '../util/pointer.js';
import type { LaterCases } from './cases/expand-cases.js';
import { checkSchemas } from './check-schemas.js';
import { checkServers, secretsOfModels, secretsOfServers } from './check-servers.js';
import { checkTests } from './check-tests.js';
import { chooseLanguage } from './choose-language.js';
import { complaintsAbout, describeValue } from './complaints.js';
import { CASE_LISTS, fillSuite } from './fill-suite.js';
import type { ImportContext } from './imports.js';
import type { FillError, Scope } from './interpolate.js';
import { EXTENSION_KEY, type Language } from './language.js';
import { put, without } from './merge.js';
import { normalise, type SuiteIdentity } from './normalise/normalise.js';
import { displayPath, suiteFolder } from './paths.js';
import { inOrder, problemAt, problemOf, problemsOf } from './problems.js';
import { type Complaint, wantsText } from './shape.js';
import { createScope } from './variables.js';

export interface LoadOptions {
  cwd: string;
  /** The folder that imports may not leave. */
  workspace: string;
  env: Record<string, string | undefined>;
  /** From `--var`; these win over `variables:`. */
  vars?: Record<string, string>;
  profile?: string;
  /** Read this server alone, with its variables; no test. */
  only_server?: string;
  /** Is told the secrets of the suite, whether or not the suite is valid. */
  redactor?: InvocationRedactor;
}

export interface LoadResult {
  suites: Suite[];
  problems: SuiteProblem[];
  /** What must never be shown. */
  secrets: Secret[];
  /** Variables that the suites declare or read. */
  variables: string[];
}

/** In the root of the workspace. */
const CONFIG_NAMES = ['mcptest.config.yaml', 'mcptest.config.yml'];

export function configOf(workspace: string): string | undefined {
  return CONFIG_NAMES.map((name) => join(workspace, name)).find((path) => existsSync(path));
}

/** What is known and found while one suite is read. */
interface SuiteReading {
  options: LoadOptions;
  identity: SuiteIdentity;
  /** Where the document starts. */
  spot: SourceSpot;
  problems: SuiteProblem[];
  secrets: Secret[];
  variables: Set<string>;
  /** The folder of `${tmp}`. */
  tmp?: string;
  /** The document, before a profile and its imports are put into it. */
  written: Record<string, unknown>;
  profiles: Awaited<ReturnType<typeof loadProfiles>>;
}

type Content = Record<string, unknown>;

export async function parseSuite(text: string, options: LoadOptions & { file: string }): Promise<LoadResult> {
  const file = resolve(options.cwd, options.file);
  const display_file = displayPath(file, options.cwd);
  const parsed = await readYaml(text, display_file);
  const reading: SuiteReading = {
    options,
    identity: { file, display_file, dir: suiteFolder(file, options.workspace) },
    spot: parsed.spot,
    problems: parsed.problems.map(({ spot, message, hint }) => problemAt(spot, message, hint)),
    secrets: [],
    variables: new Set(),
    written: {},
    profiles: undefined,
  };
  const suite = reading.problems.length > 0 ? undefined : await readDocument(parsed.value, reading);
  const secrets = unique(reading.secrets);
  const redactor = redactorOf(options);
  redactor.declare(secrets);
  return {
    suites: suite === undefined ? [] : [suite],
    problems: withoutSecrets(inOrder(reading.problems), redactor),
    secrets,
    variables: [...reading.variables],
  };
}

/** Undefined when there are problems. */
async function readDocument(document: unknown, reading: SuiteReading): Promise<Suite | undefined> {
  const { options, identity, spot, problems, secrets } = reading;
  if (!isObject(document)) {
    const found =
      document === null ? 'the suite is empty' : `expected a map, found ${describeValue(document)}`;
    problems.push(problemAt(spot, found, 'declare a server in `servers` and a test in `tools`'));
    return undefined;
  }
  const written = without(document, (key) => EXTENSION_KEY.test(key));
  const profiles = await loadProfiles(written, options);
  Object.assign(reading, { written, profiles });
  const unknown = (message: string, hint: string | null) =>
    problems.push(problemAt(locate({ value: written, spot }, ['profiles']), message, hint));
  const chosen = profiles ? profiles.applyProfile(written, options.profile, unknown) : written;
  const own = await withImports({ value: chosen, spot }, { ...options, file: identity.file }, problems);
  const { suite: all, servers: shared, file: config } = await withConfig(own, options, problems);
  const whole = options.only_server === undefined ? all : serverAlone(all, options.only_server);
  if (readsTmp(whole)) {
    reading.tmp = (await import('../util/tmp-folder.js')).makeTmpFolder();
    secrets.push({ name: 'tmp', value: reading.tmp, shown: TMP });
  }
  const root = { value: whole, spot };
  const suite = await readTests(root, reading);
  if (suite === undefined) return undefined;
  if (shared.length > 0) suite.shared_servers = shared;
  if (config !== undefined) suite.config_file = config;
  if (reading.tmp !== undefined) suite.tmp = reading.tmp;
  return suite;
}

/** Undefined when there are problems. Of very many cases some are read at a time, as long as nothing is wrong with them. */
async function readTests(root: LocatedValue, reading: SuiteReading): Promise<Suite | undefined> {
  const attempt: SuiteReading = { ...reading, problems: [...reading.problems] };
  const part = await withCases(root, attempt, MANY);
  if (part?.later?.length) {
    const first = await readSpelt(part, attempt);
    const { collectOften, readLater } = await import('./cases/later-cases.js');
    collectOften();
    const read = (lot: SpeltSuite) => readSpelt(lot, attempt);
    const suite = first && (await readLater(part, first, read));
    if (suite) return suite;
    // What is wrong is told of all cases together.
    const spelt = await withCases(root, reading);
    return spelt && readSpelt(spelt, reading);
  }
  reading.problems.splice(0, reading.problems.length, ...attempt.problems);
  return part && readSpelt(part, reading);
}

/** Undefined when there are problems. */
async function readSpelt(spelt: SpeltSuite, reading: SuiteReading): Promise<Suite | undefined> {
  const { options, identity, spot, problems, secrets, written, profiles } = reading;
  const language = await chooseLanguage(spelt.suite, ownValue(written, 'profiles'));
  const { filled, scope } = fillAndJudge(spelt, language, reading);
  if (profiles) problems.push(...profiles.profileProblems({ value: written, spot }, scope, language.profile));
  secrets.push(...secretsOfServers(ownValue(filled, 'servers'), options.env));
  secrets.push(...secretsOfModels(ownValue(filled, 'models'), options.env));
  if (problems.length > 0) return undefined;
  const root: LocatedValue = { value: filled, spot };
  problems.push(...problemsOf(root, await checkSchemas(filled, language)));
  if (problems.length > 0) return undefined;
  const suite = normalise(root, identity, language);
  const { files, same_servers: same = [] } = spelt;
  if (files.length > 0) suite.case_files = files;
  if (same.length > 0) suite.same_servers = same;
  return suite;
}

const TMP = '$' + '{tmp}';

/** Also where it is escaped: a folder too many harms nobody. */
function readsTmp(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(TMP);
  return typeof value === 'object' && value !== null && Object.values(value).some(readsTmp);
}

/** What it takes to start one server. */
function serverAlone(suite: Content, name: string): Content {
  const out = without(suite, (key) => key !== 'servers' && key !== 'variables');
  const declared = ownValue(out, 'servers');
  if (!isObject(declared)) return out;
  const servers = without(declared, () => false);
  // The others are there by name alone, for whoever mistypes one.
  for (const other of Object.keys(servers))
    if (other !== name) put(servers, other, { command: ['mcptest'] }, declared);
  put(out, 'servers', servers, suite);
  return out;
}

/** A suite in which every case of a test stands by itself. */
export interface SpeltSuite {
  suite: Content;
  /** How much text the cases hold. */
  text: number;
  files: string[];
  same_servers?: string[][];
  /** Cases that are not in it yet. */
  later?: LaterCases[];
}

/** Loaded only where there are cases or a matrix. Undefined when these are not right: whatever else was said would mislead. */
async function withCases(
  root: LocatedValue,
  reading: SuiteReading,
  most?: number,
): Promise<SpeltSuite | undefined> {
  const suite = root.value as Content;
  if (!CASE_LISTS.some((key) => hasCases(ownValue(suite, key)))) return { suite, text: 0, files: [] };
  const { expandCases } = await import('./cases/expand-cases.js');
  const { options, identity, problems } = reading;
  const scope = createScope({ ...variablesOf(suite, reading), failed: failedIn(root, problems) });
  const before = problems.length;
  const { cwd, workspace } = options;
  const expanded = await expandCases(root, { dir: identity.dir, cwd, workspace, scope, problems }, most);
  return problems.length === before ? expanded : undefined;
}

function hasCases(tests: unknown): boolean {
  return (
    Array.isArray(tests) &&
    tests.some((test) => ['cases', 'matrix'].some((key) => ownValue(test, key) !== undefined))
  );
}

function variablesOf(suite: Content, { options, identity, secrets, variables, tmp }: SuiteReading) {
  return {
    declared: ownValue(suite, 'variables'),
    overrides: options.vars ?? {},
    env: options.env,
    configDir: identity.dir,
    tmp,
    read: (name: string) => variables.add(name),
    secret: (name: string, value: string) => secrets.push({ name, value }),
  };
}

function failedIn(root: LocatedValue, problems: SuiteProblem[]) {
  return (name: string, { message, hint }: FillError) =>
    problems.push(problemOf(root, { path: ['variables', name], message, hint }));
}

/** The suite with its variables filled in; what is wrong with it is added to the problems. */
function fillAndJudge(
  { suite: whole, text }: SpeltSuite,
  language: Language,
  reading: SuiteReading,
): { filled: Content; scope: Scope } {
  const { spot, problems } = reading;
  const root: LocatedValue = { value: whole, spot };
  const variables = variablesOf(whole, reading);
  const { declared } = variables;
  for (const name of Object.keys(isObject(declared) ? declared : {})) reading.variables.add(name);
  const scope = createScope({ ...variables, failed: failedIn(root, problems) });
  const wanted = (value: Content) =>
    complaintsOf(value, language, reading)
      .filter(wantsText)
      .map(({ path }) => path);
  const failed = (path: Path, { message, hint, told }: FillError) => {
    if (!told) problems.push(problemOf(root, { path, message, hint }));
  };
  const { value: filled, unfilled } = fillSuite(whole, scope, wanted, { failed, textOfCases: text });
  // What could not be filled in was told already.
  const complaints = complaintsOf(filled, language, reading).filter(
    ({ path }) => !unfilled.has(toPointer(path)),
  );
  problems.push(...problemsOf({ value: filled, spot }, complaints));
  // Profiles are filled in by the same variables; what is wrong with those was told already.
  return { filled, scope: createScope({ ...variables, failed: () => {} }) };
}

function complaintsOf(
  value: Content,
  { suite, agents }: Language,
  { options, spot }: SuiteReading,
): Complaint[] {
  const context = {
    ci: isCi(options.env),
    line: (path: Path) => lineOf({ value, spot }, path),
    imported: (path: Path) => locate({ value, spot }, path).source !== spot.source,
  };
  return [
    ...complaintsAbout(suite, value, agents?.isTarget),
    ...checkServers(ownValue(value, 'servers')),
    ...checkTests(value, { ...context, agents: agents?.tests(value, context.imported) ?? [] }),
    ...(agents?.check(value, context) ?? []),
  ];
}

/** Loaded only where there are profiles, or one is asked for. */
async function loadProfiles(suite: Content, { profile }: LoadOptions) {
  const isNeeded = profile !== undefined || Object.hasOwn(suite, 'profiles');
  return isNeeded ? import('./profiles.js') : undefined;
}

/** Loaded only where something is imported. */
async function withImports(
  root: LocatedValue,
  context: ImportContext,
  problems: SuiteProblem[],
): Promise<Content> {
  const suite = root.value as Content;
  if (!Array.isArray(ownValue(suite, 'imports'))) return suite;
  const { addImports } = await import('./imports.js');
  return addImports(root, context, problems);
}

/** Loaded only where the workspace has one. */
async function withConfig(suite: Content, { workspace, cwd }: LoadOptions, problems: SuiteProblem[]) {
  const file = configOf(workspace);
  if (file === undefined) return { suite, servers: [], file };
  const { addConfig } = await import('./imports.js');
  return { ...(await addConfig(suite, { file, cwd }, problems)), file };
}

/** A message may quote what a variable was filled with. */
function withoutSecrets(problems: SuiteProblem[], redactor: Redactor): SuiteProblem[] {
  return problems.map(({ message, hint, ...rest }) => ({
    ...rest,
    message: redactor.text(message),
    hint: hint === null ? null : redactor.text(hint),
  }));
}

function lineOf(root: LocatedValue, path: Path): number {
  const { source, value } = locate(root, path);
  return source.at(value).line;
}

function isCi(env: Record<string, string | undefined>): boolean {
  return Object.hasOwn(env, 'CI') && (env.CI === 'true' || env.CI === '1');
}

export function unique(secrets: Secret[]): Secret[] {
  const seen = new Map<string, Secret>();
  for (const secret of secrets) {
    const key = JSON.stringify([secret.name, secret.value]);
    if (secret.value !== '' && !seen.has(key)) seen.set(key, secret);
  }
  return [...seen.values()];
}
