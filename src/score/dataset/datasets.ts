/** All rows of a test with cases → its figures, and what is asked of them together. */
import { judgeFigures } from '../../gates/judge-figures.js';
import { verdictOf } from '../../gates/verdict.js';
import { measureDataset } from '../../metrics/dataset/measure.js';
import { neverOffered, withSharedWords } from '../../metrics/dataset/shared-words.js';
import { datasetFigures, whyLeftOut } from '../../metrics/dataset/targets.js';
import type { Dataset } from '../../types/dataset.js';
import type { CaseResult } from '../../types/envelope.js';
import type { Assertion } from '../../types/suite.js';
import { omitUndefined } from '../../util/omit-undefined.js';

/** What is known of a dataset before its rows are counted. */
export type DatasetHead = Pick<Dataset, 'file' | 'test' | 'model'> & {
  gates?: readonly Assertion[];
  /** How many cases the test has; gates over part of them mean nothing. */
  of_cases: number;
};

export async function datasetOf(
  head: DatasetHead,
  rows: readonly CaseResult[],
): Promise<Dataset | undefined> {
  const { file, test, model, gates = [], of_cases } = head;
  const counted = rows.flatMap(({ dataset }) => dataset ?? []);
  const unjudged = rows.filter(({ dataset, verdict }) => !dataset && verdict !== 'skipped').length;
  if (counted.length === 0) return undefined;
  const measured = measureDataset(counted);
  const complete = new Set(rows.map((row) => row.case?.name ?? row.test)).size >= of_cases;
  const figures = {
    figures: datasetFigures(measured),
    absent: whyLeftOut(gates.map(({ target }) => target)),
  };
  const checks = complete ? await judgeFigures(gates, figures, { test }) : [];
  const catalogs = rows.flatMap(({ dataset, trace }) => (dataset ? [trace?.catalog] : []));
  const confusion = withSharedWords(measured.confusion, catalogs);
  const never = neverOffered(measured.per_tool, catalogs);
  return omitUndefined<Dataset>({
    file,
    test,
    model,
    ...measured,
    never_offered: never.length > 0 ? never : undefined,
    confusion: await withBench(confusion, head, rows),
    unjudged: unjudged > 0 ? unjudged : undefined,
    of_cases,
    gates: gates.length > 0 ? [...gates] : undefined,
    verdict: checks.length > 0 ? verdictOf(checks) : undefined,
    checks: checks.length > 0 ? checks : undefined,
  });
}

/** `lexical` is that very selector; the others are set beside it. */
async function withBench(
  confusion: Dataset['confusion'],
  { model }: DatasetHead,
  rows: readonly CaseResult[],
): Promise<Dataset['confusion']> {
  if (model === 'lexical' || confusion.every(({ expected, called }) => expected === called)) return confusion;
  const { withWordPicks } = await import('../../metrics/dataset/by-words.js');
  return withWordPicks(
    confusion,
    rows.flatMap(({ dataset, trace }) => (dataset && trace ? [{ dataset, trace }] : [])),
  );
}

/** The rows of a dataset among others. */
export function isRowOf(
  row: CaseResult,
  { file, test, model }: Pick<Dataset, 'file' | 'test' | 'model'>,
): boolean {
  return (
    row.file === file && (row.case?.of ?? row.test) === test && row.model === model && row.kind === 'agent'
  );
}

/** Datasets of which shards had a part each, counted again over all of their rows. */
export async function joinDatasets(
  parts: readonly Dataset[],
  rows: readonly CaseResult[],
): Promise<Dataset[] | undefined> {
  const heads = new Map(parts.map((one) => [JSON.stringify([one.file, one.test, one.model]), one]));
  const out: Dataset[] = [];
  for (const head of heads.values()) {
    const own = rows.filter((row) => isRowOf(row, head));
    const joined = await datasetOf(head, own);
    if (joined) out.push(joined);
  }
  return out.length > 0 ? out : undefined;
}
