import { expect, test } from 'vitest';
import { pagesOfListing } from '../../catalog/pages-of-listing.js';
import type { Era, Reply, RequestOptions } from '../../types/connection.js';
import { FaultLog } from './fault-log.js';
import { listAll } from './list.js';

/** Walks over canned results; a page is looked up by its cursor. */
async function walk(pages: Record<string, object>, era: Era = 'modern') {
  const faults = new FaultLog();
  const asked: unknown[] = [];
  const request = async (_: string, params: Record<string, unknown>): Promise<Reply> => {
    asked.push(params.cursor);
    const result = pages[String(params.cursor ?? 'first')];
    return result
      ? { kind: 'result', result, duration_ms: 1, progress: [] }
      : { kind: 'timeout', message: 'no answer', duration_ms: 1, progress: [] };
  };
  const listing = await listAll({ request, era, timeoutMs: 1000, faults }, 'tools/list');
  return { listing, asked, codes: faults.list().map((fault) => fault.code) };
}

const tool = (name: string) => ({ name });

test('an empty cursor is followed once in the stateless era', async () => {
  const { listing, asked } = await walk({
    first: { tools: [tool('a')], nextCursor: '' },
    '': { tools: [tool('b')] },
  });
  expect(asked).toEqual([undefined, '']);
  expect(listing).toEqual({
    items: [tool('a'), tool('b')],
    pages: 2,
    first_page: 1,
    paging: { cursor_bytes: 0 },
  });
});

test('an empty cursor that comes again is a repeat', async () => {
  const { listing, codes } = await walk({
    first: { tools: [tool('a')], nextCursor: '' },
    '': { tools: [tool('b')], nextCursor: '' },
  });
  expect(listing).toMatchObject({
    items: [tool('a'), tool('b')],
    pages: 2,
    paging: { cursor_bytes: 0, broken: 'repeats' },
    fault: 'the cursor "" came twice',
  });
  expect(codes).toEqual(['cursor-repeats']);
});

test('a walk that is not over in time names its last cursor', async () => {
  const { listing, codes } = await walk({ first: { tools: [tool('a')], nextCursor: 'x' } });
  expect(listing).toMatchObject({
    items: [tool('a')],
    fault: expect.stringContaining('page 2 did not come'),
  });
  expect(codes).toEqual([]);
  const faults = new FaultLog();
  let pages = 0;
  const request = async (_: string, params: object, { timeout_ms }: RequestOptions): Promise<Reply> => {
    const seen = { duration_ms: 1, progress: [] };
    if ((timeout_ms ?? 0) < 20) return { kind: 'timeout', message: 'no answer', ...seen };
    await new Promise((resolve) => setTimeout(resolve, 5));
    const result = { tools: [params], nextCursor: `c${++pages}` };
    return { kind: 'result', result, ...seen };
  };
  const slow = await listAll({ request, era: 'legacy', timeoutMs: 20, faults }, 'tools/list');
  expect(slow.fault).toMatch(/did not end within 40 ms, last cursor "c\d+"/);
  expect(faults.list()[0]?.code).toBe('list-too-slow');
});

test('pages that are too much for any memory end the walk', async () => {
  const faults = new FaultLog();
  const description = 'd'.repeat(100 * 1024 * 1024);
  let pages = 0;
  const request = async (): Promise<Reply> => {
    const result = { tools: [{ name: `t${++pages}`, description }], nextCursor: `c${pages}` };
    return { kind: 'result', result, duration_ms: 1, progress: [] };
  };
  const listing = await listAll({ request, era: 'legacy', timeoutMs: 20_000, faults }, 'tools/list');
  expect(listing.pages).toBe(3);
  expect(faults.list()[0]?.code).toBe('list-too-long');
});

test('a server that ignores cursors does not double its tools', async () => {
  const all = { tools: [tool('a'), tool('b')], nextCursor: 'x' };
  const { listing } = await walk({ first: all, x: all });
  expect(listing.items).toEqual([tool('a'), tool('b')]);
  expect(listing.fault).toBe('the cursor "x" came twice');
});

test('a later page that does not come keeps the earlier ones', async () => {
  const { listing } = await walk({ first: { tools: [tool('a')], nextCursor: 'x' } });
  expect(listing).toMatchObject({ items: [tool('a')], fault: 'page 2 did not come: no answer' });
  expect(listing.failed).toBeUndefined();
});

test('a first page that does not come fails the list', async () => {
  expect((await walk({})).listing).toMatchObject({ items: [], failed: { kind: 'timeout' } });
});

test('a cursor of null ends the list, one of another type is a fault', async () => {
  expect((await walk({ first: { tools: [], nextCursor: null } })).codes).toEqual([]);
  expect((await walk({ first: { tools: [], nextCursor: 5 } })).codes).toEqual(['cursor-not-a-string']);
});

test('items that are no objects are left out and noted', async () => {
  const { listing, codes } = await walk({ first: { tools: [tool('a'), null, 'b'] } });
  expect(listing.items).toEqual([tool('a')]);
  expect(codes).toEqual(['list-item-not-an-object']);
});

test('a name that comes twice is told, over pages too, and both items are kept', async () => {
  const { listing, codes } = await walk({
    first: { tools: [tool('a'), tool('b')], nextCursor: 'x' },
    x: { tools: [tool('c'), tool('a')] },
  });
  expect(listing.items).toHaveLength(4);
  expect(listing.fault).toBeUndefined();
  expect(codes).toEqual(['duplicate-name']);
});

test('entries that are no objects are no items, and are told with their places over all pages', async () => {
  const { listing, codes } = await walk({
    first: { tools: [null, tool('a')], nextCursor: 'x' },
    x: { tools: [tool('b'), 'c'] },
  });
  expect(listing.items).toEqual([tool('a'), tool('b')]);
  const unreadable = [
    { pointer: '/tools/0', message: 'entry 0 of the list is null and not an object, and was left out' },
    { pointer: '/tools/3', message: 'entry 3 of the list is "c" and not an object, and was left out' },
  ];
  expect(listing.unreadable).toEqual(unreadable);
  expect(pagesOfListing(listing)).toMatchObject({ unreadable });
  expect(codes).toEqual(['list-item-not-an-object']);
});

test('no more than twenty of them are told', async () => {
  const { listing } = await walk({ first: { tools: Array(1000).fill(1) } });
  expect([listing.items, listing.unreadable?.length]).toEqual([[], 20]);
});
