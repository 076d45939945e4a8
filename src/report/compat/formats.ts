/** The formats of `mcptest compat` that draw the whole; those that list findings are shared with `lint`. */
import { jsonText } from '../../util/printable-json.js';
import { compatHtml } from './html.js';
import { compatJunit } from './junit.js';
import { compatMarkdown } from './markdown.js';
import { compatPretty } from './pretty.js';
import type { CompatFormat } from './view.js';

export const compatFormats = {
  pretty: compatPretty,
  json: (report) => jsonText(report),
  md: compatMarkdown,
  html: compatHtml,
  junit: compatJunit,
} satisfies Record<string, CompatFormat>;
