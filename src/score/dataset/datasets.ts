/** All rows of a test with cases → its figures, and what is asked of them together. */
import { judgeFigures } from '../../gates/judge-figures.js';
import { verdictOf } from '../../gates/verdict.js';
import { measureDataset } from '../../metrics/dataset/measure.js';
import { neverOffered, withSharedWords } from '../../metrics/dataset/shared-words.js';
import { datasetFigures, whyLeftOut } from '../../metrics/dataset/targets.js';
import type { Dataset, DatasetRow } from '../../types/dataset.js';
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
  const seen = { cases: new Set<string>(), catalogs: new Set<Catalog | undefined>(), unjudged: 0 };
  const measured = measureDataset(countedIn(rows, seen));
  const { cases, catalogs, unjudged } = seen;
  if (catalogs.size === 0) return undefined;
  const complete = cases.size >= of_cases;
  const figures = {
    figures: datasetFigures(measured),
    absent: whyLeftOut(gates.map(({ target }) => target)),
  };
  const checks = complete ? await judgeFigures(gates, figures, { test }) : [];
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

type Catalog = NonNullable<CaseResult['trace']>['catalog'];

interface Seen {
  cases: Set<string>;
  /** What the rows that count were shown; undefined among them where that is not known. */
  catalogs: Set<Catalog>;
  unjudged: number;
}

/** One after the other: of a long dataset they are never all there at once, and each look at all reads them again. */
function* countedIn(rows: readonly CaseResult[], seen: Seen): Generator<DatasetRow> {
  for (const row of rows) {
    seen.cases.add(row.case?.name ?? row.test);
    const { dataset } = row;
    if (dataset) {
      seen.catalogs.add(row.trace?.catalog);
      yield dataset;
    } else if (row.verdict !== 'skipped') seen.unjudged += 1;
  }
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
