/**
 * One suite from its text: YAML, profile, imports, variables, validation, one spelling. Never throws for
 * what the text says; everything wrong with it comes back as problems, and then there is no suite.
 */
import { resolve } from 'node:path';
import { type InvocationRedactor, redactorOf } from '../redact/open-redactor.js';
import type { Redactor, Secret } from '../redact/redactor.js';
import { type LocatedValue, locate, type Path } from '../source/spots.js';
import { parseYaml } from '../source/yaml.js';
import type { Suite, SuiteProblem } from '../types/suite.js';
import { isObject, ownValue } from '../util/plain.js';
import { toPointer } from '../util/pointer.js';
import { checkAgents } from './check-agents.js';
import { checkSchemas } from './check-schemas.js';
import { checkServers, secretsOfModels, secretsOfServers } from './check-servers.js';
import { checkTests } from './check-tests.js';
import { chooseLanguage } from './choose-language.js';
import { complaintsAbout, describeValue } from './complaints.js';
import { fillSuite } from './fill-suite.js';
import { addImports } from './imports.js';
import { EXTENSION_KEY } from './language.js';
import { without } from './merge.js';
import { normalise } from './normalise.js';
import { displayPath, suiteFolder } from './paths.js';
import { inOrder, problemAt, problemOf } from './problems.js';
import { applyProfile, profileProblems } from './profiles.js';
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
  /** Is told the secrets of the suite, whether or not the suite is valid. */
  redactor?: InvocationRedactor;
}

export interface Loaded {
  suites: Suite[];
  problems: SuiteProblem[];
  /** What must never be shown. */
  secrets: Secret[];
  /** Variables that the suites declare or read. */
  variables: string[];
}

export async function parseSuite(text: string, options: LoadOptions & { file: string }): Promise<Loaded> {
  const file = resolve(options.cwd, options.file);
  const identity = {
    file,
    display_file: displayPath(file, options.cwd),
    dir: suiteFolder(file, options.workspace),
  };
  const parsed = parseYaml(text, identity.display_file);
  const problems = parsed.problems.map(({ spot, message, hint }) => problemAt(spot, message, hint));
  const secrets: Secret[] = [];
  const names = new Set<string>();
  const redactor = redactorOf(options);
  const done = (suites: Suite[] = []): Loaded => {
    const own = unique(secrets);
    redactor.declare(own);
    return {
      suites,
      problems: withoutSecrets(inOrder(problems), redactor),
      secrets: own,
      variables: [...names],
    };
  };
  if (problems.length > 0) return done();
  if (!isObject(parsed.value)) {
    const found =
      parsed.value === null ? 'the suite is empty' : `expected a map, found ${describeValue(parsed.value)}`;
    problems.push(problemAt(parsed.spot, found, 'declare a server in `servers` and a test in `tools`'));
    return done();
  }

  const rooted = (value: unknown): LocatedValue => ({ value, spot: parsed.spot });
  const written = without(parsed.value, (key) => EXTENSION_KEY.test(key));
  const chosen = applyProfile(written, options.profile, (message, hint) =>
    problems.push(problemAt(locate(rooted(written), ['profiles']), message, hint)),
  );
  const whole = await addImports(rooted(chosen), { ...options, file }, problems);
  const language = await chooseLanguage(whole, ownValue(written, 'profiles'));

  const variables = {
    declared: ownValue(whole, 'variables'),
    overrides: options.vars ?? {},
    env: options.env,
    configDir: identity.dir,
    read: (name: string) => names.add(name),
  };
  for (const name of Object.keys(isObject(variables.declared) ? variables.declared : {})) names.add(name);
  const secret = (name: string, value: string) => secrets.push({ name, value });
  const scope = createScope({
    ...variables,
    secret,
    failed: (name, why) =>
      problems.push(
        problemOf(rooted(whole), { path: ['variables', name], message: why.message, hint: why.hint }),
      ),
  });
  const judge = (value: Record<string, unknown>): Complaint[] => {
    const context = {
      ci: isCi(options.env),
      line: (path: Path) => lineOf(rooted(value), path),
      imported: (path: Path) => locate(rooted(value), path).source !== parsed.spot.source,
    };
    return [
      ...complaintsAbout(language.suite, value),
      ...checkServers(ownValue(value, 'servers')),
      ...checkTests(value, context),
      ...checkAgents(value, context),
    ];
  };
  const wanted = (value: Record<string, unknown>) =>
    judge(value)
      .filter(wantsText)
      .map(({ path }) => path);
  const { value: filled, unfilled } = fillSuite(whole, scope, wanted, (path, why) => {
    if (!why.told) problems.push(problemOf(rooted(whole), { path, message: why.message, hint: why.hint }));
  });

  const root = rooted(filled);
  for (const complaint of judge(filled)) {
    // What could not be filled in was told already.
    if (!unfilled.has(toPointer(complaint.path))) problems.push(problemOf(root, complaint));
  }
  const quiet = createScope({ ...variables, secret, failed: () => {} });
  problems.push(...profileProblems(rooted(written), quiet, language.profile));
  secrets.push(...secretsOfServers(ownValue(filled, 'servers'), options.env));
  secrets.push(...secretsOfModels(ownValue(filled, 'models'), options.env));
  if (problems.length > 0) return done();
  for (const complaint of await checkSchemas(filled)) problems.push(problemOf(root, complaint));
  return done(problems.length > 0 ? [] : [normalise(root, identity)]);
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
