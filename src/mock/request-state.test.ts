import { expect, test } from 'vitest';
import { openState, sealState } from './request-state.js';

const state = { asker: 'book', answers: { day: { action: 'decline' } } };

test('what was handed out comes back as it was', () => {
  expect(openState(sealState(state), 'book')).toEqual(state);
});

test('what was altered, is another asker’s or no state at all is refused', () => {
  const sealed = sealState(state);
  const [body, signature = ''] = sealed.split('.');
  const forged = Buffer.from(JSON.stringify({ ...state, answers: { day: { action: 'accept' } } })).toString(
    'base64url',
  );
  for (const text of [
    `${forged}.${signature}`,
    `${body}.${signature.slice(0, -2)}AA`,
    `${body}.`,
    body,
    '',
    '.',
    7,
    null,
  ]) {
    expect(openState(text, 'book')).toBeUndefined();
  }
  expect(openState(sealed, 'search')).toBeUndefined();
});
