/** `--format github`: annotations on files. No text of a server can begin a command. */
import type { Finding } from '../../types/envelope.js';
import type { FindingsFormat } from '../../types/findings-report.js';
import { safe } from '../text/safe-text.js';
import { countsOf, problemsOf, subjectOf } from './findings-text.js';

const KINDS: Record<Finding['severity'], string> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  warning: 'warning',
  low: 'notice',
  info: 'notice',
  pass: 'notice',
};

export const findingsGithub: FindingsFormat = (report, options) => {
  const lines = problemsOf(report).map((finding) => {
    const place = options.place(finding);
    const where = place === undefined ? [] : [`file=${property(place.file)}`, `line=${place.line}`];
    const title = `title=${property(`${finding.rule} ${subjectOf(finding)}`)}`;
    return `::${KINDS[finding.severity]} ${[...where, title].join(',')}::${data(safe(finding.message))}`;
  });
  return `${[...lines, `::notice title=${property(`mcptest ${options.command}`)}::${data(countsOf(report))}`].join('\n')}\n`;
};

function data(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function property(text: string): string {
  return data(safe(text)).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
