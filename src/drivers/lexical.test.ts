import { expect, test, vi } from 'vitest';
import { createRanker } from '../catalog/rank.js';
import { lexicalDriver } from './lexical.js';

vi.mock(import('../catalog/rank.js'), async (original) => {
  const real = await original();
  return { ...real, createRanker: vi.fn(real.createRanker) };
});

test('rows that ask at the same time wait for one index of the tools', async () => {
  const tools = ['rain', 'mail'].map((name) => ({
    id: `all.${name}`,
    name,
    inputSchema: { type: 'object' },
  }));
  const asked = ['rain', 'mail', 'mail'].map((text) =>
    lexicalDriver().turn([{ role: 'user', text }], { tools, timeout_ms: 1000 }),
  );
  const called = (await Promise.all(asked)).map((one) => 'turn' in one && one.turn.calls[0]?.tool);
  expect(called).toEqual(['rain', 'mail', 'mail']);
  expect(createRanker).toHaveBeenCalledTimes(1);
});
