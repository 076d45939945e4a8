import { expect, it } from 'vitest';
import type { Connection, RequestOptions } from '../../types/connection.js';
import { injectFaults } from './inject-faults.js';

it.each([
  [500, { waited: 500, left: 500, kind: 'result' }],
  [60_000, { waited: 1000, left: undefined, kind: 'timeout' }],
])('an answer that is %i ms late takes no longer than the request may', async (ms, expected) => {
  const seen: { waited?: number; left?: number } = {};
  const connection = {
    name: 's',
    request: async (_method: string, _params: unknown, { timeout_ms }: RequestOptions) => {
      seen.left = timeout_ms;
      return { kind: 'result', result: {}, duration_ms: 0, progress: [] };
    },
  } as unknown as Connection;
  const slow = injectFaults(connection, {
    faults: [{ server: 's', kind: 'slow', ms, after: 0, times: 1 }],
    counts: new Map(),
    wait: async (time) => {
      seen.waited = time;
    },
    met: () => {},
  });
  const { kind } = await slow.request('tools/call', { name: 't' }, { timeout_ms: 1000 });
  expect({ waited: seen.waited, left: seen.left, kind }).toEqual(expected);
});
