/** `server.json` of the official registry, held against the package and against what the server speaks. Pure. */
import type { ManifestProblem } from '../types/manifest.js';
import { isObject, ownValue } from '../util/plain.js';
import { show } from '../util/text.js';

export const SCHEMA_DATE = '2025-12-11';
export const SCHEMA_URL = `https://static.modelcontextprotocol.io/schemas/${SCHEMA_DATE}/server.schema.json`;
export const MOST_DESCRIPTION = 100;
const NAME = /^[a-zA-Z0-9][a-zA-Z0-9.-]*\/[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])?$/;
const MOST_NAME = 200;
const REGISTRIES = ['npm', 'pypi', 'oci', 'nuget', 'mcpb'];
const TRANSPORTS = ['stdio', 'streamable-http', 'sse'];
const SHA256 = /^[a-f0-9]{64}$/;
const MOST_NAMED = 5;

/** What is beside the manifest. */
export interface ManifestContext {
  /** `package.json`, where there is one. */
  package?: Record<string, unknown>;
  /** Environment variables that the source of the package reads; undefined where no source was found. */
  env?: readonly string[];
  /** How the audited server was reached, and where. */
  transport?: 'stdio' | 'http';
  url?: string;
}

type Report = (rule: string, message: string, fix: string, isError?: boolean) => void;

export function serverJsonProblems(
  manifest: unknown,
  context: ManifestContext,
  file = 'server.json',
): ManifestProblem[] {
  const problems: ManifestProblem[] = [];
  const report: Report = (rule, message, fix, isError = true) =>
    problems.push({ rule, isError, file, message, fix });
  if (!isObject(manifest)) {
    report('MAN-001', 'it is not a JSON object', 'Draft one: mcptest init --registry.');
    return problems;
  }
  schemaOf(manifest, report);
  identityOf(manifest, report);
  const packages = listOf(manifest, 'packages');
  const remotes = listOf(manifest, 'remotes');
  if (packages.length + remotes.length === 0)
    report(
      'MAN-006',
      'it has neither packages nor remotes',
      'Name the package or the address of the server.',
    );
  for (const [at, one] of packages.entries()) packageShape(one, `packages[${at}]`, report);
  for (const [at, one] of remotes.entries())
    transportShape(one, `remotes[${at}]`, ['streamable-http', 'sse'], report);
  againstPackage(manifest, packages, context, report);
  againstEnvironment(packages, context, report);
  againstSpeech(packages, remotes, context, report);
  return problems;
}

function schemaOf(manifest: Record<string, unknown>, report: Report): void {
  const schema = manifest.$schema;
  const date =
    typeof schema === 'string'
      ? /\/schemas\/(\d{4}-\d\d-\d\d)\/server\.schema\.json$/.exec(schema)?.[1]
      : undefined;
  const fix = `Write "$schema": "${SCHEMA_URL}".`;
  if (date === undefined) report('MAN-002', 'it names no schema of the registry', fix);
  else if (date < SCHEMA_DATE)
    report('MAN-002', `its schema is of ${date}; the current one is of ${SCHEMA_DATE}`, fix, false);
}

function identityOf(manifest: Record<string, unknown>, report: Report): void {
  const { name, description, version } = manifest;
  if (typeof name !== 'string' || !NAME.test(name) || name.length < 3 || name.length > MOST_NAME)
    report(
      'MAN-003',
      `the name is ${show(name)}`,
      'Write it as io.github.USER/SERVER, or with a domain of yours turned round.',
    );
  if (typeof description !== 'string' || description.trim() === '')
    report(
      'MAN-004',
      'it has no description',
      `Say in at most ${MOST_DESCRIPTION} characters what the server does.`,
    );
  else if (description.length > MOST_DESCRIPTION)
    report(
      'MAN-004',
      `the description has ${description.length} characters, and the registry takes ${MOST_DESCRIPTION}`,
      'Shorten it; details belong into the README.',
    );
  versionShape(version, 'the version', report);
}

function versionShape(version: unknown, what: string, report: Report): void {
  const isExact =
    typeof version === 'string' &&
    /^[^\s^~<>=*|]+$/.test(version) &&
    version !== 'latest' &&
    !/(^|\.)x($|\.)/i.test(version);
  if (!isExact)
    report(
      'MAN-005',
      `${what} is ${show(version)}`,
      'Write one exact version such as 1.2.3; no range and not latest.',
    );
}

function packageShape(one: unknown, at: string, report: Report): void {
  const type = ownValue(one, 'registryType');
  if (typeof type !== 'string' || !REGISTRIES.includes(type))
    report('MAN-006', `${at}.registryType is ${show(type)}`, `Write one of ${REGISTRIES.join(', ')}.`);
  const identifier = ownValue(one, 'identifier');
  if (typeof identifier !== 'string' || identifier === '')
    report(
      'MAN-006',
      `${at} has no identifier`,
      'Write the name of the package, the image or the address of the bundle.',
    );
  const version = ownValue(one, 'version');
  if (type === 'npm' || type === 'pypi' || type === 'nuget') versionShape(version, `${at}.version`, report);
  if (type === 'mcpb' && !SHA256.test(String(ownValue(one, 'fileSha256'))))
    report('MAN-006', `${at} has no fileSha256`, 'Write the SHA-256 of the bundle in 64 hexadecimal digits.');
  transportShape(ownValue(one, 'transport'), `${at}.transport`, TRANSPORTS, report);
  for (const variable of listOf(one, 'environmentVariables'))
    if (typeof ownValue(variable, 'name') !== 'string')
      report('MAN-006', `an environment variable of ${at} has no name`, 'Give each variable its name.');
}

function transportShape(transport: unknown, at: string, known: readonly string[], report: Report): void {
  const type = ownValue(transport, 'type');
  if (typeof type !== 'string' || !known.includes(type)) {
    report('MAN-006', `${at}.type is ${show(type)}`, `Write one of ${known.join(', ')}.`);
    return;
  }
  const url = ownValue(transport, 'url');
  if (type !== 'stdio' && (typeof url !== 'string' || !/^https?:\/\//.test(url)))
    report('MAN-006', `${at} has no url`, 'Write the address under which the server answers.');
}

function againstPackage(
  manifest: Record<string, unknown>,
  packages: readonly unknown[],
  { package: own }: ManifestContext,
  report: Report,
): void {
  const listed = packages.find((one) => ownValue(one, 'registryType') === 'npm');
  if (own === undefined || listed === undefined) return;
  const { name, version, mcpName } = own;
  const identifier = ownValue(listed, 'identifier');
  if (identifier !== name)
    report(
      'MAN-007',
      `it publishes ${show(identifier)}, and package.json is of ${show(name)}`,
      'Write the name of package.json as identifier.',
    );
  for (const [what, said] of [
    ['version', manifest.version],
    ['packages[].version', ownValue(listed, 'version')],
  ])
    if (said !== version)
      report(
        'MAN-007',
        `${String(what)} is ${show(said)}, and package.json has ${show(version)}`,
        'Set both to the version that you publish.',
      );
  if (mcpName !== manifest.name)
    report(
      'MAN-008',
      mcpName === undefined
        ? 'package.json has no mcpName'
        : `mcpName of package.json is ${show(mcpName)}, and the name here ${show(manifest.name)}`,
      `Write "mcpName": ${JSON.stringify(manifest.name)} into package.json: the registry proves by it whose package that is.`,
    );
}

function againstEnvironment(packages: readonly unknown[], { env }: ManifestContext, report: Report): void {
  if (env === undefined || packages.length === 0) return;
  const listed = new Set(
    packages.flatMap((one) =>
      listOf(one, 'environmentVariables').map((variable) => String(ownValue(variable, 'name'))),
    ),
  );
  const missing = env.filter((name) => !listed.has(name));
  const unread = [...listed].filter((name) => !env.includes(name));
  const names = (all: readonly string[]) =>
    `${all.slice(0, MOST_NAMED).join(', ')}${all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : ''}`;
  if (missing.length > 0)
    report(
      'MAN-009',
      `the source reads ${names(missing)}, which environmentVariables does not name`,
      'Name them there, with isRequired and isSecret, so that a client can ask for them.',
      false,
    );
  if (unread.length > 0)
    report(
      'MAN-009',
      `environmentVariables names ${names(unread)}, which the source does not read`,
      'Take them out, or correct the name.',
      false,
    );
}

function againstSpeech(
  packages: readonly unknown[],
  remotes: readonly unknown[],
  { transport, url }: ManifestContext,
  report: Report,
): void {
  if (transport === 'stdio') {
    const types = packages.map((one) => ownValue(ownValue(one, 'transport'), 'type'));
    if (types.length > 0 && !types.includes('stdio'))
      report(
        'MAN-010',
        `the server speaks stdio, and its packages only ${types.map(String).join(', ')}`,
        'Set the transport of the package to {"type": "stdio"}.',
      );
  } else if (transport === 'http' && url !== undefined && remotes.length > 0) {
    const known = remotes.some(
      (one) => ownValue(one, 'url') === url && ownValue(one, 'type') === 'streamable-http',
    );
    if (!known)
      report(
        'MAN-010',
        'the address that was audited is none of its remotes of type streamable-http',
        'Write the address where the server really answers.',
        false,
      );
  }
}

export function listOf(value: unknown, key: string): unknown[] {
  const list = ownValue(value, key);
  return Array.isArray(list) ? list : [];
}
