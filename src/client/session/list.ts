/**
 * Every page of a list method, joined. A cursor that repeats, a page that comes again and a list that
 * never ends all stop the walk; what was seen is kept and each page is looked at once.
 */

import type { Era, Listing, ListMethod, Reply, RequestOptions } from '../../types/connection.js';
import { fullMessage } from '../../util/full-message.js';
import { isObject, ownValue } from '../../util/plain.js';
import type { FaultLog } from './fault-log.js';
import { show } from './show.js';

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

export interface Walk {
  request(method: string, params: Record<string, unknown>, options: RequestOptions): Promise<Reply>;
  era: Era;
  timeoutMs: number;
  faults: FaultLog;
}

export async function listAll(
  walk: Walk,
  method: ListMethod,
  options: RequestOptions = {},
): Promise<Listing> {
  const limit = options.timeout_ms ?? walk.timeoutMs;
  const deadline = performance.now() + WALK_FACTOR * limit;
  const items: Record<string, unknown>[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  let lastPage: string | undefined;
  let characters = 0;
  for (let pages = 0; ; ) {
    const ended = (code: string, fault: string): Listing => {
      walk.faults.add(code, `${method}: ${fault}`);
      return { items, pages, fault };
    };
    const whole = (): Listing => {
      const twin = firstTwin(items, method);
      if (twin) walk.faults.add('duplicate-name', `${method}: ${show(twin)} is listed more than once`);
      return { items, pages };
    };
    const left = deadline - performance.now();
    const tooSlow = () =>
      ended(
        'list-too-slow',
        `the pages did not end within ${WALK_FACTOR * limit} ms, last cursor ${show(cursor)}`,
      );
    if (left <= 0) return tooSlow();
    const reply = await walk.request(method, cursor === undefined ? {} : { cursor }, {
      ...options,
      timeout_ms: Math.min(limit, Math.ceil(left)),
    });
    const page = pageOf(reply, method);
    if (!page.ok) {
      if (pages === 0) return { items, pages, failed: page.reply };
      if (reply.kind === 'timeout' && left < limit) return tooSlow();
      return { items, pages, fault: `page ${pages + 1} did not come: ${page.why}` };
    }
    pages += 1;
    const next = ownValue((reply as { result: unknown }).result, 'nextCursor');
    const bytes = fingerprint(page.values);
    const again = page.values.length > 0 && bytes !== undefined && bytes === lastPage;
    lastPage = bytes;
    characters += bytes?.length ?? 0;
    if (!again) append(items, page.values, walk.faults, method);
    if (next === undefined || next === null) return whole();
    if (typeof next !== 'string')
      return ended('cursor-not-a-string', `nextCursor is ${show(next)} and not a string`);
    if (next === '' && walk.era === 'legacy') {
      walk.faults.add('empty-cursor', `${method}: nextCursor is an empty string; it is read as the end`);
      return whole();
    }
    if (seen.has(next)) return ended('cursor-repeats', `the cursor ${show(next)} came twice`);
    if (again) return ended('page-repeats', `page ${pages} is the same as the one before`);
    if (pages >= MAX_PAGES)
      return ended('cursor-endless', `there are more than ${MAX_PAGES} pages, last cursor ${show(next)}`);
    if (items.length >= MAX_ITEMS) return ended('list-too-long', `there are more than ${MAX_ITEMS} items`);
    if (characters > MAX_CHARACTERS)
      return ended('list-too-long', `the pages exceed ${MAX_CHARACTERS} characters`);
    seen.add(next);
    cursor = next;
  }
}

type Page = { ok: true; values: unknown[] } | { ok: false; reply: Reply; why: string };

function pageOf(reply: Reply, method: ListMethod): Page {
  if (reply.kind !== 'result') {
    return { ok: false, reply, why: reply.kind === 'error' ? reply.error.message : fullMessage(reply) };
  }
  const values = ownValue(reply.result, KEYS[method]);
  if (Array.isArray(values)) return { ok: true, values };
  const why = `the result of ${method} has no array \`${KEYS[method]}\` but ${show(values)}`;
  const { duration_ms, progress } = reply;
  return { ok: false, reply: { kind: 'invalid', message: why, duration_ms, progress }, why };
}

function append(items: Record<string, unknown>[], values: unknown[], faults: FaultLog, method: string): void {
  for (const value of values) {
    if (items.length >= MAX_ITEMS) return;
    if (isObject(value)) items.push(value);
    else faults.add('list-item-not-an-object', `${method}: an item is ${show(value)}`);
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
