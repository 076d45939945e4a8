import { describe, expect, it } from 'vitest';
import type { TraceCall } from '../types/trace.js';
import { measureNarrative } from './narrative.js';

const catalog = {
  shop: [{ name: 'search_products' }, { name: 'get_order' }, { name: 'create_ticket' }, { name: 'lookup' }],
};
const text = (value: unknown) => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
});
const read = (final_response: string, calls: TraceCall[] = [], prompt = '', classes = [] as never[]) =>
  measureNarrative([{ calls, final_response, prompt }], {}, { servers: ['shop'], catalog, classes });
const figure = (leaf: string, ...args: Parameters<typeof read>) => read(...args).figures[`narrative.${leaf}`];

const order: TraceCall = {
  tool: 'get_order',
  args: { id: 'ORD-1042' },
  result: text({
    total: 1234567.5,
    currency: 'EUR',
    share: 0.853,
    population: 2102650,
    temperature: 21.47,
    at: '2025-03-14T22:30:00Z',
    items: Array.from({ length: 12 }, (_, i) => ({ sku: `K${i}` })),
    contact: { mail: 'desk@shop.example', phone: '5551234567', url: 'https://shop.example/orders/1042' },
    note: 'Leave it "by the door", please',
    version: '20.11.1',
  }),
};

describe('narrative.unbacked_values', () => {
  it.each([
    'The total is 1234567.5.',
    'The total is €1,234,567.50.',
    'The total is 1.234.567,50 EUR.',
    'The total is 1 234 567.5 EUR, about 1.2 million.',
    'That is 85% of the plan, or 85.3 percent.',
    'Paris has 2,102,650 people, roughly 2.1M, around 2,100,000.',
    'It is 21.5 degrees; let us say 21 degrees.',
    'It was placed on 14 March 2025 at 10:30 PM (22:30).',
    'It was placed at 2025-03-14T22:30:00Z, i.e. 03/14/2025.',
    'There are 12 items in it.',
    'Write to desk@shop.example or call (555) 123-4567.',
    'See https://shop.example/orders/1042.',
    'See [the order](https://shop.example/orders/1042/) or shop.example.',
    'The note says “by the door”.',
    'Order ORD-1042 runs version v20.11.1.',
    'Order `ORD-1042` (`get_order`) is fine; run `shop orders --all` for more.',
    'You asked about 77 days, a "special case".',
    '10. first\n11. second',
    'It has 7 parts and 3 colours.',
    'It is a 12-hour service.',
    'Done. Let me know if you want the 45-day report!',
    'Its code is ORD1042, see `orders/1042`.',
  ])('backs %j', (answer) => {
    const result = read(answer, [order], 'What of my order in 77 days, a "Special  Case"?');
    expect(result.explain).toEqual([]);
    expect(result.figures['narrative.unbacked_values']).toBe(0);
  });

  it.each([
    ['It closes at 11 pm.', 'open until 23:00', 0],
    ['It closes at 11 am.', 'open until 11:00', 0],
    ['It closes at 11 pm.', 'open until 21:00', 1],
    ['There are 14 orders.', ['id', ...'abcdefghijklmn'].join('\n'), 0],
    ['There are 15 lines.', ['id', ...'abcdefghijklmn'].join('\n'), 0],
    ['There are 13 orders.', ['id', ...'abcdefghijklmn'].join('\n'), 1],
  ])('reads %j against %j: %i unbacked', (answer, result, count) => {
    const found = figure('unbacked_values', answer, [{ tool: 'lookup', args: {}, result: text(result) }]);
    expect(found).toBe(count);
  });

  it.each([
    ['The total is 1,234,569.', ['1,234,569']],
    ['That is 86% of the plan.', ['86%']],
    ['It is 22.5 degrees.', ['22.5']],
    ['It was placed at 11:45.', ['11:45']],
    ['There are 13 items.', ['13']],
    ['Write to help@shop.example.', ['help@shop.example']],
    ['See https://shop.example/refunds.', ['https://shop.example/refunds.']],
    ['The note says "ring twice".', ['"ring twice"']],
    ['Order ORD-2077 is fine, and so is a1b2c3d4.', ['ORD-2077', 'a1b2c3d4']],
    ['It is in `src/nowhere/at-all.ts`.', ['`src/nowhere/at-all.ts`']],
    ['About 3 million, that is 45, and 45 again.', ['45']],
  ])('does not back %j', (answer, values) => {
    const result = read(answer, [order], 'What of my order?');
    expect(result.explain.map((one) => one.text)).toEqual(values.map((value) => `nothing backs ${value}`));
    expect(result.figures['narrative.unbacked_values']).toBe(values.length);
  });

  it('adds up over runs', () => {
    const run = { calls: [], final_response: 'It costs 99.' };
    expect(measureNarrative([run, run], {}, { servers: [] }).figures['narrative.unbacked_values']).toBe(2);
  });
});

describe('narrative.unsupported_tools', () => {
  it.each([
    ['I used search_products to find it.', 1],
    ['According to `shop.search_products`, it is in stock.', 1],
    ['The `lookup` tool returned nothing.', 1],
    ['I called the lookup tool.', 1],
    ['I used get_order to find it.', 0],
    ['I could use search_products to find it.', 0],
    ["I didn't use search_products.", 0],
    ['I did a lookup with care.', 0],
    ['I searched products for you.', 0],
    ['Would you like me to run create_ticket?', 0],
  ])('%j names %i', (answer, count) => {
    expect(figure('unsupported_tools', answer, [order])).toBe(count);
  });

  it('needs the catalogue', () => {
    const result = measureNarrative([{ calls: [], final_response: 'x' }], {}, { servers: [] });
    expect(result.absent).toHaveProperty(['narrative.unsupported_tools']);
    expect(result.figures).toHaveProperty(['narrative.unbacked_values']);
  });
});

describe('narrative.claimed_after_error', () => {
  const failed: TraceCall = { tool: 'create_ticket', args: {}, is_error: true };
  const done: TraceCall = { tool: 'create_ticket', args: {} };
  it.each([
    ['I created the ticket for you.', [failed], 1],
    ['The ticket has been created successfully.', [order, failed], 1],
    ['I used create_ticket to file it.', [order, failed], 1],
    ['All done!', [failed], 1],
    ['All done!', [order, failed], 0],
    ['I created the ticket for you.', [failed, done], 0],
    ['I created the ticket for you.', [done, failed], 1],
    ['I could not create the ticket.', [failed], 0],
    ['The ticket was not created: create_ticket returned an error.', [failed], 0],
    ['I tried, but it failed. No ticket was created.', [failed], 0],
    ['Your order was created last week.', [order, failed], 0],
  ])('%j', (answer, calls, value) => {
    expect(figure('claimed_after_error', answer, calls as TraceCall[])).toBe(value);
  });

  const weather: TraceCall = { tool: 'get_weather', args: {}, is_error: true };
  it.each([
    ['I got the weather for Oslo.', [weather], 1],
    ["Here's the weather for Oslo: mild and dry.", [weather], 1],
    ['I have checked the weather.', [weather], 1],
    ['I found three hotels.', [weather], 0],
    ['I found the weather on a page of the paper.', [order, weather], 0],
    ['I got no weather: the service did not answer.', [weather], 0],
    ['I got the weather wrong, sorry.', [weather], 0],
    ['Here is what you could try if you want the weather.', [weather], 0],
    ['I found five of them.', [{ tool: 'search', args: {}, is_error: true }], 1],
  ])('a result that no call gave: %j', (answer, calls, value) => {
    expect(figure('claimed_after_error', answer, calls as TraceCall[])).toBe(value);
  });

  it('accepts that an equal tool did the job', () => {
    const classes = [{ name: 'tickets', members: ['create_ticket', 'open_ticket'] }] as never[];
    const calls = [failed, { tool: 'open_ticket', args: {} }];
    expect(figure('claimed_after_error', 'I created the ticket.', calls, '', classes)).toBe(0);
  });
});

describe('narrative', () => {
  it('is absent without a final response', () => {
    expect(Object.keys(measureNarrative([{ calls: [] }], {}, { servers: [] }).absent ?? {})).toHaveLength(3);
  });

  it('reads huge answers in bounded time', () => {
    const answer = `${'"a'.repeat(20_000)} ${'1,1'.repeat(20_000)} ${'x-'.repeat(50_000)} ${'a@b.'.repeat(20_000)}`;
    expect(figure('claimed_after_error', answer, [order])).toBe(0);
  });
});
