/** The rows of the list. A saved run never changes, so each is read once. */
import type { RunRow } from '../report/page-html.js';
import type { RunEnvelope } from '../types/envelope.js';
import type { Library } from './library.js';

export function rowReader(library: Library): () => Promise<RunRow[]> {
  let known = new Map<string, RunRow>();
  return async () => {
    const rows = new Map<string, RunRow>();
    for (const id of await library.list()) rows.set(id, known.get(id) ?? (await readRow(library, id)));
    known = rows;
    return [...rows.values()];
  };
}

async function readRow(library: Library, id: string): Promise<RunRow> {
  try {
    return rowOf(id, await library.read(id));
  } catch (error) {
    return { run_id: id, broken: (error as Error).message };
  }
}

function rowOf(id: string, envelope: RunEnvelope): RunRow {
  const { branch, commit, dirty, mode } = envelope.provenance;
  const used = envelope.results.flatMap(({ trace }) => trace?.tokens?.total ?? []);
  return {
    run_id: id,
    started_at: envelope.started_at,
    duration_ms: envelope.duration_ms,
    verdict: envelope.verdict,
    summary: envelope.summary,
    branch,
    commit,
    dirty,
    mode,
    tokens: used.length > 0 ? used.reduce((sum, tokens) => sum + tokens, 0) : undefined,
    tdqs: meanQuality(envelope),
    coverage: envelope.coverage?.percent,
    strength: wholePercent(envelope.strength?.rate),
  };
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
