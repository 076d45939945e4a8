/** `--format agent`: few lines for a model that reads along; what servers say stays inside one field a line. */

import type { FindingsFormat } from '../../types/findings-report.js';
import { givenLines } from '../text/given-lines.js';
import { safe } from '../text/safe-text.js';
import { countsOf, problemsOf, subjectOf } from './findings-text.js';

const MAX_FINDINGS = 50;

export const findingsAgent: FindingsFormat = (report, { command }) => {
  const problems = problemsOf(report);
  const lines = problems
    .slice(0, MAX_FINDINGS)
    .flatMap((finding) =>
      givenLines(
        `FINDING ${finding.rule} ${finding.severity}`,
        `  subject: ${subjectOf(finding)}${finding.pointer ? ` ${safe(finding.pointer)}` : ''}`,
        `  finding: ${safe(finding.message)}`,
        finding.suggestion ? `  fix: ${safe(finding.suggestion)}` : undefined,
      ),
    );
  const more = problems.length > MAX_FINDINGS ? [`(+${problems.length - MAX_FINDINGS} more)`] : [];
  return `${[`${command.toUpperCase()} ${countsOf(report)}`, ...lines, ...more].join('\n')}\n`;
};
