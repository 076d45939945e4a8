import { expect, it } from 'vitest';
import { searchByClients } from './search-by-clients.js';
import { createSearch, searchedText, searchTools } from './search-tools.js';

const tool = (name: string, description: string, property = 'id', about = '') => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { [property]: { type: 'string', description: about } } },
});
const TOOLS = [
  tool('get_order', 'Get an order of a customer.'),
  tool('send_parcel', 'Send a parcel to a customer.', 'zip', 'The postal code.'),
  tool('list_taxes', 'List the taxes of a country.'),
];

it('finds by the fields that are searched, and by no other', () => {
  const places = (fields: Parameters<typeof createSearch>[1]['fields'], kind: 'bm25' | 'regex' = 'bm25') =>
    createSearch(TOOLS, { kind, k: 5, fields }).places('postal');
  expect(places(['name', 'description', 'property_descriptions'])).toEqual([1]);
  expect(places(['name', 'description', 'property_names'])).toEqual([]);
  expect(places(['property_descriptions'], 'regex')).toEqual([1]);
  expect(searchedText(TOOLS[1]!, ['property_names'])).toContain('zip');
});

it('says of each tool whether a request about it finds it', () => {
  const { hits, tools } = searchTools(TOOLS, { kind: 'bm25', k: 1, fields: ['name', 'description'] });
  expect(hits).toBe(3);
  expect(tools.map(({ rank }) => rank)).toEqual([1, 1, 1]);
});

it.each(['bm25', 'regex'] as const)('%s: a rank is the place among those that are found', (kind) => {
  const search = createSearch(TOOLS, { kind, k: 5, fields: ['name', 'description'] });
  for (const query of ['send a parcel to a customer', 'taxes of a customer', 'customer', 'weather']) {
    const places = search.places(query);
    for (const wanted of [[0], [1], [2], [1, 2]]) {
      const at = places.findIndex((place) => wanted.includes(place));
      expect(search.rank(query, (place) => wanted.includes(place))).toBe(at < 0 ? null : at + 1);
    }
  }
});

it('holds requests against every client that defers tools', () => {
  const found = searchByClients(TOOLS, [
    { query: 'post a parcel', gold: ['send_parcel'] },
    { query: 'weather', gold: ['get_order'] },
  ]);
  expect(found.map(({ client, kind }) => `${client} ${kind}`)).toContain('codex bm25');
  for (const { ranks, hit_rate } of found) {
    expect(ranks).toEqual([1, null]);
    expect(hit_rate).toBe(0.5);
  }
});
