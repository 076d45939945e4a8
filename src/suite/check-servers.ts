/** What must hold of `servers:` beyond the shape of each key, and which secrets they carry. */
import { secretsOfArgv } from '../redact/argv-secrets.js';
import { isSecretName, type Secret, userinfoOf } from '../redact/redactor.js';
import { isHttp } from '../util/is-http.js';
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
    ...['env', 'headers'].flatMap((key) => secretEntries(ownValue(server, key))),
    ...['command', 'start'].flatMap((key) => secretWords(ownValue(server, key))),
    ...urlSecrets(ownValue(server, 'url'), `${name}_URL`),
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

function secretEntries(map: unknown): Secret[] {
  return Object.entries(isObject(map) ? map : {}).flatMap(([name, value]) => {
    const isSecret =
      isSecretName(name.replaceAll('-', '_')) || /^(proxy-)?authorization$|^cookie$/i.test(name);
    return isSecret && typeof value === 'string' && value !== '' ? [{ name, value }] : [];
  });
}

function secretWords(argv: unknown): Secret[] {
  if (!Array.isArray(argv)) return [];
  return secretsOfArgv(argv.map(String))
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => ({ name, value }));
}

function urlSecrets(url: unknown, name: string): Secret[] {
  if (typeof url !== 'string') return [];
  return userinfoOf(url)
    .filter((value) => value !== '')
    .map((value) => ({ name, value }));
}

/** The keys that `models:` names. */
export function secretsOfModels(models: unknown, env: Environment): Secret[] {
  return Object.values(isObject(models) ? models : {}).flatMap((model) =>
    secretOfEnv(ownValue(model, 'api_key_env'), env),
  );
}
