// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references are the subject.
import { expect, it } from 'vitest';
import { mark, spotOf } from '../source/spots.js';
import { type Fill, fillTree, markCase } from './interpolate.js';

function filled(value: unknown, seen: string[] = []): unknown {
  const fill: Fill = {
    scope: { configDir: '/suite', variable: () => undefined, env: () => undefined, suggest: () => null },
    left: 1000,
    permits: () => ({ env: true, captured: false }),
    retyped: (path) => seen.push(path.join('.')),
    failed: (path, why) => seen.push(`${path.join('.')}: ${why.message}`),
  };
  return fillTree(value, fill, ['tools', 0]);
}

it('what holds nothing to fill in is the very same object, so that thousands of cases share it', () => {
  const same = { list: [1, { text: 'plain' }] };
  const out = filled({ same, other: ['${CONFIG_DIR}'] }) as Record<string, unknown>;
  expect(out).toEqual({ same, other: ['/suite'] });
  expect(out.same).toBe(same);
  expect(filled(same)).toBe(same);
});

it('a copy keeps the places of its original; values and mistakes are told where they stand', () => {
  const test = { name: 'plain', args: [{ n: '${case.n}', who: '${case.who}', list: '${case.list}' }] };
  const spot = { source: { display: 'a.yml', at: () => ({ line: 7, column: 1 }) }, value: 3 };
  mark(test, 'args', spot);
  const row = { of: '', name: '', file: 'rows.csv', line: 2, columns: new Set(['n', 'list']), inline: false };
  markCase(test, { ...row, values: { n: 5, list: [1] } });
  const seen: string[] = [];
  const out = filled(test, seen) as typeof test;
  expect(out).toEqual({ name: 'plain', args: [{ n: 5, who: '${case.who}', list: [1] }] });
  expect(spotOf(out, 'args')).toBe(spot);
  // A list cannot become text again, so that nobody need ask whether text is wanted.
  expect(seen).toEqual(['tools.0.args.0.n', 'tools.0.args.0.who: the cases have no `who`']);
});

it('a key that seems to be filled in is told, for it would name something that is not there', () => {
  for (const key of ['result.${case.k}', '${captured.id}', '${env:HOME}', '${tmp}/x', '${CONFIG_DIR}']) {
    const seen: string[] = [];
    expect(filled({ [key]: null }, seen)).toEqual({ [key]: null });
    expect(seen).toEqual([
      expect.stringMatching(/^tools\.0\..*: keys are not filled in, so `\$\{.*\}` would stay/),
    ]);
  }
  // Whatever is no reference of ours is a key like any other.
  for (const key of ['${', '${PRICE}', '$${case.k}', '{case.k}']) {
    const seen: string[] = [];
    filled({ [key]: 1 }, seen);
    expect(seen).toEqual([]);
  }
});
