/** `--reporter html`: the auditor's view as one file that opens from disk and asks nobody for anything. */
import type { Reporter } from '../types/reporter.js';
import { runData, runHtml } from './page-html.js';
import { safeClip } from './text/safe-text.js';

export const html: Reporter = (envelope, { since }) =>
  runHtml(
    { ...runData(envelope), ...(since && { since }) },
    `mcptest: ${envelope.verdict}, ${envelope.summary.total} tests, ${safeClip(envelope.run_id, 64)}`,
  );
