/** `--format junit`: a case a client; what is only maybe so is told and fails nothing. */
import type { ClientReport } from '../../types/compat.js';
import { escapeXml } from '../text/escape-xml.js';
import { type CompatFormat, headline, subjectOf } from './view.js';

export const compatJunit: CompatFormat = (report) => {
  const { clients, not_judged } = report;
  const failures = clients.filter(isBroken).length;
  const totals = `tests="${clients.length + not_judged.length}" failures="${failures}" errors="0" skipped="${not_judged.length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="mcptest compat" time="0" ${totals}>`,
    `<testsuite name="${escapeXml(headline(report))}" time="0" ${totals}>`,
    ...clients.map(caseOf),
    ...not_judged.map(
      ({ client }) => `${head(client)}><skipped message="nothing is known that could be judged"/></testcase>`,
    ),
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};

function isBroken({ verdict }: ClientReport): boolean {
  return verdict === 'error' || verdict === 'dropped';
}

function head(client: string): string {
  return `<testcase name="${escapeXml(client)}" classname="compat" time="0"`;
}

function caseOf(client: ClientReport): string {
  const { findings, verdict } = client;
  if (findings.length === 0) return `${head(client.client)}/>`;
  const lines = findings.map(
    (finding) =>
      `${finding.maybe ? 'maybe' : finding.verdict} ${finding.rule} ${subjectOf(finding)}: ${finding.message}`,
  );
  const text = escapeXml(lines.join('\n'));
  if (!isBroken(client)) return `${head(client.client)}><system-out>${text}</system-out></testcase>`;
  return `${head(client.client)}><failure message="${escapeXml(lines[0] ?? '')}" type="${verdict}">${text}</failure></testcase>`;
}
