import { expect, it } from 'vitest';
import { bar, tierOf } from './tiers.js';

it('a letter begins at its least score', () => {
  expect([50, 35, 34, 30, 29, 20, 19, 10, 9, 0, -1].map(tierOf).join('')).toBe('AABBCCDDFFF');
});

it.each([
  ['b', 30],
  [' A ', 35],
  ['F', 0],
  ['3', 30],
  ['3.2', 32],
  ['0.5', 5],
  ['5.0', 50],
  ['5', 50],
  ['5.1', undefined],
  ['6', undefined],
  ['3.25', undefined],
  ['E', undefined],
  ['', undefined],
  ['toString', undefined],
  ['-1', undefined],
])('a bar of %j is %s tenths', (text, tenths) => expect(bar(text)).toBe(tenths));
