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

test('rows with the same list of tools look through it for a search once', async () => {
  let looks = 0;
  const tool = {
    id: 'all.rain',
    name: 'rain',
    inputSchema: { type: 'object' },
    get search() {
      looks += 1;
      return undefined;
    },
  };
  const tools = [tool];
  const driver = lexicalDriver();
  for (let times = 0; times < 3; times += 1)
    await driver.turn([{ role: 'user', text: 'rain' }], { tools, timeout_ms: 1000 });
  const looked = looks;
  await driver.turn([{ role: 'user', text: 'rain' }], { tools, timeout_ms: 1000 });
  expect(looks).toBe(looked);
});
