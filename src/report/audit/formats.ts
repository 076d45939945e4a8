/** The formats of `mcptest audit`. */
import type { HeadingId } from '../../types/audit.js';
import { jsonText } from '../../util/printable-json.js';
import { auditAgent } from './agent.js';
import { auditBadge } from './badge.js';
import { auditHtml } from './html.js';
import { auditMarkdown } from './markdown.js';
import { auditPretty } from './pretty.js';
import { auditSarif } from './sarif.js';
import { type AuditFormat, type AuditView, findingText, firstOf } from './view.js';

/** What other programs call the headings. */
const NAMES: Readonly<Record<HeadingId, string>> = {
  start: 'behaviour',
  protocol: 'protocol',
  clients: 'clients',
  definitions: 'quality',
  security: 'security',
  tokens: 'cost',
};

/** The report itself, so that it can be saved and compared, with the keys that other programs read. */
export function auditDocument({ report, gate }: Pick<AuditView, 'report' | 'gate'>): object {
  const { version, mcptest, ...rest } = report;
  const { verdict, ...ofGate } = gate;
  return {
    version,
    mcptest,
    verdict,
    gate: ofGate,
    ...rest,
    headings: report.headings.map((heading) => {
      const first = firstOf(heading);
      return {
        name: NAMES[heading.id],
        ...heading,
        fix_first: first === undefined ? null : `${findingText(first)} ${first.fix}`,
      };
    }),
    fixes: report.fixes.map((fix) => ({
      text: `${findingText(fix)} ${fix.fix}`,
      gain: fix.points,
      ...fix,
    })),
  };
}

/** What it was compared with stands beside it. */
const json: AuditFormat = ({ delta, ...view }) => jsonText({ ...auditDocument(view), delta });

export const auditFormats = {
  pretty: auditPretty,
  json,
  md: auditMarkdown,
  html: auditHtml,
  badge: auditBadge,
  sarif: auditSarif,
  agent: auditAgent,
} satisfies Record<string, AuditFormat>;
