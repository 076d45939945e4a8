/** How a server answers those who bring no token, and the metadata that it refers them to. */
import { parseChallenges } from '../../client/auth/www-authenticate.js';
import type { Frame } from '../../types/conformance.js';
import { isObject } from '../../util/plain.js';
import { NotApplicable } from '../check.js';
import { plainGet } from '../wire/http-port.js';
import type { Exchange } from '../wire/port.js';
import type { World } from '../world.js';

/** A request without a token; a server that answers it asks for no login. */
export function withoutToken(world: World): Promise<Exchange> {
  return world.once('without token', async () => {
    const exchange = await world.talk.send(probe(world), { ids: ['mcptest-auth'], withoutToken: true });
    if (exchange.http?.status !== 401 && exchange.http?.status !== 403)
      throw new NotApplicable('the server asks for no login');
    return exchange;
  });
}

export function probe({ era, talk }: World): unknown {
  return talk.request('mcptest-auth', era === 'modern' ? 'server/discover' : 'ping');
}

export interface Metadata {
  /** The document; undefined where there is none. */
  document?: Record<string, unknown>;
  frames: Frame[];
}

/** Where the challenge says, else at the two well-known places. */
export function resourceMetadata(world: World): Promise<Metadata> {
  return world.once('metadata', async () => {
    const { http } = await withoutToken(world);
    const settings = await world.launcher.httpSettings();
    const url = new URL(settings.spec.url);
    const challenged = parseChallenges(http?.header('www-authenticate') ?? '').flatMap(
      ({ params }) => params.get('resource_metadata') ?? [],
    );
    const known = '/.well-known/oauth-protected-resource';
    const places = [...challenged, new URL(known + url.pathname, url).href, new URL(known, url).href];
    const frames: Frame[] = [];
    for (const place of places.filter((one) => URL.canParse(one) && new URL(one).origin === url.origin)) {
      const got = await plainGet(settings, new URL(place));
      frames.push(...got.frames);
      const document = got.answer?.status === 200 ? parsed(got.answer.body) : undefined;
      if (document !== undefined) return { document, frames };
    }
    return { frames };
  });
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
