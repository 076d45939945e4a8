import { expect, it } from 'vitest';
import { createBlotter } from './blotter.js';
import { createRedactor } from './redactor.js';

it('hostile text takes time that grows with its length', () => {
  const blot = createBlotter([{ value: 'aaaaaaaaaaaaaaaaaaab', placeholder: '[secret:X]' }]);
  for (const unit of ['a', '\\', '%', '&', '%25', '\\u005c', '&#38;', 'aa\n', 'aa aa ', '=\n ', '…aaaaaaaaa'])
    expect(blot(unit.repeat(300_000)).length, unit).toBeGreaterThan(0);
});

it('the redactor stays linear on hostile text', () => {
  const r = createRedactor([{ name: 'K_TOKEN', value: 'aaaaaaaaaaaaaaaaaaab' }]);
  const size = 1_000_000;
  expect(r.text('a'.repeat(size))).toHaveLength(size);
  expect(r.text('http://'.repeat(100_000))).toHaveLength(700_000);
  expect(r.text('eyJ'.repeat(300_000))).toHaveLength(900_000);
});
