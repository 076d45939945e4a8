/**
 * Every page of a list method, joined. A cursor that repeats, a page that comes again and a list that
 * never ends all stop the walk; what was seen is kept and each page is looked at once.
 */

import type { Era, Listing, ListMethod, Reply, RequestOptions } from '../../types/connection.js';
import { fullMessage } from '../../util/full-message.js';
import { isObject, ownValue } from '../../util/plain.js';
import { show } from '../../util/text.js';
import type { FaultLog } from './fault-log.js';

const MAX_PAGES = 1000;
const MAX_ITEMS = 200_000;
const MAX_CHARACTERS = 256 * 1024 * 1024;
/** The walk as a whole may take this many times the deadline of one request. */
const WALK_FACTOR = 2;

const KEYS: Record<ListMethod, string> = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
};

export interface ListOptions {
  request(method: string, params: Record<string, unknown>, options: RequestOptions): Promise<Reply>;
  era: Era;
  timeoutMs: number;
  faults: FaultLog;
}

/** Faults of cursors: they go round, or there is no end of them. */
const BROKEN: Readonly<Record<string, 'repeats' | 'endless'>> = {
  'cursor-repeats': 'repeats',
  'page-repeats': 'endless',
  'cursor-endless': 'endless',
  'list-too-long': 'endless',
};

/** So many entries that are no objects are told one by one. */
const MOST_STRANGE = 20;

/** What the pages so far brought. */
interface Walk {
  method: ListMethod;
  items: Record<string, unknown>[];
  pages: number;
  firstPage: number;
  characters: number;
  cursors: Set<string>;
  /** Entries that are no objects, and so many came in all. */
  strange: { at: number; value: unknown }[];
  seen: number;
  lastPage?: string;
}

/** The next cursor, or how the walk ends: with the whole list or with a fault. */
type NextStep = { cursor: string } | { end: 'whole' } | { end: 'fault'; code: string; fault: string };

export async function listAll(
  { request, era, timeoutMs, faults }: ListOptions,
  method: ListMethod,
  options: RequestOptions = {},
): Promise<Listing> {
  const limit = options.timeout_ms ?? timeoutMs;
  const deadline = performance.now() + WALK_FACTOR * limit;
  const walk = newWalk(method);
  let cursor: string | undefined;
  const endWith = (code: string, fault: string): Listing => {
    faults.addAbout(method, code, `${method}: ${fault}`);
    const broken = BROKEN[code];
    return broken === undefined
      ? { ...itemsOf(walk), fault }
      : { ...pagesOf(walk), paging: { ...pagingOf(walk), broken }, fault };
  };
  const tooSlow = () =>
    endWith(
      'list-too-slow',
      `the pages did not end within ${WALK_FACTOR * limit} ms, last cursor ${show(cursor)}`,
    );
  for (;;) {
    const left = deadline - performance.now();
    if (left <= 0) return tooSlow();
    const reply = await request(method, cursor === undefined ? {} : { cursor }, {
      ...options,
      timeout_ms: Math.min(limit, Math.ceil(left)),
    });
    const page = pageOf(reply, method);
    if (!page.ok) {
      if (walk.pages === 0) return { ...itemsOf(walk), failed: page.reply };
      if (reply.kind === 'timeout' && left < limit) return tooSlow();
      return { ...itemsOf(walk), fault: `page ${walk.pages + 1} did not come: ${page.why}` };
    }
    const step = takePage(walk, page, era, faults);
    if ('cursor' in step) cursor = step.cursor;
    else if (step.end === 'fault') return endWith(step.code, step.fault);
    else return wholeList(walk, faults);
  }
}

function wholeList(walk: Walk, faults: FaultLog): Listing {
  const { method, items } = walk;
  const twin = firstTwin(items, method);
  if (twin) faults.addAbout(method, 'duplicate-name', `${method}: ${show(twin)} is listed more than once`);
  return walk.pages > 1 ? { ...pagesOf(walk), paging: pagingOf(walk) } : itemsOf(walk);
}

function newWalk(method: ListMethod): Walk {
  const empty = { items: [], cursors: new Set<string>(), strange: [] };
  return { method, ...empty, pages: 0, firstPage: 0, characters: 0, seen: 0 };
}

function itemsOf({ method, items, pages, strange }: Walk): Listing {
  if (strange.length === 0) return { items, pages };
  const unreadable = strange.map(({ at, value }) => ({
    pointer: `/${KEYS[method]}/${at}`,
    message: `entry ${at} of the list is ${show(value)} and not an object, and was left out`,
  }));
  return { items, pages, unreadable };
}

function pagesOf(walk: Walk): Listing {
  return { ...itemsOf(walk), first_page: walk.firstPage };
}

function pagingOf({ cursors }: Walk): { cursor_bytes: number } {
  const sizes = [...cursors].map((cursor) => Buffer.byteLength(cursor));
  return { cursor_bytes: sizes.reduce((most, size) => Math.max(most, size), 0) };
}

function takePage(walk: Walk, page: GoodPage, era: Era, faults: FaultLog): NextStep {
  const bytes = fingerprint(page.values);
  const repeats = page.values.length > 0 && bytes !== undefined && bytes === walk.lastPage;
  walk.pages += 1;
  walk.lastPage = bytes;
  walk.characters += bytes?.length ?? 0;
  if (!repeats) append(walk, page.values, faults);
  if (walk.pages === 1) walk.firstPage = walk.items.length;
  const { next } = page;
  if (next === undefined || next === null) return { end: 'whole' };
  if (next === '' && era === 'legacy') {
    faults.addAbout(
      walk.method,
      'empty-cursor',
      `${walk.method}: nextCursor is an empty string; it is read as the end`,
    );
    return { end: 'whole' };
  }
  const problem = cursorProblem(walk, next, repeats);
  if (problem) return { end: 'fault', code: problem[0], fault: problem[1] };
  walk.cursors.add(next as string);
  return { cursor: next as string };
}

/** Why the walk does not go on, as the code and the words of a fault. */
function cursorProblem(walk: Walk, next: unknown, repeats: boolean): [string, string] | undefined {
  const { pages, items, characters, cursors } = walk;
  if (typeof next !== 'string')
    return ['cursor-not-a-string', `nextCursor is ${show(next)} and not a string`];
  if (cursors.has(next)) return ['cursor-repeats', `the cursor ${show(next)} came twice`];
  if (repeats) return ['page-repeats', `page ${pages} is the same as the one before`];
  if (pages >= MAX_PAGES)
    return ['cursor-endless', `there are more than ${MAX_PAGES} pages, last cursor ${show(next)}`];
  if (items.length >= MAX_ITEMS) return ['list-too-long', `there are more than ${MAX_ITEMS} items`];
  if (characters > MAX_CHARACTERS) return ['list-too-long', `the pages exceed ${MAX_CHARACTERS} characters`];
  return undefined;
}

interface GoodPage {
  ok: true;
  values: unknown[];
  /** `nextCursor`, as it came. */
  next: unknown;
}

type Page = GoodPage | { ok: false; reply: Reply; why: string };

function pageOf(reply: Reply, method: ListMethod): Page {
  if (reply.kind !== 'result') {
    return { ok: false, reply, why: reply.kind === 'error' ? reply.error.message : fullMessage(reply) };
  }
  const values = ownValue(reply.result, KEYS[method]);
  if (Array.isArray(values)) return { ok: true, values, next: ownValue(reply.result, 'nextCursor') };
  const why = `the result of ${method} has no array \`${KEYS[method]}\` but ${show(values)}`;
  const { duration_ms, progress } = reply;
  return { ok: false, reply: { kind: 'invalid', message: why, duration_ms, progress }, why };
}

function append(walk: Walk, values: unknown[], faults: FaultLog): void {
  const { method, items, strange } = walk;
  for (const value of values) {
    if (items.length >= MAX_ITEMS) return;
    if (isObject(value)) items.push(value);
    else {
      faults.addAbout(method, 'list-item-not-an-object', `${method}: an item is ${show(value)}`);
      if (strange.length < MOST_STRANGE) strange.push({ at: walk.seen, value });
    }
    walk.seen += 1;
  }
}

/** A name that two items share: whoever calls it cannot say which one is meant. */
function firstTwin(items: Record<string, unknown>[], method: ListMethod): string | undefined {
  if (method === 'resources/templates/list') return undefined;
  const seen = new Set<unknown>();
  for (const item of items) {
    const name = ownValue(item, method === 'resources/list' ? 'uri' : 'name');
    if (typeof name !== 'string') continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

function fingerprint(values: unknown[]): string | undefined {
  try {
    return JSON.stringify(values);
  } catch {
    return undefined;
  }
}
