import { expect, test } from 'vitest';
import { createRedactor } from '../redact/redactor.js';
import type { Connection, RequestOptions } from '../types/connection.js';
import type { Step, TestSpec } from '../types/suite.js';
import { type AttemptContext, attempt } from './attempt.js';

test('the time of a test is what its calls take, not what is done for it in between', async () => {
  const given: (number | undefined)[] = [];
  const connection = {
    name: 's',
    info: { era: 'legacy', transport: 'stdio' },
    faults: () => [],
    request: async (_method: string, _params: unknown, { timeout_ms }: RequestOptions) => {
      given.push(timeout_ms);
      return { kind: 'result', result: { content: [] }, duration_ms: 300, progress: [] };
    },
  } as unknown as Connection;
  const step: Step = {
    call: { kind: 'tool', server: 's', tool: 't', args: {} },
    expect: { assertions: [] },
    capture: {},
  };
  const context = {
    connection: async () => ({ connection }),
    requestTimeout: () => 5000,
    tool: async () => {
      const until = performance.now() + 20;
      while (performance.now() < until);
      return {};
    },
    captures: new Map(),
    redactor: createRedactor([]),
    timeout_ms: 1000,
  } as unknown as AttemptContext;
  const { duration_ms } = await attempt({ steps: [step, step, step] } as unknown as TestSpec, context);
  expect(given).toEqual([1000, 700, 400]);
  expect(duration_ms).toBe(900);
});
