/**
 * What a page would reach for outside of itself, told from its text. A page is inert in a sandbox when it loads
 * only what it holds or declared, opens no frame, moves nowhere by itself and sends no form: put into a frame
 * without rights of its own, it then shows the same everywhere. What scripts make at run time is not known here;
 * words that do not work in such a frame are told as doubts.
 */
import { type Element, elementsOf, type Page } from './html-elements.js';

export interface Origins {
  resources: string[];
  connect: string[];
  frames: string[];
  base: string[];
}

export interface Reach {
  /** What it reaches for: each makes the page not inert. */
  reaches: string[];
  /** What may not work in a sandbox. */
  doubts: string[];
}

const FRAMES = new Set(['iframe', 'frame', 'object', 'embed', 'portal', 'applet']);
/** Attributes that load by themselves; `href` only of some elements. */
const LOADING = ['src', 'srcset', 'poster', 'data', 'background', 'xlink:href'];
const HREF_LOADS = new Set(['link', 'image', 'use', 'feimage']);
const CSS_URL = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)'"\s]*))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')/gi;
const NETWORK =
  /\b(?:fetch|import|importScripts|sendBeacon|new\s+(?:WebSocket|EventSource|Worker|SharedWorker))\s*\(\s*(["'`])((?:https?:|wss?:)?\/\/[^"'`]*)\1/g;
const MODULE = /\b(?:import|from)\s*(["'])((?:https?:)?\/\/[^"']*)\1/g;
const DOUBTS: [RegExp, string][] = [
  [/\b(?:localStorage|sessionStorage|indexedDB)\b/, 'uses storage, which a sandbox does not have'],
  [/\bdocument\.cookie\b/, 'uses cookies, which a sandbox does not have'],
  [/\b(?:eval|new\s+Function)\s*\(/, 'runs text as a program, which the usual policy forbids'],
  [/\bwindow\.open\s*\(/, 'opens windows, which a sandbox forbids'],
  [/\b(?:top|parent)\.(?:location|document)\b/, 'looks at the page around it, which a sandbox forbids'],
  [/\bnavigator\.serviceWorker\b/, 'uses a service worker, which a sandbox does not have'],
];

export function reachOf(html: string, origins: Origins): Reach {
  const page = elementsOf(html);
  const reaches = [
    ...page.elements.flatMap((element) => elementReach(element, origins)),
    ...page.styles.flatMap((style) =>
      cssUrls(style).flatMap((url) => loads('a style', url, origins.resources)),
    ),
    ...scriptReach(page, origins),
  ];
  const doubts = DOUBTS.filter(([words]) => page.scripts.some((script) => words.test(script)));
  return { reaches: [...new Set(reaches)], doubts: doubts.map(([, doubt]) => doubt) };
}

function elementReach(element: Element, origins: Origins): string[] {
  const { name, attributes } = element;
  const style = cssUrls(attributes.get('style') ?? '');
  return [
    ...movesAway(element, origins),
    ...loadedBy(element).flatMap(([key, url]) => {
      const allowed = FRAMES.has(name) ? origins.frames : origins.resources;
      return loads(`<${name} ${key}>`, url, allowed, name === 'script');
    }),
    ...style.flatMap((url) => loads(`<${name} style>`, url, origins.resources)),
  ];
}

/** What leaves the page without loading anything into it. */
function movesAway({ name, attributes }: Element, origins: Origins): string[] {
  const out: string[] = [];
  const at = (key: string): string => attributes.get(key)?.trim() ?? '';
  if (name === 'meta' && at('http-equiv').toLowerCase() === 'refresh')
    out.push('<meta> moves the page elsewhere');
  if (name === 'base' && at('href') !== '') out.push(...loads('<base>', at('href'), origins.base));
  if (FRAMES.has(name) && attributes.has('srcdoc')) out.push(`<${name}> holds its own page`);
  if (attributes.has('ping')) out.push(`<${name} ping> tells others of a click`);
  for (const key of ['action', 'formaction']) {
    if (at(key) !== '') out.push(`<${name} ${key}> sends what is filled in to ${at(key)}`);
  }
  for (const [key, value] of attributes) {
    if (/^\s*javascript:/i.test(value)) out.push(`<${name} ${key}> runs a script by its address`);
  }
  return out;
}

/** Attribute and address of what an element loads by itself. */
function loadedBy({ name, attributes }: Element): [string, string][] {
  const keys = HREF_LOADS.has(name) ? [...LOADING, 'href'] : LOADING;
  return keys.flatMap((key): [string, string][] => {
    const value = attributes.get(key)?.trim() ?? '';
    if (key !== 'srcset') return [[key, value]];
    return value.split(',').map((one) => [key, one.trim().split(/\s+/)[0] ?? '']);
  });
}

function scriptReach({ scripts }: Page, { connect, resources }: Origins): string[] {
  return scripts.flatMap((script) => [
    ...[...script.matchAll(NETWORK)].flatMap(([, , url = '']) => loads('a script', url, connect)),
    ...[...script.matchAll(MODULE)].flatMap(([, , url = '']) => loads('a script', url, resources)),
  ]);
}

function cssUrls(css: string): string[] {
  return [...css.matchAll(CSS_URL)].map((found) => found.slice(1).find((one) => one !== undefined) ?? '');
}

/** Nothing where the page holds it itself, or declared where it comes from. */
function loads(what: string, url: string, allowed: readonly string[], isScript = false): string[] {
  if (url === '' || url.startsWith('#') || /^about:/i.test(url)) return [];
  if (/^(?:data|blob):/i.test(url)) {
    return isScript ? [`${what} is a script in an address, which the usual policy forbids`] : [];
  }
  const shown = url.length > 120 ? `${url.slice(0, 120)}…` : url;
  const full = url.startsWith('//') ? `https:${url}` : url;
  if (!URL.canParse(full))
    return [`${what} loads ${shown}, which is relative and leads nowhere in a sandbox`];
  return allowed.some((origin) => covers(origin, new URL(full)))
    ? []
    : [`${what} loads ${shown}, an origin that the page does not declare`];
}

/** `https://*.example.com` covers every name below it. */
function covers(declared: string, { protocol, host, origin }: URL): boolean {
  const [, scheme, wildcard] = /^(\w+):\/\/\*\.([^/]+)\/?$/.exec(declared) ?? [];
  if (wildcard !== undefined) return `${scheme}:` === protocol && host.endsWith(`.${wildcard}`);
  if (!URL.canParse(declared)) return declared === host;
  return new URL(declared).origin === origin && new URL(declared).host === host;
}
