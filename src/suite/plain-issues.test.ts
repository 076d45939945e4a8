import { expect, it } from 'vitest';
import { expectedOne } from './plain-issues.js';

it.each([
  [['inconclusive'], 'expected inconclusive'],
  [['stdio', 'http'], 'expected stdio or http'],
  [['a', 'b', 'c'], 'expected a, b or c'],
])('%j', (values, text) => {
  expect(expectedOne(values)).toBe(text);
});
