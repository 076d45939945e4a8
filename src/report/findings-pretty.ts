/** `--format pretty`: findings under their tool, worst first, each with what to do. */
import type { Finding } from '../types/envelope.js';
import type { FindingsFormat } from '../types/findings-report.js';
import { countsOf, problemsOf, subjectOf } from './findings-text.js';
import { type Colour, painter } from './paint.js';
import { safe, safeClip } from './safe-text.js';

const COLOURS: Record<Finding['severity'], Colour> = {
  critical: 'red',
  high: 'red',
  medium: 'yellow',
  warning: 'yellow',
  low: 'cyan',
  info: 'dim',
  pass: 'green',
};

export const findingsPretty: FindingsFormat = (report, options) => {
  const paint = painter(options.color);
  const lines: string[] = [];
  let subject: string | undefined;
  for (const finding of problemsOf(report)) {
    const at = subjectOf(finding);
    if (at !== subject) lines.push(...(subject === undefined ? [] : ['']), paint('bold', at));
    subject = at;
    lines.push(
      `  ${paint(COLOURS[finding.severity], finding.severity.padEnd(8))}  ${finding.rule}  ${safe(finding.message)}`,
    );
    if (finding.pointer) lines.push(paint('dim', `            at ${safeClip(finding.pointer, 160)}`));
    if (finding.excerpt && !finding.message.includes(finding.excerpt))
      lines.push(paint('dim', `            "${safe(finding.excerpt)}"`));
    if (finding.suggestion) lines.push(`            ${safe(finding.suggestion)}`);
  }
  return `${lines.length === 0 ? '' : `${lines.join('\n')}\n\n`}${countsOf(report)}\n`;
};
