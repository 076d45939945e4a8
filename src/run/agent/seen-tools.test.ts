import { expect, test } from 'vitest';
import { createRedactor } from '../../redact/redactor.js';
import { SharedCatalogs } from './seen-tools.js';

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });

test('catalogues that say the same are one object, in whatever order they come', () => {
  const catalogs = new SharedCatalogs(createRedactor([]));
  const names = ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'a', 'b', 'f'];
  const found = names.map((name) => catalogs.share({ notes: [tool(name)] }));
  expect(found.map(({ raw }) => raw.notes?.[0]?.name)).toEqual(names);
  expect(new Set(found).size).toBe(6);
});
