/** The pages of the viewer, and the file that compares two runs. */
import type { ViewerData } from '../page/page-data.js';
import { VIEWER_SCRIPT, VIEWER_SCRIPT_HASH } from '../page/viewer-bundle.generated.js';
import { documentHtml, documentPolicy } from './page-html.js';

export type { LiveRun, RunRow, TestHistory, TestPoint } from '../page/page-data.js';

/** What the page may do; a viewer also asks its own server. */
export function viewerPolicy(connect: "'self'" | "'none'"): string {
  return documentPolicy(VIEWER_SCRIPT_HASH, { connect });
}

export function viewerHtml(data: ViewerData, title: string): string {
  const policy = viewerPolicy(data.view === 'viewer' ? "'self'" : "'none'");
  return documentHtml({ data, title, policy, script: VIEWER_SCRIPT });
}
