import { expect, test } from 'vitest';
import type { Connection, Listing, Reply } from '../../types/connection.js';
import { ToolLists } from './tool-lists.js';

const tool = { name: 'forecast' };

test('tools are listed once, and again when the server says that they changed', async () => {
  let asked = 0;
  const list = async (): Promise<Listing> => ({ items: [{ name: `tool-${++asked}` }], pages: 1 });
  const connection = { name: 's', listChanges: 0, list } as unknown as {
    -readonly [K in keyof Connection]: Connection[K];
  };
  const lists = new ToolLists();
  const name = async (one: Connection) => (await lists.of(one, {})).items[0]!.name;
  expect([await name(connection), await name(connection)]).toEqual(['tool-1', 'tool-1']);
  connection.listChanges = 1;
  expect([await name(connection), await name(connection)]).toEqual(['tool-2', 'tool-2']);
  expect(await name({ ...connection } as Connection)).toBe('tool-2');
});

test('a server that went away over its list does not answer for the next one', async () => {
  const died: Reply = { kind: 'died', message: 'gone', duration_ms: 1, progress: [] };
  const server = (listing: Listing) => ({ name: 's', list: async () => listing }) as unknown as Connection;
  const lists = new ToolLists();
  expect((await lists.of(server({ items: [], pages: 0, failed: died }), {})).items).toEqual([]);
  expect((await lists.of(server({ items: [tool], pages: 1 }), {})).items).toEqual([tool]);
});
