/** What a page says of catalogues in traces, whoever wrote them. */
import { expect, it } from 'vitest';
import { sampleCase } from '../../envelope/sample-run.js';
import type { Trace } from '../../types/trace.js';
import { tracedTools } from './traced-tools.js';

const schema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
const rowWith = (catalog: unknown, calls: Trace['calls'] = []) =>
  sampleCase({ trace: { calls, catalog } as Trace });

it('tells which tools were offered, and arguments that their schemas refuse', () => {
  const catalog = { shop: [{ name: 'get', inputSchema: schema }, { name: 'list' }] };
  const calls = [
    { server: 'shop', tool: 'get', args: { id: 1 } },
    { server: 'shop', tool: 'get', args: { id: 'x' } },
    { tool: 'shop.list', args: {} },
    { server: 'shop', tool: 'burn', args: {} },
  ];
  const told = tracedTools([sampleCase(), rowWith(catalog, calls)]);
  expect(Object.keys(told)).toEqual(['1']);
  expect(told[1]?.offered).toEqual(['shop.get', 'shop.list']);
  expect(told[1]?.misfits).toEqual({
    1: [expect.stringContaining('/id')],
    3: [],
  });
});

it.each([null, 'text', 7, { shop: 'text' }, { shop: [null, 'x', { name: 7 }] }, { shop: { name: 'x' } }])(
  'takes %j for a catalogue without tools',
  (catalog) => {
    const told = tracedTools([rowWith(catalog, [{ server: 'shop', tool: 'get', args: {} }])]);
    expect(told[0]?.offered ?? []).toEqual([]);
  },
);
