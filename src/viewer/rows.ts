/** The rows of the list. A saved run never changes, so each is read once, with the tests that it had. */
import type { RunRow, TestHistory, TestPoint } from '../report/viewer-html.js';
import type { RunEnvelope } from '../types/envelope.js';
import { omitUndefined } from '../util/omit-undefined.js';
import type { Library } from './library.js';

export interface RowReader {
  /** Newest first. */
  rows(): Promise<RunRow[]>;
  /** The tests of the runs that can be compared with this one. */
  history(run: string): Promise<TestHistory[]>;
}

export function rowReader(library: Library): RowReader {
  let known = new Map<string, ReadRow>();
  const read = async (): Promise<ReadRow[]> => {
    const rows = new Map<string, ReadRow>();
    for (const id of await library.list()) rows.set(id, known.get(id) ?? (await readRow(library, id)));
    known = rows;
    return [...rows.values()];
  };
  return {
    rows: async () => withLikes(await read()),
    history: async (run) => {
      const all = await read();
      const rows = withLikes(all);
      const like = rows.find(({ run_id }) => run_id === run)?.like;
      return historyOf(all.filter((_, at) => like !== undefined && rows[at]?.like === like).reverse());
    },
  };
}

interface ReadRow {
  row: RunRow;
  tests: ReadonlyMap<string, { name: string; point: TestPoint }>;
}

/** Tests in the order of the newest run, then those that it no longer has. */
export function historyOf(oldestFirst: readonly ReadRow[]): TestHistory[] {
  const found = new Map<string, TestHistory>();
  for (const { tests } of [...oldestFirst].reverse())
    for (const [id, { name }] of tests) if (!found.has(id)) found.set(id, { id, name, points: [] });
  for (const { tests } of oldestFirst) for (const [id, { point }] of tests) found.get(id)?.points.push(point);
  return [...found.values()];
}

async function readRow(library: Library, id: string): Promise<ReadRow> {
  try {
    const envelope = await library.read(id);
    return { row: rowOf(id, envelope), tests: pointsOf(id, envelope) };
  } catch (error) {
    return { row: { run_id: id, broken: (error as Error).message }, tests: new Map() };
  }
}

function pointsOf(run_id: string, { results }: RunEnvelope): ReadRow['tests'] {
  return new Map(
    results.map(({ id, name, verdict, flaky, duration_ms, trace }) => {
      const tokens = trace?.tokens?.total;
      const point = omitUndefined<TestPoint>({
        run_id,
        verdict,
        flaky: flaky || undefined,
        duration_ms,
        tokens,
        cost_usd: trace?.cost_usd,
      });
      return [id, { name, point }];
    }),
  );
}

/**
 * Runs are alike when they are of the same suites with the same profile and shard, and at least half of all their tests
 * are in both: a filter makes another run, a test that was added does not. Each names the newest that it is like.
 */
export function withLikes(rows: readonly ReadRow[]): RunRow[] {
  const leaders: ReadRow[] = [];
  return rows.map((one) => {
    if (one.row.broken !== undefined) return one.row;
    const leader = leaders.find((other) => isAlike(one, other));
    if (leader === undefined) leaders.push(one);
    return { ...one.row, like: (leader ?? one).row.run_id };
  });
}

/** The same for two whole runs. */
export function areAlike(one: RunEnvelope, other: RunEnvelope): boolean {
  const [a, b] = [one, other].map((run) => ({
    row: rowOf(run.run_id, run),
    tests: pointsOf(run.run_id, run),
  })) as [ReadRow, ReadRow];
  return isAlike(a, b);
}

function isAlike(one: ReadRow, other: ReadRow): boolean {
  const of = ({ row }: ReadRow): string => JSON.stringify([row.suites, row.profile, row.shard]);
  if (of(one) !== of(other)) return false;
  const shared = [...one.tests.keys()].filter((id) => other.tests.has(id)).length;
  return shared * 2 >= one.tests.size + other.tests.size - shared;
}

function rowOf(id: string, envelope: RunEnvelope): RunRow {
  const { branch, commit, dirty, mode, profile, shard, selection } = envelope.provenance;
  const used = envelope.results.flatMap(({ trace }) => trace?.tokens?.total ?? []);
  const paid = envelope.results.flatMap(({ trace }) => trace?.cost_usd ?? []);
  return {
    run_id: id,
    started_at: envelope.started_at,
    duration_ms: envelope.duration_ms,
    verdict: envelope.verdict,
    summary: envelope.summary,
    suites: [...new Set(envelope.results.map(({ file }) => file))].sort(),
    profile,
    shard,
    selection,
    branch,
    commit,
    dirty,
    mode,
    tokens: used.length > 0 ? used.reduce((sum, tokens) => sum + tokens, 0) : undefined,
    cost_usd: paid.length > 0 ? paid.reduce((sum, cost) => sum + cost, 0) : undefined,
    tdqs: meanQuality(envelope),
    coverage: envelope.coverage?.percent,
    coverage_floor: most(envelope.coverage?.gates?.map(({ threshold }) => threshold)),
    strength: wholePercent(envelope.strength?.rate),
    strength_floor: most(envelope.strength?.gates?.map(({ min }) => min)),
  };
}

function most(asked: readonly number[] = []): number | undefined {
  return asked.length === 0 ? undefined : Math.max(...asked);
}

/** Only what is whole is called 100. */
function wholePercent(rate: number | undefined): number | undefined {
  return rate === undefined ? undefined : Math.floor(rate * 100);
}

/** Over the servers that the run scored. */
function meanQuality(envelope: RunEnvelope): number | undefined {
  const { scores } = envelope;
  if (!Array.isArray(scores)) return undefined;
  const means = scores.flatMap((server) => (typeof server?.meanTdqs === 'number' ? server.meanTdqs : []));
  if (means.length === 0) return undefined;
  return Math.round((means.reduce((sum, mean) => sum + mean, 0) / means.length) * 100) / 100;
}
