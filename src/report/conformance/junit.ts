/** `--format junit`: a case a check. What could not be tested is an error, what does not apply is skipped. */
import type { CheckResult, Scorecard } from '../../types/conformance.js';
import { escapeXml } from '../text/escape-xml.js';
import type { ConformanceFormat } from './view.js';
import { headline } from './view.js';

export const conformanceJunit: ConformanceFormat = ({ scorecard }) => {
  const { checks, duration_ms } = scorecard;
  const time = (duration_ms / 1000).toFixed(3);
  const totals = countsOf(scorecard);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="mcptest conformance" time="${time}" ${totals}>`,
    `<testsuite name="${escapeXml(headline(scorecard))}" time="${time}" ${totals}>`,
    ...checks.map(caseOf),
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};

/** A SHOULD that is broken fails nothing, here as in the exit code. */
function countsOf({ checks }: Scorecard): string {
  const count = (status: CheckResult['status']) => checks.filter((check) => check.status === status).length;
  return `tests="${checks.length}" failures="${count('fail')}" errors="${count('not-testable')}" skipped="${count('not-applicable')}"`;
}

function caseOf({ id, title, status, level, message, frames }: CheckResult): string {
  const head = `<testcase name="${escapeXml(`${id} ${title}`)}" classname="conformance.${id.split('-')[1]}" time="0"`;
  const said = escapeXml(message);
  if (status === 'not-applicable') return `${head}><skipped message="${said}"/></testcase>`;
  if (status === 'not-testable') return `${head}><error message="${said}" type="not-testable"/></testcase>`;
  if (status === 'warn')
    return `${head}><system-out>${escapeXml(`${level}: ${message}`)}</system-out></testcase>`;
  if (status === 'pass') return `${head}/>`;
  const shown = frames.map(({ direction, text }) => `${direction}: ${text}`).join('\n');
  return `${head}><failure message="${said}" type="${level}">${escapeXml(shown)}</failure></testcase>`;
}
