/** The challenges of a `WWW-Authenticate` header (RFC 9110, section 11.6.1), several in one header included. */

export interface Challenge {
  scheme: string;
  token68?: string;
  /** Names in lower case. */
  params: Map<string, string>;
}

const TOKEN = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const TOKEN68 = /[A-Za-z0-9\-._~+/]+=*(?=[ \t]*(?:,|$))/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
const SPACE = /[ \t]*/y;
const SEPARATORS = /[ \t,]*/y;
const EQUALS = /[ \t]*=[ \t]*/y;

/** What can be read is returned; the rest of a malformed header is left out. */
export function parseChallenges(header: string): Challenge[] {
  const challenges: Challenge[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(header);
    if (match) at = pattern.lastIndex;
    return match;
  };
  const param = (into: Challenge): boolean => {
    const start = at;
    const name = take(TOKEN)?.[0];
    if (name && take(EQUALS)) {
      const quoted = take(QUOTED);
      const value = quoted ? (quoted[1] ?? '').replace(/\\(.)/g, '$1') : take(TOKEN)?.[0];
      if (value !== undefined) {
        into.params.set(name.toLowerCase(), value);
        return true;
      }
    }
    at = start;
    return false;
  };
  while (at < header.length) {
    take(SEPARATORS);
    const current = challenges.at(-1);
    if (current && param(current)) continue;
    const scheme = take(TOKEN)?.[0];
    if (!scheme) break;
    const challenge: Challenge = { scheme, params: new Map() };
    challenges.push(challenge);
    const start = at;
    take(SPACE);
    if (at === start || param(challenge)) continue;
    const token68 = take(TOKEN68)?.[0];
    if (token68) challenge.token68 = token68;
  }
  return challenges;
}
