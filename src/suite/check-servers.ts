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

/** Secrets that a declaration holds or names, beside those read through `${env:NAME}`. */
export function secretsOfServers(servers: unknown, env: Record<string, string | undefined>): Secret[] {
  const out: Secret[] = [];
  const add = (name: string, value: unknown) => {
    if (typeof value === 'string' && value !== '') out.push({ name, value });
  };
  const fromEnv = (name: unknown) => {
    if (typeof name === 'string' && Object.hasOwn(env, name)) add(name, env[name]);
  };
  for (const [name, server] of Object.entries(isObject(servers) ? servers : {})) {
    const passed = ownValue(server, 'pass_env');
    if (Array.isArray(passed)) passed.forEach(fromEnv);
    const auth = ownValue(server, 'auth');
    fromEnv(ownValue(auth, 'bearer_token_env'));
    fromEnv(ownValue(ownValue(auth, 'oauth'), 'client_secret_env'));
    for (const key of ['env', 'headers']) {
      const map = ownValue(server, key);
      for (const [inner, value] of Object.entries(isObject(map) ? map : {})) {
        if (isSecretName(inner.replaceAll('-', '_')) || /^(proxy-)?authorization$|^cookie$/i.test(inner))
          add(inner, value);
      }
    }
    for (const key of ['command', 'start']) {
      const argv = ownValue(server, key);
      if (!Array.isArray(argv)) continue;
      for (const { name: flag, value } of secretsOfArgv(argv.map(String))) add(flag, value);
    }
    const url = ownValue(server, 'url');
    if (typeof url === 'string') for (const part of userinfoOf(url)) add(`${name}_URL`, part);
  }
  return out;
}

/** The keys that `models:` names. */
export function secretsOfModels(models: unknown, env: Record<string, string | undefined>): Secret[] {
  return Object.values(isObject(models) ? models : {}).flatMap((model) => {
    const name = ownValue(model, 'api_key_env');
    const value = typeof name === 'string' && Object.hasOwn(env, name) ? env[name] : undefined;
    return value ? [{ name: name as string, value }] : [];
  });
}
