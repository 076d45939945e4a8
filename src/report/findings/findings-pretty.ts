/** `--format pretty`: findings under their tool, worst first, each with what to do. */
import type { Finding } from '../../types/envelope.js';
import type { FindingsFormat } from '../../types/findings-report.js';
import { type Colour, painter } from '../text/paint.js';
import { safe, safeClip } from '../text/safe-text.js';
import { countsOf, problemsOf, subjectOf } from './findings-text.js';

const COLOURS: Record<Finding['severity'], Colour> = {
  critical: 'red',
  high: 'red',
  medium: 'yellow',
  warning: 'yellow',
  low: 'cyan',
  info: 'dim',
  pass: 'green',
};

/** Of one rule on one tool so many are shown; the machine formats hold all of them. */
const SHOWN = 3;
const INDENT = ' '.repeat(12);

export const findingsPretty: FindingsFormat = (report, options) => {
  const paint = painter(options.color);
  const lines: string[] = [];
  let subject: string | undefined;
  for (const group of groupsOf(problemsOf(report))) {
    const [first] = group as [Finding];
    const at = subjectOf(first);
    if (at !== subject && subject !== undefined) lines.push('');
    if (at !== subject) lines.push(paint('bold', at));
    subject = at;
    for (const finding of group.slice(0, SHOWN)) {
      const severity = paint(COLOURS[finding.severity], finding.severity.padEnd(8));
      lines.push(`  ${severity}  ${finding.rule}  ${safe(finding.message)}`);
      if (finding.pointer) lines.push(paint('dim', `${INDENT}at ${safeClip(finding.pointer, 160)}`));
      if (finding.excerpt && !finding.message.includes(finding.excerpt))
        lines.push(paint('dim', `${INDENT}"${safe(finding.excerpt)}"`));
    }
    if (group.length > SHOWN)
      lines.push(paint('dim', `${INDENT}and ${group.length - SHOWN} more of ${first.rule}`));
    if (first.suggestion) lines.push(`${INDENT}${paint('cyan', 'fix')} ${safe(first.suggestion)}`);
  }
  return `${lines.length === 0 ? '' : `${lines.join('\n')}\n\n`}${countsOf(report)}\n`;
};

/** Neighbours that are the same rule on the same tool with the same fix. */
function groupsOf(findings: Finding[]): Finding[][] {
  const groups: Finding[][] = [];
  for (const finding of findings) {
    const last = groups.at(-1);
    const first = last?.[0];
    if (last && first && isSameAdvice(first, finding)) last.push(finding);
    else groups.push([finding]);
  }
  return groups;
}

function isSameAdvice(one: Finding, two: Finding): boolean {
  return (
    one.rule === two.rule &&
    one.suggestion === two.suggestion &&
    one.severity === two.severity &&
    subjectOf(one) === subjectOf(two)
  );
}
