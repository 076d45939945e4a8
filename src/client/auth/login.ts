/**
 * How requests are authorised: not at all, with a token from a variable, or with one that OAuth gives. A
 * refusal is answered by at most one new token and one step up in scope; after that it is reported.
 */

import { readBody } from '../http/http-body.js';
import type { HttpResponse } from '../http/http-client.js';
import type { ExchangeResult } from '../http/http-exchange.js';
import { authFailure, type Credentials, hostRefusal } from './auth-failure.js';

/** A server that refused a request. */
export interface Refusal {
  status: number;
  challenge: string | undefined;
  /** The start of the body, where that may say more than the header. */
  said: string;
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

/** There is no token; the message is one complete paragraph. */
export class LoginFailure extends Error {}

export function fixedLogin(creds: Credentials): Login {
  return {
    kind: creds.token ? 'bearer' : 'none',
    token: async () => creds.token,
    renew: async () => false,
    explain: (refusal, url) => hostRefusal(refusal, url) ?? authFailure(refusal, url, creds),
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
      const challenge = fetched.response.header('www-authenticate');
      // Who asks for no login may say what else it wants.
      const said = status === 403 && challenge === undefined ? await startOf(fetched.response) : '';
      const refusal = { status, challenge, said, token, signal };
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

const SAID_BYTES = 2048;

async function startOf(response: HttpResponse): Promise<string> {
  const { bytes } = await readBody(response, SAID_BYTES);
  return bytes.toString('utf8');
}
