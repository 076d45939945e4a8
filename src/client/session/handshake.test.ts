import { expect, test } from 'vitest';
import { withSecondFailure } from './handshake.js';

const opened = {
  ok: false,
  code: 'handshake-invalid',
  message: 'the server supports none',
  refused: false,
} as const;

test.each(['It was refused.', 'It was refused. Last lines on stderr: too old | sorry'])(
  'what the second era said stands before the lines of stderr: %s',
  (first) => {
    const [sentence, lines = ''] = first.split(/(?= Last lines)/);
    expect(withSecondFailure(first, opened)).toBe(
      `${sentence} It was then asked with server/discover: the server supports none.${lines}`,
    );
  },
);
