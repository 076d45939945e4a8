/** What is kept of runs in a workspace: the list, one in full, and the coverage of the newest. */
import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { readEnvelope } from '../envelope/read.js';
import { readSavedRun } from '../store/read-run.js';
import { checkId, listRuns, readRun } from '../store/workspace.js';
import type { Coverage, RunEnvelope } from '../types/envelope.js';
import { McptestError } from '../util/errors.js';

export interface RunRow {
  run_id: string;
  started_at: string;
  duration_ms: number;
  verdict: string;
  total: number;
  passed: number;
  failed: number;
  inconclusive: number;
  skipped: number;
}

/** Newest first. A run that cannot be read is left out: the others are still of use. */
export async function savedRuns(workspace: string, limit: number): Promise<RunRow[]> {
  const rows: RunRow[] = [];
  for (const id of await listRuns(workspace)) {
    if (rows.length >= limit) break;
    const envelope = await readRun(workspace, id)
      .then((text) => readEnvelope(text, id))
      .catch(() => undefined);
    if (envelope) rows.push(rowOf(envelope));
  }
  return rows;
}

function rowOf({ run_id, started_at, duration_ms, verdict, summary }: RunEnvelope): RunRow {
  const { total, passed, failed, inconclusive, skipped } = summary;
  return { run_id, started_at, duration_ms, verdict, total, passed, failed, inconclusive, skipped };
}

/** By id only, never by path. */
export async function savedRun(workspace: string, id: string): Promise<RunEnvelope> {
  const wanted = id === 'latest' ? (await listRuns(workspace))[0] : checkId(id);
  if (wanted === undefined || !(await listRuns(workspace)).includes(wanted)) throw noRun(id);
  const path = join(workspace, '.mcptest', 'runs', wanted, 'envelope.json');
  if (!(await isInside(workspace, path))) throw noRun(id);
  return readSavedRun(path);
}

/** A link that leads out of the workspace is not followed. */
async function isInside(root: string, path: string): Promise<boolean> {
  const [real, top] = await Promise.all([realpath(path).catch(() => ''), realpath(root)]);
  return real.startsWith(top + sep);
}

export async function latestCoverage(workspace: string): Promise<{ run_id: string; coverage: Coverage }> {
  for (const id of (await listRuns(workspace)).slice(0, 20)) {
    const envelope = await readRun(workspace, id)
      .then((text) => readEnvelope(text, id))
      .catch(() => undefined);
    if (envelope?.coverage) return { run_id: envelope.run_id, coverage: envelope.coverage };
  }
  throw new McptestError({
    code: 'no-run',
    message: 'no saved run has measured coverage',
    hint: 'Run a suite with tool tests first: `mcptest run`, or the verb trigger_run.',
  });
}

function noRun(id: string): McptestError {
  return new McptestError({
    code: 'no-run',
    message: `there is no saved run ${id.slice(0, 140)}`,
    hint: 'list_runs names the runs that are kept.',
  });
}
