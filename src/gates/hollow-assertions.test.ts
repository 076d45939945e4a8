/** Assertions that pass and show nothing get a note. */
import { expect, test } from 'vitest';
import type { Reply } from '../types/connection.js';
import type { Matcher } from '../types/suite.js';
import { judgeStep } from './judge.js';

/** The notes on `result.a` by these matchers. */
async function notesOn(a: unknown, matchers: Matcher[]): Promise<string[]> {
  const assertions = matchers.map((matcher) => ({ target: 'result.a', matcher }));
  const reply: Reply = { kind: 'result', result: { a }, duration_ms: 5, progress: [] };
  return (await judgeStep(reply, { assertions }, { test: 't' })).notes;
}

test.each([
  ['an empty list', [], [{ each: { contains: 'a' } }], true],
  ['a list with an item', ['a'], [{ each: { contains: 'a' } }], false],
  ['an item that fails', ['b'], [{ each: { contains: 'a' } }], false],
  ['an empty list whose length is asserted', [], [{ each: { contains: 'a' } }, { length: 0 }], false],
  ['two assertions on each item', [], [{ each: { contains: 'a' } }, { each: { type: 'string' } }], true],
])('each of %s', async (_, list, matchers, noted) => {
  const note =
    'result.a is an empty list, so `each` checked no item: add `length: { ">": 0 }` if it must hold one';
  expect(await notesOn(list, matchers)).toEqual(noted ? [note] : []);
});

test.each([
  [{ contains: '' }, true],
  [{ contains: 'a' }, false],
  [{ contains: '', length: 3 }, false],
  [{ regex: '.*' }, true],
  [{ regex: '^[\\s\\S]+$' }, true],
  [{ regex: '^.a.*$' }, false],
  [{ regex: '' }, true],
  [{ regex: 'x|' }, true],
  [{ regex: { pattern: 'x*', flags: 'i' } }, true],
  [{ regex: '^x*$' }, false],
  [{ regex: 'x*\\b' }, false],
  [{ regex: '(?!x)' }, false],
  [{ length: { '>': -1 } }, true],
  [{ length: { '>': 0 } }, false],
  [{ length: { '>=': 0 } }, true],
  [{ length: { '>=': 0, '<': 9 } }, false],
  [{ subset: {} }, true],
  [{ subset: { a: 1 } }, false],
  [{ schema: true }, true],
  [{ schema: { type: 'string' } }, false],
  [{ all_of: [{ contains: '' }, { starts_with: '' }] }, true],
  [{ all_of: [{ contains: '' }, { starts_with: 'a' }] }, false],
  [{ exact: '' }, false],
  [{}, false],
])('%j is noted as an assertion that can hardly fail: %s', async (matcher, noted) => {
  expect(await notesOn('aab', [matcher])).toEqual(
    noted ? [`result.a ${JSON.stringify(matcher)} can hardly fail: say what has to be there`] : [],
  );
});
