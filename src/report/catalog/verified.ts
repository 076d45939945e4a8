/** `mcptest verify`: where a live server differs from its recording, and what was not judged. */

import type { VerifiedRequest, VerifyReport } from '../../types/catalog-diff.js';
import type { ReportOptions } from '../../types/reporter.js';
import { plural } from '../../util/text.js';
import { painter } from '../text/paint.js';
import { safe, safeClip } from '../text/safe-text.js';
import { renderDiff } from './catalog-diff.js';

const VERDICTS = {
  same: 'the server answers as it was recorded',
  drift: 'the server has drifted from the recording',
  'not-judged': 'not judged: the server could not be compared with all of the recording',
} as const;

export function renderVerified(report: VerifyReport, options: Pick<ReportOptions, 'color'>): string {
  const paint = painter(options.color);
  const { catalog, requests } = report;
  const tools = catalog && catalog.changes.length > 0 ? [`tools\n${renderDiff(catalog, options)}`] : [];
  const told = requests
    .filter(({ outcome }) => outcome !== 'same')
    .map((request) => {
      const isDrift = request.outcome === 'drift';
      const word = isDrift ? paint('red', 'drift     ') : paint('yellow', 'not judged');
      const place = request.pointer ? `\n            ${paint('dim', safeClip(request.pointer, 200))}` : '';
      return `${word}  ${nameOf(request)}: ${safe(request.message ?? '')}${place}`;
    });
  const count = (wanted: string): number => requests.filter(({ outcome }) => outcome === wanted).length;
  const counts = `${plural(requests.length, 'request')}: ${count('same')} the same, ${count('drift')} drifted, ${count('not-judged')} not judged`;
  return `${[...tools, ...told, counts, VERDICTS[report.verdict]].join('\n')}\n`;
}

function nameOf({ method, tool, params }: VerifiedRequest): string {
  const asked = JSON.stringify((params as { arguments?: unknown } | undefined)?.arguments ?? {});
  return tool === undefined ? safe(method) : `${safeClip(tool, 80)} ${safeClip(asked, 120)}`;
}
