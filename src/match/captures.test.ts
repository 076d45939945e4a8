import { expect, it } from 'vitest';
import { capturesIn, fillCaptures } from './captures.js';

const captures = new Map<string, unknown>([
  ['id', 7],
  ['name', 'Ada'],
  ['list', [1, 2]],
]);

it('keeps the type of a value that stands alone, and writes others into the text', () => {
  expect(
    fillCaptures(
      { a: '${captured.id}', b: 'no ${captured.id} of ${captured.name}', c: ['${captured.list}'] },
      captures,
    ),
  ).toEqual({
    a: 7,
    b: 'no 7 of Ada',
    c: [[1, 2]],
  });
});

it('a reference with text on either side of it is text', () => {
  expect(fillCaptures(['${captured.id} ', ' ${captured.id}', '${captured.id}x'], captures)).toEqual([
    '7 ',
    ' 7',
    '7x',
  ]);
});

it('leaves an escaped reference as text, and an unknown one as it is', () => {
  expect(fillCaptures('$${captured.id} ${captured.other}', captures)).toBe(
    '${captured.id} ${captured.other}',
  );
  expect([...capturesIn({ a: '$${captured.id}', b: ['${captured.name} ${captured.list}'] })]).toEqual([
    'name',
    'list',
  ]);
});

it('what reads nothing is the very same object', () => {
  const call = { args: { list: [1, { text: 'plain' }] }, id: '${captured.id}' };
  const filled = fillCaptures(call, new Map([['id', 7 as unknown]])) as { args: unknown; id: unknown };
  expect(filled).toEqual({ ...call, id: 7 });
  expect(filled.args).toBe(call.args);
});
