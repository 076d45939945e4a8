/** `report --format confusion-csv`: which tool was called where which was expected, a row a pair, for a spreadsheet. */
import type { Confusion } from '../../types/dataset.js';
import type { RunEnvelope } from '../../types/envelope.js';
import { csvCell } from '../../util/csv-cell.js';
import { McptestError } from '../../util/errors.js';
import { oneLine } from '../../util/text.js';

const COLUMNS = ['file', 'test', 'model', 'expected', 'called', 'rows', 'shared_words', 'cases', 'by_words'];

/** With the pairs that are right, so that the rows are the whole matrix. */
export function confusionCsv({ datasets = [] }: RunEnvelope): string {
  if (datasets.length === 0)
    throw new McptestError({
      code: 'bad-report',
      message: 'this run has no confusion matrix: none of its agent tests has cases with `expect_tools`',
      hint: 'See "A table as a measure" in docs/testing-with-data.md.',
    });
  const rows = datasets.flatMap(({ file, test, model, confusion }) =>
    confusion.map(({ expected, called, n, shared_words, cases, by_words }) =>
      [
        file,
        test,
        model,
        expected,
        called,
        n,
        shared_words?.join(' '),
        cases.join('; '),
        wordsText(by_words),
      ].map((value) => csvCell(typeof value === 'string' ? oneLine(value) : value)),
    ),
  );
  return [COLUMNS, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** Whom the selector of tool-bench, which knows only words, gives these requests. */
function wordsText(words: Confusion['by_words']): string | undefined {
  return words && `expected ${words.expected} called ${words.called} of ${words.rows}`;
}
