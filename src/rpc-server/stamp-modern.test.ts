import { expect, test } from 'vitest';
import { META } from './eras.js';
import { stampModern } from './stamp-modern.js';

const identity = { name: 'small', version: '1' };

test('a result says its type and who answers', () => {
  expect(stampModern('tools/call', { content: [] }, identity)).toEqual({
    resultType: 'complete',
    content: [],
    _meta: { [META.serverInfo]: identity },
  });
});

test('a list may not be kept', () => {
  expect(stampModern('tools/list', { tools: [] }, identity)).toMatchObject({
    ttlMs: 0,
    cacheScope: 'private',
  });
});

test('what the result says itself stays', () => {
  const result = { resultType: 'input_required', _meta: { own: 1, [META.serverInfo]: 'other' } };
  expect(stampModern('tools/call', result, identity)).toEqual(result);
});
