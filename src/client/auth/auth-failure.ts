/** One message about a refused login that says what was answered, which variable to set and how to look closer. */
import { clip, oneLine } from '../../util/text.js';
import { withoutTokens } from './without-tokens.js';
import { type Challenge, parseChallenges } from './www-authenticate.js';

export interface Credentials {
  /** The variable named by `auth.bearer_token_env`. */
  tokenEnv?: string;
  token?: string;
}

const SHOWN_PARAMS = ['realm', 'error', 'error_description', 'scope', 'resource_metadata'];

export interface Refused {
  status: number;
  challenge: string | undefined;
  /** The start of the body. */
  said: string;
}

export function authFailure({ status, challenge }: Refused, url: string, creds: Credentials): string {
  const advertised = describeChallenges(challenge);
  return `auth failed: HTTP ${status} from ${url}, ${advertised}. ${nextStep(creds, isRejected(status, challenge))} ${diagnose(url, creds)}`;
}

/** A server that only lets certain host names or origins in says nothing of tokens. */
export function hostRefusal({ status, challenge, said }: Refused, url: string): string | undefined {
  if (status !== 403 || challenge !== undefined || !/\b(host|origin)\b/i.test(said)) return undefined;
  const { host, port, protocol, pathname } = new URL(url);
  const local = `${protocol}//localhost${port === '' ? '' : `:${port}`}${pathname}`;
  const words = JSON.stringify(clip(oneLine(said.trim()), 160));
  return (
    `access refused: HTTP 403 from ${url}: ${words}. The server lets only certain host names or origins in, and \`${host}\` ` +
    `is none of them; a token does not change that. Use the name that it allows, often localhost (${local}), or allow this one in its settings.`
  );
}

/** A token that is valid but not enough is refused with 403; some servers say with 403 that it is not valid. */
function isRejected(status: number, challenge: string | undefined): boolean {
  const errors = parseChallenges(challenge ?? '').map(({ params }) => params.get('error'));
  return status !== 403 || errors.includes('invalid_token');
}

export function describeChallenges(challenge: string | undefined): string {
  const challenges = parseChallenges(challenge ?? '').map(describe);
  return challenges.length
    ? `server advertises ${challenges.join(', ')}`
    : 'server names no authentication scheme (no WWW-Authenticate header)';
}

export function missingToken(url: string, creds: Credentials): string {
  return `auth failed: ${nextStep({ tokenEnv: creds.tokenEnv }, true)} ${diagnose(url, creds)}`;
}

function describe({ scheme, params }: Challenge): string {
  const list = SHOWN_PARAMS.flatMap((name) => {
    const value = params.get(name);
    if (value === undefined) return [];
    const shown = name === 'error_description' ? withoutTokens(value) : value;
    return [`${name}="${clip(oneLine(shown), 200)}"`];
  });
  return list.length ? `${scheme} (${list.join(', ')})` : scheme;
}

function nextStep({ tokenEnv, token }: Credentials, rejected: boolean): string {
  if (!tokenEnv) return 'No token was sent: set `bearer_token_env` to the name of an env var that holds one.';
  const named = `env var \`${tokenEnv}\` (named by \`bearer_token_env\`)`;
  if (!token) return `${named} is not set or is empty in this process; export a valid token into it.`;
  const what = rejected ? 'was rejected' : 'was accepted but does not allow this';
  return `The token from ${named} ${what}; export a valid token into it.`;
}

function diagnose(url: string, { tokenEnv }: Credentials): string {
  return `Diagnose with: mcptest doctor --url ${url}${tokenEnv ? ` --bearer-token-env ${tokenEnv}` : ''}`;
}
