/** Small things that the formats of findings share. */
import type { Finding } from '../../types/envelope.js';
import type { FindingsReport } from '../../types/findings-report.js';
import { plural } from '../../util/text.js';
import { safeClip } from '../text/safe-text.js';

export function problemsOf({ findings }: FindingsReport): Finding[] {
  return findings.filter(({ severity }) => severity !== 'pass');
}

/** `server.tool`, or whichever there is. */
export function subjectOf({ server, tool }: Finding): string {
  return safeClip(server && tool ? `${server}.${tool}` : server || tool || 'catalogue', 120);
}

/** `2 high, 1 low in 14 tools`. */
export function countsOf({ summary, tools }: FindingsReport): string {
  const counts = (['critical', 'high', 'medium', 'warning', 'low', 'info'] as const)
    .filter((severity) => summary[severity] > 0)
    .map((severity) =>
      severity === 'warning' ? plural(summary.warning, severity) : `${summary[severity]} ${severity}`,
    );
  return `${counts.join(', ') || 'no findings'} in ${tools} ${tools === 1 ? 'tool' : 'tools'}`;
}
