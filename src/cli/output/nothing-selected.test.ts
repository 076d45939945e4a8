import { expect, test } from 'vitest';
import { nothingSelected } from './nothing-selected.js';

const summary = (total: number) => ({
  total,
  passed: 0,
  failed: 0,
  inconclusive: 0,
  skipped: total,
  flaky: 0,
  cached: 0,
  gates_failed: 0,
});

test('says what was asked for, and how to see the names', () => {
  const said = nothingSelected({ exit_code: 7, summary: summary(0) }, { filter: 'nope', tags: ['smoke'] });
  expect(said).toContain('no test fits --filter "nope" --tag smoke;');
  expect(said).toContain('the same command with --list');
});

test('says that there is none where nothing was asked for', () => {
  const said = nothingSelected({ exit_code: 7, summary: summary(0) }, {}, 'agent test');
  expect(said).toBe('there is no agent test in the suite');
});

test('is silent where tests were judged, or skipped by their author', () => {
  expect(nothingSelected({ exit_code: 0, summary: summary(0) }, { filter: 'x' })).toBeUndefined();
  expect(nothingSelected({ exit_code: 7, summary: summary(1) }, {})).toBeUndefined();
});
