import { expect, it } from 'vitest';
import { fixText } from './tdqs-words.js';

it('a fault and what it is worth are one sentence', () => {
  const fix = { fault: 'A boat can be moored, but not unmoored.', tools: [], gain: 0.2, sentences: [] };
  expect(fixText(fix)).toBe('A boat can be moored, but not unmoored: +0.2 for the server');
  expect(fixText({ ...fix, fault: 'say nothing', tools: ['a', 'b'], gain: 0 })).toBe(
    '2 tools say nothing: nothing for the server by itself',
  );
});
