import { expect, it } from 'vitest';
import type { World } from '../world.js';
import { callsToJudge } from './calls.js';

const why = (names: string[], allowCalls?: string[]) =>
  callsToJudge({
    list: async () => ({ items: names.map((name) => ({ name, inputSchema: { type: 'object' } })) }),
    settings: { allowCalls },
    calls: async () => [],
  } as unknown as World).catch(({ message }: Error) => message);

it('says why no tool was called', async () => {
  expect(await why([])).toBe('the server lists no tools');
  expect(await why(['send'])).toBe('no tool was to be called');
  expect(await why(['send'], [])).toContain('none is marked as read-only or idempotent; allow some with');
  expect(await why(['delete_all'], ['delete_all'])).toContain('none is marked as read-only');
  expect(await why(['send'], ['send', 'ehco'])).toBe(
    'no tool could be called: --allow-calls names "ehco", which the server does not list',
  );
});
