/** The formats of `mcptest conformance`. */
import { jsonText } from '../../util/printable-json.js';
import { conformanceBadge, conformanceShields } from './badge.js';
import { conformanceHtml } from './html.js';
import { conformanceJunit } from './junit.js';
import { conformanceMarkdown } from './markdown.js';
import { conformancePretty } from './pretty.js';
import { conformanceSarif } from './sarif.js';
import type { ConformanceFormat } from './view.js';

/** The scorecard itself, so that it can be saved and compared; what it was compared with beside it. */
const json: ConformanceFormat = ({ scorecard, baseline, delta }) =>
  jsonText({ ...scorecard, baseline, delta });

export const conformanceFormats = {
  pretty: conformancePretty,
  json,
  md: conformanceMarkdown,
  html: conformanceHtml,
  sarif: conformanceSarif,
  junit: conformanceJunit,
  badge: conformanceBadge,
  shields: conformanceShields,
} satisfies Record<string, ConformanceFormat>;
