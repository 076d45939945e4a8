/** What the checks leave behind when they break off. */
import { afterEach, expect, it, vi } from 'vitest';
import { type ConformanceCheck, NotApplicable, NotTestable } from './check.js';
import { cList017 } from './checks/list/c-list-017.js';
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
