/** Two runs side by side as one file, as the viewer shows them. */
import type { Comparison } from '../../envelope/compare.js';
import { VERSION } from '../../util/version.js';
import { safeClip } from '../text/safe-text.js';
import { viewerHtml } from '../viewer-html.js';

export function comparisonPage(comparison: Comparison): string {
  const { base, current } = comparison;
  const title = `mcptest: ${base.verdict} → ${current.verdict}, ${safeClip(current.run_id, 64)}`;
  return viewerHtml({ view: 'compare', comparison, version: VERSION }, title);
}
