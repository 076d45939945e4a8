import { expect, it } from 'vitest';
import type { Group } from '../types/envelope.js';
import { isRunOf, nameOverRuns, reproOverRuns } from './row-names.js';
import { sampleCase } from './sample-run.js';

const row = (name: string, over: { test: string; model?: string; run?: number }) =>
  sampleCase({ name, kind: 'agent', ...over });

it.each([
  ['books #2', { test: 'books', run: 2 }, 'books'],
  ['books [m] #2', { test: 'books', model: 'm', run: 2 }, 'books [m]'],
  ['books [m]', { test: 'books', model: 'm', run: 1 }, 'books [m]'],
  ['books', { test: 'books', model: 'm', run: 1 }, 'books'],
  // Names of the suite's own that look like ours.
  ['take #1', { test: 'take #1', run: 1 }, 'take #1'],
  ['take #1 #1', { test: 'take #1', run: 1 }, 'take #1'],
  ['call #1', { test: 'call #1' }, 'call #1'],
])('%s is %o over its runs', (name, over, expected) => {
  expect(nameOverRuns(row(name, over))).toBe(expected);
  expect(reproOverRuns(row(name, over))).toBe(`mcptest run --filter "${expected}"`);
});

it('leaves a command alone that does not name the row', () => {
  const byId = { ...row('books #2', { test: 'books', run: 2 }), repro: 'mcptest run --filter id:abc' };
  expect(reproOverRuns(byId)).toBe('mcptest run --filter id:abc');
});

it('a gate is about the runs of its suite, test and model', () => {
  const gate: Group = {
    file: 'mcptest.yml',
    name: 'books [m]',
    test: 'books',
    model: 'm',
    runs: 2,
    verdict: 'fail',
    figures: {},
    checks: [],
  };
  const one = row('books [m] #1', { test: 'books', model: 'm', run: 1 });
  expect(isRunOf(one, gate)).toBe(true);
  expect(isRunOf({ ...one, model: undefined }, gate)).toBe(true);
  expect(isRunOf({ ...one, model: 'n' }, gate)).toBe(false);
  expect(isRunOf({ ...one, test: 'books [m]' }, gate)).toBe(false);
  expect(isRunOf({ ...one, file: 'other.yml' }, gate)).toBe(false);
});
