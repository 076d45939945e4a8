import { describe, expect, test } from 'vitest';
import { createPager } from './pager.js';

const items = ['a', 'b', 'c', 'd', 'e'];

/** Every page of a list, by following its cursors. */
function pages(list: string[], size: number | undefined): unknown[] {
  const page = createPager('items', list, size);
  const found: unknown[] = [];
  for (let cursor: unknown; ; ) {
    const { items: values, nextCursor } = page(cursor === undefined ? {} : { cursor });
    found.push(values);
    if (nextCursor === undefined) return found;
    cursor = nextCursor;
  }
}

describe('createPager', () => {
  test.each([
    [undefined, [items]],
    [2, [['a', 'b'], ['c', 'd'], ['e']]],
    [4, [['a', 'b', 'c', 'd'], ['e']]],
    [5, [items]],
    [6, [items]],
  ])('in pages of %s brings each item once', (size, expected) => {
    expect(pages(items, size)).toEqual(expected);
  });

  test('has one empty page of nothing', () => {
    expect(createPager('items', [], 2)({})).toEqual({ items: [] });
  });

  const given = (text: string) => Buffer.from(text).toString('base64url');
  test.each([
    ['no text', 2],
    ['null', null],
    ['empty', ''],
    ['made up', 'abc'],
    ['the start', given('from 0')],
    ['between two pages', given('from 3')],
    ['behind the end', given('from 6')],
    ['negative', given('from -2')],
    ['very long', given('from 2').padEnd(200, '=')],
  ])('refuses a cursor that is %s', (_, cursor) => {
    expect(() => createPager('items', items, 2)({ cursor })).toThrow(
      expect.objectContaining({ code: -32602 }),
    );
  });

  test('refuses every cursor where there are no pages', () => {
    const { nextCursor } = createPager('items', items, 2)({});
    expect(() => createPager('items', items, undefined)({ cursor: nextCursor })).toThrow('unknown cursor');
  });
});
