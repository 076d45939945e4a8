/** Which server `init` writes a suite for, and the entry that the suite will hold: no secret is written down. */
import { secretsOfArgv } from '../redact/argv-secrets.js';
import { isSecretName, secretsOfEnv } from '../redact/redactor.js';
import { splitCommand } from '../target/split-command.js';
import { given, type TargetInput } from '../target/target.js';
import { McptestError } from '../util/errors.js';
import type { DeclaredServer } from './client-configs.js';

export interface InitTarget {
  /** The name in the suite, where one is known already. */
  name?: string;
  entry: Record<string, unknown>;
  /** Variables that the entry reads, with the values that were found. */
  env: Record<string, string>;
  /** What the user has to do. */
  notes: string[];
}

/** From flags, else from the one server that the project declares for another program. */
export function initTarget(input: TargetInput, declared: DeclaredServer[]): InitTarget {
  if (input.url !== undefined && input.command !== undefined) {
    throw usage('two-targets', 'more than one target was given', 'Give --url, or --command, or -- argv.');
  }
  if (input.url !== undefined) return urlTarget(input.url, input.headers ?? {}, input.bearer_token_env);
  if (input.command !== undefined) {
    const command = typeof input.command === 'string' ? splitCommand(input.command) : input.command;
    return commandTarget(command, input);
  }
  const names = declared.map(({ name }) => name);
  const found = input.server === undefined ? declared : declared.filter(({ name }) => name === input.server);
  if (input.server !== undefined && found.length === 0) {
    const known = names.length > 0 ? `Declared: ${names.join(', ')}.` : 'The project declares none.';
    throw usage('unknown-server', `no MCP client of this project knows a server ${input.server}`, known);
  }
  if (found.length === 0) {
    throw usage(
      'no-target',
      'there is no server to write a suite for',
      'Say how it is reached: mcptest init -- node server.js, or mcptest init --url https://example.com/mcp.',
    );
  }
  if (input.server === undefined && new Set(names).size > 1) {
    throw usage(
      'no-target',
      'the project declares several servers',
      `Name one: ${[...new Set(names)].join(', ')}.`,
    );
  }
  return declaredTarget(found[0]!, input);
}

function usage(code: string, message: string, hint: string): McptestError {
  return new McptestError({ code, message, hint });
}

function commandTarget(command: string[], input: TargetInput): InitTarget {
  const env: Record<string, string> = {};
  const notes: string[] = [];
  const words = keptWords(command, plain, input.env ?? process.env, env, notes);
  return { entry: { command: words, ...passed(input) }, env, notes };
}

function passed({ pass_env, env = process.env }: TargetInput): { pass_env?: string[] } {
  for (const name of pass_env ?? []) given(name, env);
  return pass_env === undefined ? {} : { pass_env };
}

/** A word that holds a secret reads it from the environment, under the name that it has there or its flag's. */
function keptWords(
  argv: string[],
  write: (word: string) => string,
  ours: NodeJS.ProcessEnv,
  env: Record<string, string>,
  notes: string[],
): string[] {
  const words = argv.map(write);
  for (const { name, value, index } of secretsOfArgv(argv)) {
    const known = secretsOfEnv(ours).find((secret) => secret.value === value)?.name;
    if (known === undefined) keep(name, value, env, notes);
    // It is the end of its word: what stands before it may be spelt alike.
    words[index] = `${words[index]!.slice(0, -write(value).length)}\${env:${known ?? name}}`;
  }
  return words;
}

function declaredTarget(server: DeclaredServer, input: TargetInput): InitTarget {
  const name = server.name;
  if (server.url !== undefined) {
    const target = urlTarget(server.url, server.headers ?? {}, server.bearer_token_env);
    return { ...target, name };
  }
  const env: Record<string, string> = {};
  const notes: string[] = [];
  const written: Record<string, string> = {};
  for (const [key, value] of Object.entries(server.env ?? {})) {
    written[key] = kept(key, value, env, notes);
  }
  const entry = {
    command: keptWords(server.command ?? [], variables, input.env ?? process.env, env, notes),
    ...passed(input),
    ...(Object.keys(written).length > 0 && { env: written }),
    ...(server.cwd !== undefined && { cwd: variables(server.cwd) }),
  };
  return { name, entry, env, notes };
}

function urlTarget(url: string, headers: Record<string, string>, token?: string): InitTarget {
  const env: Record<string, string> = {};
  const notes: string[] = [];
  const written: Record<string, string> = {};
  let auth = token;
  for (const [name, value] of Object.entries(headers)) {
    const bearer = /^authorization$/i.test(name) ? /^Bearer\s+(\S.*)$/i.exec(value)?.[1] : undefined;
    if (bearer === undefined) {
      written[name] = kept(name, value, env, notes);
      continue;
    }
    const variable = /^\$\{(?:env:)?(\w+)\}$/.exec(bearer)?.[1];
    auth ??= variable ?? 'MCP_TOKEN';
    if (variable === undefined) {
      env[auth] = bearer;
      notes.push(`set ${auth} to the bearer token before you run the suite; the suite does not hold it`);
    }
  }
  const entry = {
    url: plain(url),
    ...(auth !== undefined && { auth: { bearer_token_env: auth } }),
    ...(Object.keys(written).length > 0 && { headers: written }),
  };
  return { entry, env, notes };
}

/** A value that may be secret becomes a variable of the environment. */
function kept(name: string, value: string, env: Record<string, string>, notes: string[]): string {
  if (/\$\{[^{}]*\}/.test(value)) return variables(value);
  if (!isSecretName(name.replaceAll('-', '_'))) return plain(value);
  const variable = name.replace(/\W/g, '_').toUpperCase();
  keep(variable, value, env, notes);
  return `\${env:${variable}}`;
}

function keep(variable: string, value: string, env: Record<string, string>, notes: string[]): void {
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
