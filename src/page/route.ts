/**
 * Where the reader is, kept in the fragment of the address, so that every view has a link of its own, the
 * back button works, and a page opened from disk asks nobody for anything.
 */
import { useLayoutEffect, useState } from 'preact/hooks';

export interface Route {
  path: string[];
  query: URLSearchParams;
}

export function parseHash(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  return { path: path.split('/').filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Half a character cannot stand in an address. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

export function hashOf(path: readonly string[], query?: URLSearchParams): string {
  const words = query?.toString() ?? '';
  return `#/${path.map((part) => encodeURIComponent(wellFormed(part))).join('/')}${words === '' ? '' : `?${words}`}`;
}

export function go(path: readonly string[], query?: URLSearchParams): void {
  location.hash = hashOf(path, query);
}

/** As `go`, but without a step in the history: for what changes with every key. */
export function replaceRoute(path: readonly string[], query?: URLSearchParams): void {
  history.replaceState(history.state, '', hashOf(path, query));
  dispatchEvent(new Event('mcptest:route'));
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseHash(location.hash));
  // With the first drawing: a link that is followed at once is not missed.
  useLayoutEffect(() => {
    const changed = (): void => setRoute(parseHash(location.hash));
    addEventListener('hashchange', changed);
    addEventListener('mcptest:route', changed);
    return () => {
      removeEventListener('hashchange', changed);
      removeEventListener('mcptest:route', changed);
    };
  }, []);
  return route;
}

/** A new view begins at its top; going back finds the place where the reader was. */
export function useScrollMemory(view: string): void {
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const at = (history.state as { y?: number } | null)?.y;
    scrollTo(0, typeof at === 'number' ? at : 0);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => history.replaceState({ y: scrollY }, ''), 120);
    };
    addEventListener('scroll', remember, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', remember);
    };
  }, [view]);
}
