/** What the checks leave behind when they break off. */
import { afterEach, expect, it, vi } from 'vitest';
import { type ConformanceCheck, NotApplicable, NotTestable } from './check.js';
import { cList001 } from './checks/list/c-list-001.js';
import { cList005 } from './checks/list/c-list-005.js';
import { cList011 } from './checks/list/c-list-011.js';
import { cList017 } from './checks/list/c-list-017.js';
import { walkList } from './learn/listing.js';
import { runChecks } from './run-checks.js';
import type { World } from './world.js';

afterEach(() => vi.useRealTimers());

it('leaves no timer behind when a check throws at once, which would end mcptest when it goes off', async () => {
  vi.useFakeTimers();
  const world = {
    revision: '2025-11-25',
    opening: { state: 'open' },
    launcher: { kind: 'stdio', isOver: false },
    has: () => true,
  };
  const check: Partial<ConformanceCheck> = {
    id: 'C-RPC-001',
    title: 'a check',
    spec: 'basic#responses',
    level: 'MUST',
    run: () => {
      throw new NotTestable('nothing to ask for');
    },
  };
  const results = await runChecks(world as unknown as World, [check as ConformanceCheck]);
  expect(results).toMatchObject([{ status: 'not-testable', message: 'nothing to ask for' }]);
  expect(vi.getTimerCount()).toBe(0);
});

it.each([true, false])(
  'says nothing of a server when the time for the whole run is over (kept: %s)',
  async (kept) => {
    const launcher = { kind: 'stdio', isOver: false };
    const world = { revision: '2025-11-25', opening: { state: 'open' }, launcher, has: () => true };
    let asked = 0;
    const check: Partial<ConformanceCheck> = {
      id: 'C-RPC-001',
      title: 'a check',
      spec: 'basic#responses',
      level: 'MUST',
      run: async () => {
        asked += 1;
        launcher.isOver = true;
        return { kept, message: 'it was silent', frames: [] };
      },
    };
    const checks = [check, { ...check }] as ConformanceCheck[];
    const message = 'the time for the whole run was over';
    expect(await runChecks(world as unknown as World, checks)).toMatchObject([
      { status: 'not-testable', message },
      { status: 'not-testable', message },
    ]);
    expect(asked).toBe(1);
  },
);

it('has nothing to say of templates where a server lists none, and none that it could not test', async () => {
  const worldWith = (error: object) =>
    ({ list: async () => ({ items: [], pages: [{ reply: { error }, frames: [] }] }) }) as unknown as World;
  await expect(cList017.run(worldWith({ code: -32_601 }))).rejects.toThrow(NotApplicable);
  await expect(cList017.run(worldWith({ code: -32_603 }))).rejects.toThrow(NotTestable);
});

const TOOL = { name: 'a', inputSchema: { type: 'object' } };

it.each<[string, object, string]>([
  ['goes round', { result: { tools: [TOOL], nextCursor: 'on' } }, 'the cursor "on" was given twice'],
  ['breaks off', { error: { code: -32_603 } }, 'page 2 was not answered with a result'],
])('a list that %s is not taken for the whole', async (_, second, fault) => {
  const ask = async (_method: string, { cursor }: { cursor?: string }) => ({
    reply: cursor === undefined ? { result: { tools: [TOOL], nextCursor: 'on' } } : second,
    frames: [],
  });
  const listing = await walkList({ ask } as never, 'tools');
  const world = { has: (name: string) => name === 'tools', list: async () => listing } as unknown as World;
  expect(await cList011.run(world)).toMatchObject({ kept: false, message: `tools/list: ${fault}` });
  await expect(cList005.run(world)).rejects.toThrow(`not every entry was seen: ${fault}`);
});

it('every page is a list of objects', async () => {
  const pages = [{ tools: [] }, { tools: 'none' }].map((result) => ({ reply: { result }, frames: [] }));
  const world = { list: async () => ({ items: [], strange: 0, pages }) } as unknown as World;
  expect(await cList001.run(world)).toMatchObject({ kept: false, message: '`tools` is "none"' });
});
