/** One request to a token endpoint with the grant `client_credentials` (RFC 6749, section 4.4; RFC 8707). */
import { clip, oneLine } from '../../util/text.js';
import { type JsonAnswer, type OauthFetch, postForm, withoutQuery } from './oauth-fetch.js';

export interface Token {
  value: string;
  /** On the monotonic clock. */
  endsAt?: number;
}

export interface Client {
  id: string;
  secret: string;
  resource: string;
  scope?: string;
}

export async function requestToken(
  from: OauthFetch,
  at: { tokenUrl: URL; methods?: string[] },
  client: Client,
): Promise<{ ok: true; token: Token } | { ok: false; why: string }> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', resource: client.resource });
  if (client.scope) form.set('scope', client.scope);
  const { methods } = at;
  const basic = methods === undefined || methods.includes('client_secret_basic');
  if (!basic && !methods.includes('client_secret_post'))
    return {
      ok: false,
      why: `${withoutQuery(at.tokenUrl)} takes no client secret (${named(methods)}), so it was not sent`,
    };
  let answer = basic ? await withHeader(from, at.tokenUrl, form, client) : undefined;
  // Nobody said how clients name themselves: the other way is tried when the first is not understood.
  const unsure = methods === undefined && answer?.ok === false && answer.json?.error === 'invalid_client';
  if (!answer || unsure) {
    const body = new URLSearchParams(form);
    body.set('client_id', client.id);
    body.set('client_secret', client.secret);
    const other = await postForm(from, at.tokenUrl, body, {});
    if (!answer || other.ok) answer = other;
  }
  return tokenIn(answer, at.tokenUrl);
}

function named(methods: string[]): string {
  return methods.length === 0 ? 'it names no method' : `it names ${clip(oneLine(methods.join(', ')), 200)}`;
}

function withHeader(from: OauthFetch, url: URL, form: URLSearchParams, client: Client): Promise<JsonAnswer> {
  const pair = `${formEncoded(client.id)}:${formEncoded(client.secret)}`;
  return postForm(from, url, form, { authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

function tokenIn(answer: JsonAnswer, url: URL): { ok: true; token: Token } | { ok: false; why: string } {
  if (!answer.ok) return { ok: false, why: answer.why };
  const { access_token: value, token_type: type, expires_in: seconds } = answer.json;
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) {
    return { ok: false, why: `${withoutQuery(url)} answered without an access token` };
  }
  if (typeof type === 'string' && type.toLowerCase() !== 'bearer') {
    return {
      ok: false,
      why: `${withoutQuery(url)} gave a token of the type ${JSON.stringify(type.slice(0, 40))}; only bearer tokens are sent`,
    };
  }
  const endsAt = typeof seconds === 'number' && seconds > 0 ? performance.now() + seconds * 1000 : undefined;
  return { ok: true, token: { value, endsAt } };
}
