import { expect, it } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import { readScoreCatalog } from './score-catalog.js';

const saved = (name: string) => JSON.stringify({ tools: [{ name, inputSchema: { type: 'object' } }] });
const cwd = folder({ 'buy.json': saved('buy'), 'pay.json': saved('pay'), 'a=b.json': saved('odd') });
const read = async (files: string[], servers: string[]) => {
  const catalog = await readScoreCatalog(files, servers, cwd);
  return (
    catalog &&
    Object.fromEntries(
      Object.entries(catalog).map(([server, tools]) => [server, tools.map((tool) => tool.name)]),
    )
  );
};

it('is absent when no file is named', async () => {
  expect(await read([], ['shop'])).toBeUndefined();
});

it('a file is that of the only server, or of the server that is named', async () => {
  expect(await read(['buy.json'], ['shop'])).toEqual({ shop: ['buy'] });
  expect(await read(['bank=pay.json', 'shop=buy.json'], ['shop', 'bank'])).toEqual({
    shop: ['buy'],
    bank: ['pay'],
  });
});

it('several files of one server add up', async () => {
  expect(await read(['buy.json', 'pay.json'], ['shop'])).toEqual({ shop: ['buy', 'pay'] });
});

it('an equals sign is part of the path where no server is called so', async () => {
  expect(await read(['a=b.json'], ['shop'])).toEqual({ shop: ['odd'] });
});

it('a file without a name is given to none of several servers', async () => {
  expect(Object.keys((await read(['buy.json'], ['shop', 'bank'])) ?? {})).not.toContain('shop');
});

it('says which file cannot be read, as it was typed', async () => {
  await expect(read(['shop=no.json'], ['shop'])).rejects.toThrow(
    expect.objectContaining({
      code: 'catalog-unreadable',
      message: expect.stringMatching(/^no\.json cannot be read/),
    }),
  );
});
