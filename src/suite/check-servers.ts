/** What must hold of `servers:` beyond the shape of each key, and which secrets they carry. */
import { isSecretName, type Secret } from '../redact/redactor.js';
import { secretsOfArgv, secretsOfHeaders, secretsOfUrl } from '../redact/target-secrets.js';
import { isHttp } from '../util/host-kind.js';
import { isObject, ownValue } from '../util/plain.js';
import type { Complaint } from './shape.js';

export function checkServers(servers: unknown): Complaint[] {
  if (!isObject(servers)) return [];
  return Object.entries(servers).flatMap(([name, server]) =>
    isObject(server) ? checkServer(name, server) : [],
  );
}

function checkServer(name: string, server: Record<string, unknown>): Complaint[] {
  const path = ['servers', name];
  const has = (key: string) => Object.hasOwn(server, key);
  if (has('command') && has('url')) {
    return [
      {
        path,
        message: '`command` and `url` cannot both be given',
        hint: 'to start what serves the URL, use `start`',
      },
    ];
  }
  if (has('start') && !has('url'))
    return [{ path, message: '`start` needs `url`', hint: 'a stdio server is started with `command`' }];
  if (!has('command') && !has('url')) return [{ path, message: 'a server needs `command` or `url`' }];
  const oauth = ownValue(ownValue(server, 'auth'), 'oauth');
  if (isObject(oauth)) {
    const given = ['client_id', 'client_id_env'].filter((key) => Object.hasOwn(oauth, key));
    const at = [...path, 'auth', 'oauth'];
    if (given.length === 0) return [{ path: at, message: '`oauth` needs `client_id` or `client_id_env`' }];
    if (given.length === 2)
      return [{ path: at, message: '`client_id` and `client_id_env` cannot both be given' }];
  }
  const sampling = ownValue(ownValue(server, 'answers'), 'sampling');
  for (const [index, answer] of (Array.isArray(sampling) ? sampling : []).entries()) {
    const said = ['text', 'content'].filter((key) => isObject(answer) && Object.hasOwn(answer, key));
    if (said.length === 1) continue;
    const message = 'a sampling answer has either `text` or `content`';
    return [{ path: [...path, 'answers', 'sampling', index], message }];
  }
  if (has('auth') && !has('url')) {
    const hint = 'a stdio server takes secrets from its environment: use `pass_env`';
    return [{ path: [...path, 'auth'], message: '`auth` needs `url`', hint, at_key: true }];
  }
  const { url } = server;
  if (typeof url === 'string' && url !== '' && !isHttp(url)) {
    return [{ path: [...path, 'url'], message: 'expected an http or https URL' }];
  }
  return [];
}

type Environment = Record<string, string | undefined>;

/** Secrets that a declaration holds or names, beside those read through `${env:NAME}`. */
export function secretsOfServers(servers: unknown, env: Environment): Secret[] {
  return Object.entries(isObject(servers) ? servers : {}).flatMap(([name, server]) => [
    ...namedVariables(server).flatMap((variable) => secretOfEnv(variable, env)),
    ...secretVariables(ownValue(server, 'env')),
    ...secretsOfHeaders(mapOf(ownValue(server, 'headers'))),
    ...['command', 'start'].flatMap((key) => secretWords(ownValue(server, key))),
    ...secretsIn(ownValue(server, 'url'), `${name}_URL`),
    ...secretsIn(ownValue(ownValue(ownValue(server, 'auth'), 'oauth'), 'token_url'), `${name}_TOKEN_URL`),
  ]);
}

/** The variables of ours that a server reads. */
function namedVariables(server: unknown): unknown[] {
  const passed = ownValue(server, 'pass_env');
  const auth = ownValue(server, 'auth');
  return [
    ...(Array.isArray(passed) ? passed : []),
    ownValue(auth, 'bearer_token_env'),
    ownValue(ownValue(auth, 'oauth'), 'client_secret_env'),
  ];
}

function secretOfEnv(name: unknown, env: Environment): Secret[] {
  const value = typeof name === 'string' && Object.hasOwn(env, name) ? env[name] : undefined;
  return value ? [{ name: name as string, value }] : [];
}

function mapOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** Those whose name says so, and what the URL of a database or the like holds. */
function secretVariables(env: unknown): Secret[] {
  return Object.entries(mapOf(env)).flatMap(([name, value]) => {
    // What could not be filled in is no secret, and a message must name it.
    if (typeof value !== 'string' || value === '' || /^\$\{[^}]*\}$/.test(value)) return [];
    return isSecretName(name) ? [{ name, value }] : secretsIn(value, name);
  });
}

function secretWords(argv: unknown): Secret[] {
  if (!Array.isArray(argv)) return [];
  return secretsOfArgv(argv.map(String))
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => ({ name, value }));
}

function secretsIn(url: unknown, name: string): Secret[] {
  return typeof url === 'string' ? secretsOfUrl(url, name) : [];
}

/** The keys that `models:` names. */
export function secretsOfModels(models: unknown, env: Environment): Secret[] {
  return Object.values(isObject(models) ? models : {}).flatMap((model) =>
    secretOfEnv(ownValue(model, 'api_key_env'), env),
  );
}
