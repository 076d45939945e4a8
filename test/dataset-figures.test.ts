/** docs/dataset-figures.md says what the program computes of its rows. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measureDataset } from '../src/metrics/dataset/measure.js';
import { datasetFigures } from '../src/metrics/dataset/targets.js';
import type { ArgumentRow, DatasetRow } from '../src/types/dataset.js';
import { wilson } from '../src/util/intervals.js';

const page = readFileSync(new URL('../docs/dataset-figures.md', import.meta.url), 'utf8');

const ARGUMENTS: Record<string, Omit<ArgumentRow, 'tool'>> = {
  'as expected': { unknown: [], required_missing: [], expected_missing: [], wrong: [] },
  'a wrong value': { unknown: [], required_missing: [], expected_missing: [], wrong: ['text'] },
  'a required one is missing, and an unknown name': {
    unknown: ['txt'],
    required_missing: ['text'],
    expected_missing: ['text'],
    wrong: [],
  },
};

function rowsOfPage(): DatasetRow[] {
  return [...page.matchAll(/^\| (\w+) \| \d \|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].map(
    ([, name, wanted, calls, said]) => {
      const list = (text = '') =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean);
      const [expected, all] = [list(wanted), list(calls)];
      const called = [...new Set(all)];
      const fault = ARGUMENTS[said!.trim()];
      return {
        case: name!,
        expected,
        called,
        correct: expected.length === called.length && expected.every((tool) => called.includes(tool)),
        calls: all.length,
        invented: all.filter((tool) => tool === 'make_coffee'),
        ...(fault && { arguments: [{ tool: expected[0]!, ...fault }] }),
      };
    },
  );
}

it('has the figures that its rows come to', () => {
  const rows = rowsOfPage();
  expect(rows).toHaveLength(6);
  const measured = measureDataset(rows);
  const { figures } = { figures: datasetFigures(measured) as Record<string, number> };
  const told = [...page.matchAll(/^\| `(dataset\.[\w.]+)` \|.*\| (\d+) \|$/gm)].map(
    ([, name, value]) => [name!, Number(value)] as const,
  );
  expect(told).toHaveLength(16);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(told.map(([name]) => [name, figures[name]])));
  const pairs = measured.confusion.filter(({ expected, called }) => expected !== called);
  for (const { expected, called, n } of pairs)
    expect(page.replaceAll('\n', ' ')).toContain(`\`${expected} → ${called}\` ${n}`);
  expect(pairs).toHaveLength(2);
  const [low, high] = wilson(43, 60).map((bound) => Math.round(bound * 100));
  expect(page.replaceAll('\n', ' ')).toContain(`the interval reaches from ${low} to ${high} %`);
});
