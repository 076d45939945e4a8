/** What `run/` tells while it works; the CLI draws progress from it. */
import type { CaseResult } from './envelope.js';

export type RunEvent =
  | { type: 'plan'; total: number }
  | { type: 'server'; server: string; state: 'starting' | 'ready' | 'failed' | 'restarting' }
  | { type: 'case-start'; id: string; name: string }
  | { type: 'case-end'; result: CaseResult }
  | { type: 'note'; message: string };

export type Progress = (event: RunEvent) => void;
