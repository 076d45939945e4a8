/**
 * `mcptest run --against`: the same agent tests with two catalogues at the same time, and what that changed. Both ask the
 * same models at one pace, so that neither has the quieter hour.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ulid } from 'ulid';
import type { Comparison } from '../../envelope/compare.js';
import type { BaseSide } from '../../prepare/base-side.js';
import type { RunEnvelope } from '../../types/envelope.js';
import { type RunInput, type RunReport, type StartedRun, startRun } from '../run.js';

export interface AgainstReport {
  current: StartedRun;
  base: RunReport;
  comparison: Comparison;
}

/** `against`: a saved catalogue, or the name of a server that the suites declare. */
export async function runAgainst(input: RunInput, against: string): Promise<AgainstReport> {
  const { createPaces } = await import('../../drivers/pace.js');
  const base_side = await sideOf(input.cwd, against);
  const max_cost = input.max_cost === undefined ? undefined : input.max_cost / 2;
  const shared = { ...input, max_cost, pace_of: createPaces() };
  const now = Date.now();
  const [base, current] = await Promise.all([
    startRun({
      ...shared,
      base_side,
      // Of the two, `latest` is the one that was asked for.
      run_id: ulid(now - 1),
      progress: undefined,
      strength: undefined,
      token_surface: false,
      update_snapshots: false,
    }),
    startRun({ ...shared, run_id: ulid(now) }),
  ]);
  const { compareWithCases } = await import('../../score/dataset/compare-datasets.js');
  return { base, current, comparison: compareWithCases(agentRows(base), agentRows(current)) };
}

export async function sideOf(cwd: string | undefined, against: string): Promise<BaseSide> {
  const path = resolve(cwd ?? process.cwd(), against);
  if (!existsSync(path) && !/\.(?:json|lock)$/.test(against)) return { server: against };
  const { savedCatalogs } = await import('../../target/saved-catalog.js');
  return { file: against, catalogs: await savedCatalogs(path, against) };
}

/** Tests without a model ran once, and have nothing to be compared with. */
function agentRows({ envelope }: RunReport): RunEnvelope {
  const results = envelope.results.filter(({ kind }) => kind === 'agent');
  return { ...envelope, results, coverage: undefined, strength: undefined };
}
