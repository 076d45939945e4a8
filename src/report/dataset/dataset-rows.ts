/** Rows of a dataset among the other tests. They are only counted, so that a wrong one passes: it has to be seen. */
import { missedTools } from '../../envelope/missed-tools.js';
import type { CaseResult } from '../../types/envelope.js';
import { plural } from '../../util/text.js';
import { safe, safeClip } from '../text/safe-text.js';
import { datasetName } from './dataset-text.js';

/**
 * Of a long dataset one line stands for all rows that are right, since the wrong ones are what to look at. Each row of a
 * test that has more than `most` of them → how many its line stands for, 0 where another row has the line.
 */
export function rightRows(results: readonly CaseResult[], most: number): Map<CaseResult, number> {
  const tests = new Map<string, CaseResult[]>();
  for (const row of results) {
    if (row.dataset?.correct !== true || row.verdict !== 'pass' || row.flaky) continue;
    const key = JSON.stringify([row.file, row.case?.of ?? row.test, row.model]);
    const known = tests.get(key);
    if (known === undefined) tests.set(key, [row]);
    else known.push(row);
  }
  const long = [...tests.values()].filter((rows) => rows.length > most);
  return new Map(long.flatMap((rows) => rows.map((row, at) => [row, at === 0 ? rows.length : 0] as const)));
}

export function rightRowsText({ test, case: one, model }: CaseResult, rows: number): string {
  const name = datasetName({ test: one?.of ?? test, model });
  return safe(`${name}: ${plural(rows, 'right row')} (--verbose shows each)`);
}

/** Of a row that passes though other tools were called than expected; undefined for others. */
export function wrongText(row: CaseResult): string | undefined {
  const missed = row.verdict === 'pass' ? missedTools(row) : undefined;
  return missed && `wrong: ${safeClip(missed, 200)}`;
}
