/**
 * How requests are authorised: not at all, with a token from a variable, or with one that OAuth gives. A
 * refusal is answered by at most one new token and one step up in scope; after that it is told.
 */

import type { HttpResponse } from '../http/http-client.js';
import type { ExchangeResult } from '../http/http-exchange.js';
import { authFailure, type Credentials } from './auth-failure.js';

/** A server that refused a request. */
export interface Refusal {
  status: number;
  challenge: string | undefined;
  /** What was sent with it. */
  token: string | undefined;
  signal: AbortSignal;
}

export interface Login {
  /** How we are logged in by now. */
  readonly kind: 'none' | 'bearer' | 'oauth';
  /** The token for the next request. Throws `LoginFailure`. */
  token(signal: AbortSignal): Promise<string | undefined>;
  /** Whether it is worth asking again with the token that there is now. Throws `LoginFailure`. */
  renew(refusal: Refusal): Promise<boolean>;
  /** The whole paragraph about a refusal that stands. */
  explain(refusal: Refusal, url: string): string;
}

/** No token could be had; the message is one complete paragraph. */
export class LoginFailure extends Error {}

export function fixedLogin(creds: Credentials): Login {
  return {
    kind: creds.token ? 'bearer' : 'none',
    token: async () => creds.token,
    renew: async () => false,
    explain: ({ status, challenge }, url) => authFailure(status, url, challenge, creds),
  };
}

/** One exchange under a login; `send` is given the token. */
export async function sendAuthorised(
  login: Login,
  url: string,
  signal: AbortSignal,
  send: (token: string | undefined) => Promise<ExchangeResult>,
): Promise<ExchangeResult> {
  try {
    for (const answered = new Set<number>(); ; ) {
      const token = await login.token(signal);
      const fetched = await send(token);
      if (!fetched.ok || !isRefusal(fetched.response)) return fetched;
      const { status } = fetched.response;
      const refusal = { status, challenge: fetched.response.header('www-authenticate'), token, signal };
      fetched.response.discard();
      if (!answered.has(status) && (await login.renew(refusal))) {
        answered.add(status);
        continue;
      }
      return { ok: false, kind: 'unauthorized', message: login.explain(refusal, url), status };
    }
  } catch (error) {
    if (!(error instanceof LoginFailure)) throw error;
    return { ok: false, kind: 'unauthorized', message: error.message };
  }
}

function isRefusal({ status }: HttpResponse): boolean {
  return status === 401 || status === 403;
}
