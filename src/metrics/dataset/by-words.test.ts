import { expect, it } from 'vitest';
import type { DatasetRow } from '../../types/dataset.js';
import { withWordPicks } from './by-words.js';
import { confusionOf } from './confusion.js';

const TOOLS = [
  { name: 'add_note', description: 'Add a note' },
  { name: 'delete_note', description: 'Delete a note' },
];

function row(name: string, prompt: string | undefined, called = 'delete_note') {
  const dataset: DatasetRow = {
    case: name,
    expected: ['add_note'],
    called: [called],
    correct: false,
    calls: 1,
  };
  return { dataset, trace: { prompt, catalog: { notes: TOOLS }, servers: ['notes'] } };
}

it('says whether words alone lead to the tool that was called, or to the right one', async () => {
  const rows = [row('a', 'Add a note'), row('b', 'Delete the note'), row('c', 'Add one more note')];
  const [pair] = await withWordPicks(confusionOf(rows.map(({ dataset }) => dataset)), rows);
  expect(pair).toMatchObject({
    expected: 'add_note',
    called: 'delete_note',
    by_words: { rows: 3, expected: 2, called: 1 },
  });
});

it('says nothing of rows without a request, and of pairs with no tool', async () => {
  const idle: DatasetRow = { case: 'd', expected: [], called: ['add_note'], correct: false, calls: 1 };
  const rows = [
    row('a', undefined),
    { dataset: idle, trace: { prompt: 'Add a note', catalog: { notes: TOOLS } } },
  ];
  const cells = await withWordPicks(confusionOf(rows.map(({ dataset }) => dataset)), rows);
  expect(cells).toHaveLength(2);
  for (const cell of cells) expect(cell).not.toHaveProperty('by_words');
});
