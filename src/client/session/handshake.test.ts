import { expect, test } from 'vitest';
import { withSecondFailure } from './handshake.js';

const opened = {
  ok: false,
  code: 'handshake-invalid',
  message: 'the server supports none',
  refused: false,
} as const;

test('what the second era said stands behind the first refusal', () => {
  expect(withSecondFailure('It was refused.', opened)).toBe(
    'It was refused. It was then asked with server/discover: the server supports none.',
  );
});

test('a second era that is only unknown too is not told', () => {
  const error = { code: -32601, message: 'Method not found' };
  const reply = { kind: 'error' as const, error, duration_ms: 1, progress: [] };
  expect(withSecondFailure('It was refused.', { ...opened, reply })).toBe('It was refused.');
});
