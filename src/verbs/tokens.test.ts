import { expect, it } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import { measureTokens } from './tokens.js';

const tool = (name: string, description: string) => ({ name, description, inputSchema: { type: 'object' } });
const cwd = folder({
  'now.json': JSON.stringify([
    tool('long', 'A word or two more than the other one has.'),
    tool('short', 'Few.'),
  ]),
  'base.json': JSON.stringify([tool('short', 'Few.'), tool('gone', 'It was there.')]),
});

it('counts each tool, the most expensive first', async () => {
  const { total, tools, over_budget } = await measureTokens({ cwd, from: 'now.json' });
  expect(tools.map(({ tool: name }) => name)).toEqual(['long', 'short']);
  expect(total).toBe(tools[0]!.tokens + tools[1]!.tokens);
  expect(tools[0]!.description).toBeGreaterThan(tools[1]!.description);
  expect(over_budget).toEqual([]);
  expect(tools[0]).not.toHaveProperty('delta');
});

it('shows the change against a base, for tools that are gone too', async () => {
  const { tools, base_total, total } = await measureTokens({ cwd, from: 'now.json', against: 'base.json' });
  const deltas = Object.fromEntries(tools.map(({ tool: name, delta }) => [name, delta ?? 0]));
  expect(deltas.short).toBe(0);
  expect(deltas.gone).toBeLessThan(0);
  expect(deltas.long).toBeGreaterThan(0);
  expect((base_total ?? 0) + (deltas.long ?? 0) + (deltas.gone ?? 0)).toBe(total);
});

it('names every budget that is exceeded', async () => {
  const { total } = await measureTokens({ cwd, from: 'now.json' });
  const exceeded = async (input: object) =>
    (await measureTokens({ cwd, from: 'now.json', ...input })).over_budget;
  expect(await exceeded({ budget: total, per_tool: total })).toEqual([]);
  expect(await exceeded({ budget: total - 1 })).toEqual([expect.stringContaining(`all tools cost ${total}`)]);
  expect(await exceeded({ per_tool: 1 })).toHaveLength(2);
});
