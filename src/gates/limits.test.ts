/** The tokenizer's deadline, as if it had passed: how long it really takes depends on the machine. */
import { expect, test, vi } from 'vitest';
import { limitChecks } from './limits.js';

vi.mock('../util/run-within.js', () => ({ runWithin: () => undefined }));

test('an answer that cannot be counted in time is not green', async () => {
  const seen = { result: { a: 'x' }, duration_ms: 1 };
  const [check] = await limitChecks({ assertions: [], max_response_tokens: 900 }, seen);
  expect(check).toMatchObject({ target: 'response_tokens', outcome: 'inconclusive' });
});
