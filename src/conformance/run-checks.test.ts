/** What the checks leave behind when they break off. */
import { afterEach, expect, it, vi } from 'vitest';
import { type ConformanceCheck, NotTestable } from './check.js';
import { runChecks } from './run-checks.js';
import type { World } from './world.js';

afterEach(() => vi.useRealTimers());

it('leaves no timer behind when a check throws at once, which would end mcptest when it goes off', async () => {
  vi.useFakeTimers();
  const world = {
    revision: '2025-11-25',
    opening: { state: 'open' },
    launcher: { kind: 'stdio' },
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
