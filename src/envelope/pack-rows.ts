/** The rows of a run of thousands of them: packed as soon as they were shown, and read again one after the other. */
import { isDeepStrictEqual } from 'node:util';
import type { CaseResult } from '../types/envelope.js';
import type { Trace } from '../types/trace.js';
import { Packed } from '../util/packed.js';
import { tracesOf, withTraces } from './blobs.js';

type Catalog = NonNullable<Trace['catalog']>;
/** A trace of which the tools are a number, in the very place where they stood. */
type Numbered = Omit<Trace, 'catalog'> & { catalog?: Catalog | number };

/** Packs a row of an agent test that is finished, and in the shape that is written: what comes back stands in for it. */
export function rowPacker(): (row: CaseResult) => CaseResult {
  const catalogs: Catalog[] = [];
  // Tools that one row alone was shown are packed with it.
  const seen = new WeakMap<Catalog, { number?: number }>();
  const numberOf = (catalog: Catalog): number | undefined => {
    const known = seen.get(catalog);
    if (known === undefined) seen.set(catalog, {});
    else known.number ??= catalogs.push(catalog) - 1;
    return known?.number;
  };
  const numbered = (trace: Trace): Trace => {
    const number = trace.catalog && numberOf(trace.catalog);
    return number === undefined ? trace : ({ ...trace, catalog: number } as Numbered as Trace);
  };
  const packed = new Packed<CaseResult>({
    keep: ['id', 'name', 'test', 'verdict'],
    out: (row) => withTraces(row, numbered),
    back: (row) => {
      for (const trace of tracesOf(row) as Numbered[])
        if (typeof trace.catalog === 'number') trace.catalog = catalogs[trace.catalog];
      return row;
    },
  });
  /** Of each test: most of its rows are judged alike, and then they need not be read again to know by what. */
  const firstChecks = new Map<string, CaseResult['checks']>();
  return (row) => {
    if (row.kind !== 'agent') return row;
    const like = `${row.file}\0${row.case?.of}\0${row.model}`;
    const checks = firstChecks.get(like) ?? row.checks;
    firstChecks.set(like, checks);
    return packed.put(isDeepStrictEqual(checks, row.checks) ? { ...row, checks } : row, like);
  };
}
