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

export function authFailure(
  status: number,
  url: string,
  challenge: string | undefined,
  creds: Credentials,
): string {
  const advertised = describeChallenges(challenge);
  return `auth failed: HTTP ${status} from ${url}, ${advertised}. ${nextStep(creds, status)} ${diagnose(url, creds)}`;
}

export function describeChallenges(challenge: string | undefined): string {
  const challenges = parseChallenges(challenge ?? '').map(describe);
  return challenges.length
    ? `server advertises ${challenges.join(', ')}`
    : 'server names no authentication scheme (no WWW-Authenticate header)';
}

export function missingToken(url: string, creds: Credentials): string {
  return `auth failed: ${nextStep({ tokenEnv: creds.tokenEnv }, 401)} ${diagnose(url, creds)}`;
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

function nextStep({ tokenEnv, token }: Credentials, status: number): string {
  if (!tokenEnv) return 'No token was sent: set `bearer_token_env` to the name of an env var that holds one.';
  const named = `env var \`${tokenEnv}\` (named by \`bearer_token_env\`)`;
  if (!token) return `${named} is not set or is empty in this process; export a valid token into it.`;
  const what = status === 403 ? 'was accepted but does not allow this' : 'was rejected';
  return `The token from ${named} ${what}; export a valid token into it.`;
}

function diagnose(url: string, { tokenEnv }: Credentials): string {
  return `Diagnose with: mcptest doctor --url ${url}${tokenEnv ? ` --bearer-token-env ${tokenEnv}` : ''}`;
}
