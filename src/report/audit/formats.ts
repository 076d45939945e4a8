/** The formats of `mcptest audit`. */
import { jsonText } from '../../util/printable-json.js';
import { auditAgent } from './agent.js';
import { auditBadge } from './badge.js';
import { auditHtml } from './html.js';
import { auditMarkdown } from './markdown.js';
import { auditPretty } from './pretty.js';
import { auditSarif } from './sarif.js';
import type { AuditFormat } from './view.js';

/** The report itself, so that it can be saved and compared; what it was compared with beside it. */
const json: AuditFormat = ({ report, delta }) => jsonText({ ...report, delta });

export const auditFormats = {
  pretty: auditPretty,
  json,
  md: auditMarkdown,
  html: auditHtml,
  badge: auditBadge,
  sarif: auditSarif,
  agent: auditAgent,
} satisfies Record<string, AuditFormat>;
