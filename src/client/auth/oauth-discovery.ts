/**
 * Where the tokens of a server come from: its protected-resource metadata (RFC 9728) names the issuer, the
 * issuer's metadata (RFC 8414, or OpenID Connect) names the token endpoint. Each document must speak of the
 * one that it was asked for.
 */
import { getJson, type Json, type OauthFetch, urlRefusal, withoutQuery } from './oauth-fetch.js';

export interface TokenSource {
  tokenUrl: URL;
  /** How clients may name themselves; undefined when nobody said. */
  methods?: string[];
  /** The resource as its metadata calls it. */
  resource?: string;
  /** Scopes that the resource knows. */
  scopes?: string[];
}

export type Discovery = { ok: true; found: TokenSource } | { ok: false; why: string };

export async function discover(from: OauthFetch, metadataUrl: string | undefined): Promise<Discovery> {
  const resource = await protectedResource(from, metadataUrl);
  if ('why' in resource) return { ok: false, why: resource.why };
  const issuers = resource.json?.authorization_servers;
  const named = Array.isArray(issuers) ? issuers.filter((each) => typeof each === 'string') : [];
  // Before there was resource metadata, the server was its own issuer.
  const issuer = named[0] ?? from.server.origin;
  if (!URL.canParse(issuer))
    return { ok: false, why: 'the metadata names an authorization server that is not a URL' };
  const server = await authorizationServer(from, issuer);
  if (!server.ok) return server;
  const tokenUrl = server.json.token_endpoint;
  if (typeof tokenUrl !== 'string' || !URL.canParse(tokenUrl)) {
    return { ok: false, why: `the metadata of ${withoutQuery(new URL(issuer))} names no token endpoint` };
  }
  const refused = urlRefusal(new URL(tokenUrl), from.server);
  if (refused)
    return {
      ok: false,
      why: `the token endpoint ${withoutQuery(new URL(tokenUrl))} is not asked: ${refused}`,
    };
  const name = resource.json?.resource;
  return {
    ok: true,
    found: {
      tokenUrl: new URL(tokenUrl),
      methods: texts(server.json.token_endpoint_auth_methods_supported),
      resource: typeof name === 'string' ? name : undefined,
      scopes: texts(resource.json?.scopes_supported),
    },
  };
}

function texts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
}

/** No metadata at all is no failure. */
async function protectedResource(
  from: OauthFetch,
  metadataUrl: string | undefined,
): Promise<{ json?: Json } | { why: string }> {
  const { server } = from;
  const base = `${server.origin}/.well-known/oauth-protected-resource`;
  const path = server.pathname.replace(/\/+$/, '');
  const places = metadataUrl === undefined ? [...new Set([base + path, base])] : [metadataUrl];
  for (const place of places) {
    if (!URL.canParse(place)) return { why: 'the challenge names resource_metadata that is not a URL' };
    const answer = await getJson(from, new URL(place));
    if (answer.ok) {
      const wrong = wrongResource(answer.json.resource, server);
      return wrong ? { why: `${withoutQuery(new URL(place))} ${wrong}` } : { json: answer.json };
    }
    if (metadataUrl !== undefined || answer.status === undefined || answer.status >= 500)
      return { why: answer.why };
  }
  return {};
}

/** A token for another resource would be a gift to whoever wrote the metadata. */
function wrongResource(resource: unknown, server: URL): string | undefined {
  if (typeof resource !== 'string' || !URL.canParse(resource)) return 'names no resource';
  const { origin, pathname } = new URL(resource);
  const prefix = pathname.endsWith('/') ? pathname : `${pathname}/`;
  const inside = origin === server.origin && `${server.pathname}/`.startsWith(prefix);
  return inside ? undefined : `speaks of another resource, ${withoutQuery(new URL(resource))}`;
}

async function authorizationServer(
  from: OauthFetch,
  issuer: string,
): Promise<{ ok: true; json: Json } | { ok: false; why: string }> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, '');
  const places = new Set([
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]);
  let first: string | undefined;
  for (const place of places) {
    const answer = await getJson(from, new URL(place));
    if (!answer.ok) {
      first ??= answer.why;
      if (answer.status === undefined) break;
      continue;
    }
    const { issuer: named } = answer.json;
    if (typeof named === 'string' && named.replace(/\/$/, '') === issuer.replace(/\/$/, '')) return answer;
    return { ok: false, why: `${place} is the metadata of another issuer` };
  }
  return { ok: false, why: `no metadata of the authorization server ${origin + path}: ${first}` };
}
