/** A comparison as plain text, as Markdown or as JSON; most formats of a single run have no place for one. Twin of `compare-html.ts`. */
import type { Comparison } from '../../envelope/compare.js';
import type { ReportOptions } from '../../types/reporter.js';
import { McptestError } from '../../util/errors.js';
import { jsonText } from '../../util/printable-json.js';
import { renderComparison } from './compare.js';
import { compareMarkdown } from './compare-md.js';

export function comparisonText(
  comparison: Comparison,
  format: string,
  options: Pick<ReportOptions, 'color'>,
): string {
  if (format === 'json') return jsonText(comparison);
  if (format === 'md') return compareMarkdown(comparison);
  if (format === 'pretty') return renderComparison(comparison, options);
  throw new McptestError({
    code: 'bad-report',
    message: `two runs cannot be compared as ${format}`,
    hint: 'Take --format pretty, md, html or json.',
  });
}
