/** `--format md`: a table for a pull request. */
import type { FindingsFormat } from '../../types/findings-report.js';
import { safe } from '../text/safe-text.js';
import { countsOf, problemsOf, subjectOf } from './findings-text.js';

export const findingsMd: FindingsFormat = (report, { command }) => {
  const rows = problemsOf(report).map(
    (finding) =>
      `| ${finding.severity} | ${cell(finding.rule)} | ${cell(subjectOf(finding))} | ${cell(finding.message)} |`,
  );
  const table =
    rows.length === 0 ? [] : ['', '| severity | rule | subject | finding |', '|---|---|---|---|', ...rows];
  return `${[`### mcptest ${command}: ${countsOf(report)}`, ...table].join('\n')}\n`;
};

/** No text of a server can open a link, an image, a tag or a new cell. */
function cell(text: string): string {
  return safe(text)
    .replace(/[\\`*_[\]<>#|~@&]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll('://', ':&#47;/');
}
