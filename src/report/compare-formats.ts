/** A comparison as JSON, as Markdown, or as plain text for every other format. */
import type { Comparison } from '../envelope/compare.js';
import type { ReportOptions } from '../types/reporter.js';
import { jsonText } from '../util/harmless-json.js';
import { renderComparison } from './compare.js';
import { compareMarkdown } from './compare-md.js';

export function comparisonText(
  comparison: Comparison,
  format: string,
  options: Pick<ReportOptions, 'color'>,
): string {
  if (format === 'json') return jsonText(comparison);
  return format === 'md' ? compareMarkdown(comparison) : renderComparison(comparison, options);
}
