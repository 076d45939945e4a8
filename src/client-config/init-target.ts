/** Which server `init` writes a suite for, and the entry that the suite will hold: no secret is written down. */
import { isSecretName, type Secret, secretsOfEnv } from '../redact/redactor.js';
import { secretsOfArgv, secretsOfHeaders, secretsOfUrl } from '../redact/target-secrets.js';
import { splitCommand } from '../target/split-command.js';
import { requireVariable, type TargetInput } from '../target/target.js';
import { McptestError } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';
import type { DeclaredServer } from './client-configs.js';

/** What the suite must not hold. */
interface SuiteSecrets {
  /** Variables that the entry reads, with the values that were found. */
  env: Record<string, string>;
  /** What the user has to do. */
  notes: string[];
}

export interface InitTarget extends SuiteSecrets {
  /** The name in the suite, where one is known already. */
  name?: string;
  entry: Record<string, unknown>;
}

/** From flags, else from the one server that the project declares for another program. */
export function initTarget(input: TargetInput, declared: DeclaredServer[]): InitTarget {
  if (input.url !== undefined && input.command !== undefined) {
    throw usage('two-targets', 'more than one target was given', 'Give --url, or --command, or -- argv.');
  }
  if (input.url !== undefined) {
    const { url, headers = {}, bearer_token_env, env = process.env } = input;
    return urlTarget({ url, headers, bearer_token_env }, env);
  }
  if (input.command !== undefined) {
    const command = typeof input.command === 'string' ? splitCommand(input.command) : input.command;
    return commandTarget(command, input);
  }
  return declaredTarget(chooseDeclared(declared, input.server), input);
}

function chooseDeclared(declared: DeclaredServer[], wanted: string | undefined): DeclaredServer {
  const names = [...new Set(declared.map(({ name }) => name))];
  const chosen = wanted === undefined ? declared[0] : declared.find(({ name }) => name === wanted);
  if (wanted !== undefined && chosen === undefined) {
    const known = names.length > 0 ? `Declared: ${names.join(', ')}.` : 'The project declares none.';
    throw usage('unknown-server', `no MCP client of this project knows a server ${wanted}`, known);
  }
  if (chosen === undefined) {
    throw usage(
      'no-target',
      'there is no server to write a suite for',
      'Say how it is reached: mcptest init -- node server.js, or mcptest init --url https://example.com/mcp.',
    );
  }
  if (wanted === undefined && names.length > 1) {
    throw usage('no-target', 'the project declares several servers', `Name one: ${names.join(', ')}.`);
  }
  return chosen;
}

function usage(code: string, message: string, hint: string): McptestError {
  return new McptestError({ code, message, hint });
}

function commandTarget(argv: string[], input: TargetInput): InitTarget {
  const secrets: SuiteSecrets = { env: {}, notes: [] };
  const command = writeCommand({ argv, write: plain, ours: input.env ?? process.env }, secrets);
  return { entry: omitUndefined({ command, pass_env: passedNames(input) }), ...secrets };
}

function passedNames({ pass_env, env = process.env }: TargetInput): string[] | undefined {
  for (const name of pass_env ?? []) requireVariable(name, env);
  return pass_env;
}

interface CommandWords {
  argv: string[];
  /** A word without secrets, as a suite writes it. */
  write: (word: string) => string;
  /** The environment that `init` runs in. */
  ours: NodeJS.ProcessEnv;
}

/** A word that holds a secret reads it from the environment, under the name that it has there or its flag's. */
function writeCommand({ argv, write, ours }: CommandWords, secrets: SuiteSecrets): string[] {
  const words = argv.map(write);
  for (const { index, ...secret } of secretsOfArgv(argv))
    words[index] = withoutSecret(words[index] ?? '', secret, { write, ours, secrets });
  return words;
}

interface Writing {
  write: (word: string) => string;
  ours: NodeJS.ProcessEnv;
  secrets: SuiteSecrets;
}

/** The text with a variable in place of the secret, which mostly is its end: what stands before may be spelt alike. */
function withoutSecret(text: string, { name, value }: Secret, { write, ours, secrets }: Writing): string {
  const spelt = [value, encodeURIComponent(value)].map(write).find((form) => text.includes(form));
  if (spelt === undefined) return text;
  const known = secretsOfEnv(ours).find((secret) => secret.value === value)?.name;
  const variable = known ?? name.replace(/\W/g, '_').toUpperCase();
  if (known === undefined) keepSecret(variable, value, secrets);
  const at = text.endsWith(spelt) ? text.length - spelt.length : text.indexOf(spelt);
  return `${text.slice(0, at)}\${env:${variable}}${text.slice(at + spelt.length)}`;
}

function declaredTarget(server: DeclaredServer, input: TargetInput): InitTarget {
  const { name, url, headers = {}, bearer_token_env, cwd } = server;
  const { env: ours = process.env } = input;
  if (url !== undefined) return { ...urlTarget({ url, headers, bearer_token_env }, ours), name };
  const secrets: SuiteSecrets = { env: {}, notes: [] };
  const env = writeValues(server.env ?? {}, secrets);
  const words = { argv: server.command ?? [], write: variables, ours };
  const entry = omitUndefined({
    command: writeCommand(words, secrets),
    pass_env: passedNames(input),
    env: nonEmpty(env),
    cwd: cwd === undefined ? undefined : variables(cwd),
  });
  return { name, entry, ...secrets };
}

interface UrlDeclaration {
  url: string;
  headers: Record<string, string>;
  bearer_token_env?: string;
}

function urlTarget({ url, headers, bearer_token_env }: UrlDeclaration, ours: NodeJS.ProcessEnv): InitTarget {
  const secrets: SuiteSecrets = { env: {}, notes: [] };
  const others: Record<string, string> = {};
  let auth = bearer_token_env;
  for (const [name, value] of Object.entries(headers)) {
    const bearer = /^authorization$/i.test(name) ? /^Bearer\s+(\S.*)$/i.exec(value)?.[1] : undefined;
    if (bearer === undefined) {
      others[name] = writeValue(name, value, secrets, secretsOfHeaders({ [name]: value }).length > 0);
      continue;
    }
    const variable = /^\$\{(?:env:)?(\w+)\}$/.exec(bearer)?.[1];
    auth ??= variable ?? 'MCP_TOKEN';
    if (variable === undefined) {
      secrets.env[auth] = bearer;
      secrets.notes.push(
        `set ${auth} to the bearer token before you run the suite; the suite does not hold it`,
      );
    }
  }
  const entry = omitUndefined({
    url: secretsOfUrl(url, 'MCP_URL_SECRET').reduce(
      (text, secret) => withoutSecret(text, secret, { write: plain, ours, secrets }),
      plain(url),
    ),
    auth: auth === undefined ? undefined : { bearer_token_env: auth },
    headers: nonEmpty(others),
  });
  return { entry, ...secrets };
}

function nonEmpty(map: Record<string, string>): Record<string, string> | undefined {
  return Object.keys(map).length > 0 ? map : undefined;
}

function writeValues(values: Record<string, string>, secrets: SuiteSecrets): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(values))
    out[name] = writeValue(name, value, secrets, isSecretName(name));
  return out;
}

/** A value that may be secret becomes a variable of the environment. */
function writeValue(name: string, value: string, secrets: SuiteSecrets, isSecret: boolean): string {
  if (/\$\{[^{}]*\}/.test(value)) return variables(value);
  if (!isSecret) return plain(value);
  const variable = name.replace(/\W/g, '_').toUpperCase();
  keepSecret(variable, value, secrets);
  return `\${env:${variable}}`;
}

function keepSecret(variable: string, value: string, { env, notes }: SuiteSecrets): void {
  env[variable] = value;
  notes.push(`set ${variable} before you run the suite; the suite does not hold its value`);
}

/** The placeholders of other programs in the words of a suite. */
function variables(text: string): string {
  return text.replace(/\$\{([^{}]*)\}/g, (whole, inner: string) => {
    if (/^workspace(Folder|Root)$/.test(inner)) return '${CONFIG_DIR}';
    const name = /^(?:env:)?([A-Za-z_]\w*)(?::-.*)?$/.exec(inner)?.[1];
    return name === undefined ? `$${whole}` : `\${env:${name}}`;
  });
}

function plain(text: string): string {
  return text.replaceAll('${', () => '$${');
}
