import { describe, expect, it } from 'vitest';
import { createFilter, type Row } from './filter.js';

const ROWS: Row[] = [
  { id: 'a1', name: 'adds' },
  { id: 'a2', name: 'adds [1]', of: ['adds many', undefined] },
  { id: 'a3', name: 'Adds [2]', of: ['adds many', 'other'] },
  { id: 'b1', name: 're:move' },
  { id: 'b2', name: 'id:a1' },
];

async function chosen(text: string | string[], rows = ROWS): Promise<string[]> {
  const filter = await createFilter(text, rows);
  const out: string[] = [];
  for (const row of rows) if (await filter.accepts(row)) out.push(row.id);
  return [...out, filter.exact ? 'exact' : 'search'];
}

describe('a filter', () => {
  it.each([
    ['adds', ['a1', 'exact']],
    ['adds many', ['a2', 'a3', 'exact']],
    ['other', ['a3', 'exact']],
    ['ADDS', ['a1', 'a2', 'a3', 'search']],
    ['[2', ['a3', 'search']],
    ['id:a2', ['a2', 'exact']],
    ['id:none', ['exact']],
    ['id:a1', ['b2', 'exact']],
    ['re:move', ['b1', 'exact']],
    ['re:^a.*\\d', ['a2', 'search']],
    ['nothing', ['search']],
  ])('%j chooses %j', async (text, ids) => {
    expect(await chosen(text)).toEqual(ids);
  });

  it('of several texts takes what any of them takes', async () => {
    expect(await chosen(['adds', 'id:b1'])).toEqual(['a1', 'b1', 'exact']);
    expect(await chosen(['adds', 'MOVE'])).toEqual(['a1', 'b1', 'search']);
    expect(await chosen([])).toEqual(['exact']);
  });

  it('that is no regular expression says so, and how to go on', async () => {
    await expect(createFilter('re:(', ROWS)).rejects.toMatchObject({
      code: 'bad-filter',
      message: expect.stringMatching(/^the filter is not a regular expression: ./),
      hint: 'Leave out `re:` to search for plain text.',
    });
  });
});
