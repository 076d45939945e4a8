import { expect, it } from 'vitest';
import type { Draft } from '../generate/init-suite.js';
import { droppedTools, keepPassing } from './keep-passing.js';

const draft = (tool: string, over: Partial<Draft> = {}): Draft => ({
  kind: 'tools',
  test: { name: `${tool} works`, tool, expect: [] },
  ...over,
});

/** Passes the tests of these names, and notes what it was asked to try. */
function runner(...names: string[]) {
  const rounds: string[][] = [];
  const passing = async (drafts: Draft[]) => {
    const tried = drafts.map(({ test }) => test.name);
    rounds.push(tried);
    return new Set(tried.filter((name) => names.includes(name)));
  };
  return { rounds, passing };
}

it('tries what failed with what it may say instead, and only that', async () => {
  const second = draft('b', { otherwise: { name: 'b refuses', expect: [{ is_error: true }] } });
  const drafts = [draft('a'), second, draft('c')];
  const { rounds, passing } = runner('a works', 'b refuses');
  const kept = await keepPassing(drafts, passing);
  expect(kept.map(({ test }) => test.name)).toEqual(['a works', 'b refuses']);
  expect(rounds).toEqual([['a works', 'b works', 'c works'], ['b refuses']]);
  expect(droppedTools(drafts, kept)).toEqual([{ tool: 'c', why: expect.stringContaining('arguments') }]);
});

it('runs no second round where there is nothing else to say', async () => {
  const { rounds, passing } = runner('a works');
  await keepPassing([draft('a'), draft('b')], passing);
  expect(rounds).toHaveLength(1);
});
