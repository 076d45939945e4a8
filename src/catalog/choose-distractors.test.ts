import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chooseDistractors } from './choose-distractors.js';
import { DISTRACTOR_DOMAINS, distractorTools } from './distractor-tools.js';

const ids = (...args: Parameters<typeof chooseDistractors>) =>
  chooseDistractors(...args).map((each) => each.id);
const near = (count: number, of: string[], correct: string[] = of) => ({
  count,
  source: { from: 'near_duplicate' as const, of },
  correct,
});
const bundled = (count: number, correct: string[] = []) => ({
  count,
  source: { from: 'catalog' as const },
  correct,
});

describe('the bundled distractors', () => {
  const tools = distractorTools();

  it('are many, of many domains, with names of their own', () => {
    expect(tools.length).toBeGreaterThanOrEqual(128);
    expect(Object.keys(DISTRACTOR_DOMAINS).length).toBeGreaterThanOrEqual(12);
    expect(new Set(tools.map((tool) => tool.name)).size).toBe(tools.length);
    expect(new Set(tools.map((tool) => tool.description)).size).toBe(tools.length);
  });

  it('each have a real description and schema', () => {
    for (const { name, description, inputSchema } of tools) {
      expect(description?.length, name).toBeGreaterThan(40);
      const schema = inputSchema as {
        properties: Record<string, { description: string }>;
        required: string[];
      };
      expect(Object.keys(schema.properties).length, name).toBeGreaterThan(0);
      for (const key of schema.required) expect(schema.properties, name).toHaveProperty(key);
      for (const property of Object.values(schema.properties))
        expect(property.description, name).toMatch(/\w\.$/);
    }
  });

  it('stand in their docs page in the published order', () => {
    const page = readFileSync(new URL('../../docs/metrics/distractors.md', import.meta.url), 'utf8');
    const published = [...page.matchAll(/^\d+\. `(\w+)`$/gm)].map((match) => match[1]);
    expect(tools.map((tool) => tool.name)).toEqual(published);
  });

  it('build ranges, lists and choices', () => {
    const find = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema;
    expect(find('book_meeting_room')).toMatchObject({
      properties: { seats: { type: 'integer', minimum: 1, maximum: 100 } },
      required: ['office', 'start'],
    });
    expect(find('find_recipes')).toMatchObject({
      properties: {
        ingredients: { type: 'array', items: { type: 'string' } },
        diet: { type: 'string', enum: ['any', 'vegetarian', 'vegan'] },
      },
    });
  });
});

describe('chooseDistractors', () => {
  it('takes the first of the published order, on the first server', () => {
    expect(ids(bundled(3), {}, ['shop', 'mail'])).toEqual([
      'shop.get_current_weather',
      'shop.convert_currency',
      'shop.create_calendar_event',
    ]);
    expect(ids(bundled(0), {}, ['shop'])).toEqual([]);
  });

  it('skips names that real tools bear', () => {
    const real = { shop: [{ name: 'convert_currency', description: 'Our own.' }] };
    expect(ids(bundled(2), real, ['shop'])).toEqual([
      'shop.get_current_weather',
      'shop.create_calendar_event',
    ]);
    expect(ids(bundled(1, ['shop.get_current_weather']), {}, ['shop'])).toEqual(['shop.convert_currency']);
  });

  it('chooses the same when the recorded catalogue already holds the distractors', () => {
    const real = { shop: [{ name: 'buy', description: 'Buys.' }] };
    for (const request of [bundled(5), near(7, ['buy'])]) {
      const first = chooseDistractors(request, real, ['shop']);
      const recorded = { shop: [...real.shop, ...first.map((each) => each.tool)] };
      expect(chooseDistractors(request, recorded, ['shop'])).toEqual(first);
    }
  });

  it('goes round the imitated tools once for each way of altering a name', () => {
    expect(ids(near(3, ['search_products', 'get_product']), {}, ['catalog'])).toEqual([
      'catalog.search_products_v2',
      'catalog.get_product_v2',
      'catalog.search_products_internal',
    ]);
    expect(ids(near(6, ['get_product']), {}, ['catalog'])).toEqual([
      'catalog.get_product_v2',
      'catalog.get_product_internal',
      'catalog.getProduct',
      'catalog.get_products',
      'catalog.get_product_v3',
      'catalog.get_product_v4',
    ]);
  });

  it.each([
    ['searchProducts', ['search_products', 'searchProduct']],
    ['search', ['Search', 'searches']],
    ['list_companies', ['listCompanies', 'list_company']],
    ['get_city', ['getCity', 'get_cities']],
  ])('alters casing and number of %s', (name, variants) => {
    expect(ids(near(4, [name]), {}, []).slice(2)).toEqual(variants);
  });

  it('carries the imitated tool with its server, schema and description', () => {
    const schema = { type: 'object', properties: { q: { type: 'string' } } };
    const real = {
      a: [{ name: 'x' }],
      b: [{ name: 'find', description: 'Finds things.', inputSchema: schema }],
    };
    const [made] = chooseDistractors(near(1, ['find']), real, ['a', 'b']);
    expect(made).toMatchObject({
      id: 'b.find_v2',
      server: 'b',
      tool: { name: 'find_v2', inputSchema: schema },
    });
    expect(made?.tool.description).toMatch(/^Finds things\. ./);
    expect(ids(near(1, ['b.find']), {}, ['a', 'b'])).toEqual(['b.find_v2']);
  });

  it('never makes the name of a real or a right tool', () => {
    const real = {
      s: [
        { name: 'get', description: 'G.' },
        { name: 'get_v2', description: 'The real second one.' },
      ],
    };
    expect(ids(near(2, ['get'], ['get', 'get_internal']), real, ['s'])).toEqual(['s.Get', 's.gets']);
  });
});
