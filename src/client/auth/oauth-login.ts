/**
 * A login by client credentials. The token is fetched when it is first needed, kept for the run, fetched
 * anew when the server no longer takes it or it has expired, and stepped up in scope at most once. It goes
 * to the server's own origin only, and the redactor learns of it first.
 */
import type { OauthSpec } from '../../types/connection.js';
import type { HttpClient } from '../http/http-client.js';
import { requestUrl, shownUrl } from '../http/http-headers.js';
import type { ConnectOptions, UrlServerSpec } from '../session/connect-result.js';
import { describeChallenges, hostRefusal } from './auth-failure.js';
import { type Login, LoginFailure, type Refusal } from './login.js';
import { discover, type TokenSource } from './oauth-discovery.js';
import { type OauthFetch, withoutQuery } from './oauth-fetch.js';
import { requestToken, type Token } from './oauth-token.js';
import { parseChallenges } from './www-authenticate.js';

/** Shared by the connections of one run to one server. */
interface TokenStore {
  token?: Token;
  source?: TokenSource;
  /** A fetch under way, for everybody who needs it. */
  pending?: Promise<void>;
  scope?: string;
  steppedUp: boolean;
}

const stores = new WeakMap<ConnectOptions, Map<string, TokenStore>>();

/** A token that ends within this time is not sent any more. */
const MARGIN_MS = 5000;

export class OauthLogin implements Login {
  private readonly store: TokenStore;
  private readonly server: URL;

  constructor(
    private readonly spec: UrlServerSpec,
    private readonly oauth: OauthSpec,
    private readonly options: ConnectOptions,
    private readonly http: HttpClient,
  ) {
    this.server = requestUrl(spec.url);
    const run = stores.get(options) ?? new Map<string, TokenStore>();
    stores.set(options, run);
    const key = JSON.stringify([spec.name, spec.url, oauth]);
    this.store = run.get(key) ?? { steppedUp: false };
    run.set(key, this.store);
  }

  get kind(): 'none' | 'oauth' {
    return this.store.token ? 'oauth' : 'none';
  }

  async token(signal: AbortSignal): Promise<string | undefined> {
    const { store } = this;
    const expired = store.token?.endsAt !== undefined && performance.now() > store.token.endsAt - MARGIN_MS;
    const known = store.token !== undefined || this.oauth.token_url !== undefined;
    // Without a token endpoint the server is asked first: its refusal says where to go.
    if (known && (!store.token || expired)) await this.fetch(undefined, signal);
    return store.token?.value;
  }

  async renew({ status, challenge, token, signal }: Refusal): Promise<boolean> {
    const { store } = this;
    if (store.token && store.token.value !== token) return true;
    const bearer = parseChallenges(challenge ?? '').find(({ scheme }) => scheme.toLowerCase() === 'bearer');
    const wanted = bearer?.params.get('scope');
    if (status === 403) {
      const more = bearer?.params.get('error') === 'insufficient_scope' && wanted && !store.steppedUp;
      if (!more) return false;
      store.steppedUp = true;
      store.scope = [
        ...new Set(`${store.scope ?? this.oauth.scope ?? ''} ${wanted}`.trim().split(/\s+/)),
      ].join(' ');
    } else store.scope ??= this.oauth.scope ?? wanted;
    await this.fetch(bearer?.params.get('resource_metadata'), signal);
    return true;
  }

  explain(refusal: Refusal, url: string): string {
    const { status, challenge, token } = refusal;
    const host = hostRefusal(refusal, url);
    if (host !== undefined) return host;
    const advertised = describeChallenges(challenge);
    const what = token
      ? `The token that the authorization server gave to client \`${this.clientId}\` ${
          status === 403 ? 'does not allow this' : 'was rejected'
        }; check \`scope\` and \`resource\` of \`auth.oauth\`, and what the client may do.`
      : 'No token was sent.';
    return `auth failed: HTTP ${status} from ${url}, ${advertised}. ${what} ${this.diagnose()}`;
  }

  private get clientId(): string {
    const { client_id, client_id_env } = this.oauth;
    return client_id ?? this.options.env[client_id_env ?? '']?.trim() ?? '';
  }

  private fail(why: string): never {
    throw new LoginFailure(
      `auth failed: ${shownUrl(this.spec.url)} needs a token and none could be had: ${why}. ${this.diagnose()}`,
    );
  }

  private diagnose(): string {
    return `Diagnose with: mcptest doctor ${this.spec.name}`;
  }

  private async fetch(metadataUrl: string | undefined, signal: AbortSignal): Promise<void> {
    const { store } = this;
    // It serves everybody who waits for it, so nobody's deadline ends it but its own.
    store.pending ??= this.fetchNow(metadataUrl).finally(() => {
      store.pending = undefined;
    });
    store.pending.catch(() => {});
    const { promise, stop } = untilAborted(signal);
    await Promise.race([store.pending, promise]).finally(stop);
  }

  private async fetchNow(metadataUrl: string | undefined): Promise<void> {
    const { oauth, options, store } = this;
    const secret = options.env[oauth.client_secret_env]?.trim();
    const id = this.clientId;
    if (!id)
      this.fail(`env var \`${oauth.client_id_env}\` (named by \`client_id_env\`) is not set or is empty`);
    if (!secret) {
      this.fail(
        `env var \`${oauth.client_secret_env}\` (named by \`client_secret_env\`) is not set or is empty`,
      );
    }
    const { signal } = new AbortController();
    const from: OauthFetch = {
      http: this.http,
      server: this.server,
      signal,
      trusted: oauth.token_url !== undefined,
      onToken: (kind, value) =>
        options.onSecret?.({ name: `${this.spec.name}_${kind.toUpperCase()}`, value }),
    };
    store.source ??= await this.whereToAsk(from, metadataUrl);
    const scope = store.scope ?? oauth.scope ?? store.source.scopes?.join(' ');
    const resource = oauth.resource ?? store.source.resource ?? this.canonical();
    const answer = await requestToken(from, store.source, { id, secret, resource, scope });
    if (!answer.ok) {
      this.fail(
        `${answer.why}. Client \`${id}\`, secret from env var \`${oauth.client_secret_env}\`; check both, and \`scope\``,
      );
    }
    store.token = answer.token;
  }

  private async whereToAsk(from: OauthFetch, metadataUrl: string | undefined): Promise<TokenSource> {
    const { token_url } = this.oauth;
    if (token_url === undefined) {
      const discovery = await discover(from, metadataUrl);
      return discovery.ok
        ? discovery.found
        : this.fail(`${discovery.why}; \`token_url\` of \`auth.oauth\` names it`);
    }
    const url = new URL(token_url);
    // The suite may name any address, but a secret is never sent without encryption.
    const open = url.protocol !== 'https:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
    if (open)
      this.fail(`${withoutQuery(url)} is not https, and the client secret would be readable on its way`);
    return { tokenUrl: url };
  }

  /** The server's URL as RFC 8707 wants a resource: no fragment, no slash for an empty path. */
  private canonical(): string {
    const { origin, pathname, search } = this.server;
    return origin + (pathname === '/' ? '' : pathname) + search;
  }
}

function untilAborted(signal: AbortSignal): { promise: Promise<never>; stop: () => void } {
  let stop = () => {};
  const promise = new Promise<never>((_, reject) => {
    const end = () => reject(new LoginFailure('auth failed: the request was given up while logging in.'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    stop = () => signal.removeEventListener('abort', end);
  });
  promise.catch(() => {});
  return { promise, stop };
}
