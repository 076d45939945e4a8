/** What `run/` tells while it works; the CLI draws progress from it. */
import type { CaseResult, RunEnvelope } from './envelope.js';

export type RunEvent =
  /** First of all; `ids` are the rows to come, in the order of the plan. */
  | {
      type: 'run';
      header: Pick<RunEnvelope, '$schema' | 'version' | 'run_id' | 'started_at'>;
      ids: string[];
    }
  | { type: 'plan'; total: number }
  | { type: 'server'; server: string; state: 'starting' | 'ready' | 'failed' | 'restarting' }
  | { type: 'case-start'; id: string; name: string }
  | { type: 'case-end'; result: CaseResult }
  | { type: 'note'; message: string };

export type Progress = (event: RunEvent) => void;
