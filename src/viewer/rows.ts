/** The rows of the list. A saved run never changes, so each is read once, with the tests that it had. */
import type { RunRow } from '../report/page-html.js';
import type { RunEnvelope } from '../types/envelope.js';
import type { Library } from './library.js';

export function rowReader(library: Library): () => Promise<RunRow[]> {
  let known = new Map<string, ReadRow>();
  return async () => {
    const rows = new Map<string, ReadRow>();
    for (const id of await library.list()) rows.set(id, known.get(id) ?? (await readRow(library, id)));
    known = rows;
    return withLikes([...rows.values()]);
  };
}

interface ReadRow {
  row: RunRow;
  tests: ReadonlySet<string>;
}

async function readRow(library: Library, id: string): Promise<ReadRow> {
  try {
    const envelope = await library.read(id);
    return { row: rowOf(id, envelope), tests: new Set(envelope.results.map((result) => result.id)) };
  } catch (error) {
    return { row: { run_id: id, broken: (error as Error).message }, tests: new Set() };
  }
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

function isAlike(one: ReadRow, other: ReadRow): boolean {
  const of = ({ row }: ReadRow): string => JSON.stringify([row.suites, row.profile, row.shard]);
  if (of(one) !== of(other)) return false;
  const shared = [...one.tests].filter((id) => other.tests.has(id)).length;
  return shared * 2 >= one.tests.size + other.tests.size - shared;
}

function rowOf(id: string, envelope: RunEnvelope): RunRow {
  const { branch, commit, dirty, mode, profile, shard } = envelope.provenance;
  const used = envelope.results.flatMap(({ trace }) => trace?.tokens?.total ?? []);
  return {
    run_id: id,
    started_at: envelope.started_at,
    duration_ms: envelope.duration_ms,
    verdict: envelope.verdict,
    summary: envelope.summary,
    suites: [...new Set(envelope.results.map(({ file }) => file))].sort(),
    profile,
    shard,
    branch,
    commit,
    dirty,
    mode,
    tokens: used.length > 0 ? used.reduce((sum, tokens) => sum + tokens, 0) : undefined,
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
