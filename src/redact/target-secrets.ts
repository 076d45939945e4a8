/**
 * Secrets in the words that say how a server is reached: its command line, its URL, its headers. What is named like a
 * secret is one; what only stands where secrets stand is one unless it is plainly harmless.
 */
import { isSecretName, type Secret, userinfoOf } from './redactor.js';

/** Flags that take a secret itself; `--max-tokens`, `--sort-key` and `--token-file` do not. */
const FLAG =
  /^--?((?:[a-z\d]+[-_])*(?:(?:api|access|secret|private|auth|license)[-_]?key|token|secret|password|passwd|pass))(?:=(.*))?$/is;
/** Short ones that take a password, a key or a token, and often something else. */
const SHORT_FLAG = /^-[pPkKtT]$/;
const ASSIGNMENT = /^(?:--?[a-z][\w-]*=)?([a-z_]\w*)=(.+)$/is;
const HEADER_FLAG = /^(?:-H|--headers?)$/;
const HEADER = /^(--headers?=)?([a-z][\w-]*)\s*:\s*(\S.*)$/is;
const SCHEME = /^(?:bearer|basic|token|digest|apikey)\s+(?=\S)/i;
/** Shorter ones are settings, and so are numbers, paths and variables. */
const SETTING = /^(?:.{0,5}|\d+|[./~-].*|\$\{.*)$/s;

/** Words, short numbers and what joins them: `eu-west-1`, `2025-06-18`, `mcp/server:1.2`, `me@example`. */
const PLAIN_WORDS = /^[./~@]*(?:[a-z]{1,16}|\d{1,5})(?:[-_.,;:+ /@*()]+(?:[a-z]{1,16}|\d{1,5}))*[/*]?$/i;

/** Names of query keys that say secret, beside those that any variable says it with. */
const SECRET_KEY =
  /(?:^|[-_.])(?:sig|signature|code|pass|pwd|auth|jwt|sas|session|sid|hmac|api-?key)$|^key$/i;
/** Headers of the protocol; all others may carry anything. */
const PLAIN_HEADER =
  /^(?:accept(?:-.*)?|content-.*|user-agent|host|origin|referer|connection|cache-control|mcp-protocol-version)$/i;

/** A part of a path that nobody types: a key that stands for a login. */
const OPAQUE = /^(?=.*\d)(?=.*[a-z])[\w-]{20,}$/i;

export interface ArgvSecret extends Secret {
  /** Which word holds it. */
  index: number;
}

export function secretsOfArgv(argv: readonly string[]): ArgvSecret[] {
  return argv.flatMap((word, index) => [
    ...namedIn(argv, index),
    ...urlsIn(word).flatMap((url) => secretsOfUrl(url, 'URL').map((secret) => ({ ...secret, index }))),
  ]);
}

/** The first is the end of its word; what follows is a part of it. */
function namedIn(argv: readonly string[], at: number): ArgvSecret[] {
  const word = argv[at] as string;
  const [, flag, joined] = FLAG.exec(word) ?? [];
  if (flag !== undefined && !/^no[-_]/i.test(flag)) {
    const index = joined === undefined ? at + 1 : at;
    return named(variableOf(flag), joined ?? argv[index], index);
  }
  if (SHORT_FLAG.test(word)) {
    const value = argv[at + 1] ?? '';
    return isHarmless(value) || urlsIn(value).length > 0 ? [] : named(`FLAG_${word.slice(1)}`, value, at + 1);
  }
  const [, joins, header = '', said = ''] = HEADER.exec(word) ?? [];
  if (joins !== undefined || HEADER_FLAG.test(argv[at - 1] ?? ''))
    return secretsOfHeaders({ [header]: said }).flatMap((secret) =>
      named(variableOf(header), secret.value, at),
    );
  const [, name = '', value] = ASSIGNMENT.exec(word) ?? [];
  return isSecretName(name) ? named(name, value, at) : [];
}

function variableOf(name: string): string {
  return name.replaceAll('-', '_').toUpperCase();
}

function named(name: string, value: string | undefined, index: number): ArgvSecret[] {
  return value === undefined || SETTING.test(value) ? [] : [{ name, value, index }];
}

function urlsIn(word: string): string[] {
  const start = word.search(/[a-z][a-z\d+.-]*:\/\//i);
  return start < 0 ? [] : [word.slice(start)];
}

/** The user, what is opaque in the path, and the values of the query; `name` is for those that have none. */
export function secretsOfUrl(url: string, name: string): Secret[] {
  if (!URL.canParse(url)) return [];
  const { pathname, search, hash } = new URL(url);
  const query = [search, hash].flatMap((part) => part.slice(1).split('&'));
  return [
    ...userinfoOf(url).map((value) => ({ name, value })),
    ...pathname
      .split('/')
      .filter((part) => OPAQUE.test(part))
      .map((value) => ({ name, value })),
    ...query.flatMap((pair) => {
      const [key = '', ...rest] = pair.split('=');
      const value = decoded(rest.join('='));
      const variable = key.replace(/\W/g, '_');
      const isSecret = isSecretName(variable) || SECRET_KEY.test(key) || !isHarmless(value);
      return isSecret && value !== '' && !value.includes('${') ? spellings(variable, value) : [];
    }),
  ];
}

/** Whether a `+` is one or stands for a space nobody says. */
function spellings(name: string, value: string): Secret[] {
  return [...new Set([value, value.replaceAll('+', ' ')])].map((each) => ({ name, value: each }));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whatever a header carries that is not of the protocol; of an authorization what follows the scheme. */
export function secretsOfHeaders(headers: Record<string, unknown>): Secret[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (typeof value !== 'string' || value === '' || PLAIN_HEADER.test(name)) return [];
    const isNamed = isSecretName(variableOf(name)) || /cookie$/i.test(name);
    if (!isNamed && isHarmless(value)) return [];
    const credentials = value.replace(SCHEME, '');
    const pair = /^basic\s/i.test(value) ? Buffer.from(credentials, 'base64').toString('utf8') : '';
    const password = pair.slice(pair.indexOf(':') + 1);
    return [credentials, password, ...pairsIn(credentials)]
      .filter((each) => each !== '')
      .map((each) => ({ name, value: each }));
  });
}

/** What stands behind the names of `sid=VALUE; theme=dark` or `key="VALUE", region=eu`, but for plain words. */
function pairsIn(value: string): string[] {
  return [...value.matchAll(/(?:^|[;,\s])[\w.-]+=(?:"([^"]*)"|([^;,\s"]+))/g)]
    .map(([, quoted, bare]) => quoted ?? bare ?? '')
    .filter((part) => part.length >= 8 && !isHarmless(part));
}

/** A setting that anybody could have typed: words, numbers, a URL that holds no secret itself. */
function isHarmless(value: string): boolean {
  if (/^https?:\/\//i.test(value)) return URL.canParse(value) && secretsOfUrl(value, '').length === 0;
  return value.length < 4 || PLAIN_WORDS.test(value) || value.startsWith('${');
}
