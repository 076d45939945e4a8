/** One page in the dress of the report page, without a script; nothing is fetched. */
import { createHash } from 'node:crypto';
import { PAGE_STYLE } from '../../page/bundle.generated.js';
import { escapeHtml } from '../text/escape-html.js';

export interface StaticPage {
  title: string;
  /** Classes of its own. */
  style: string;
  /** The class of the whole, and what is in it. */
  kind: string;
  body: string;
}

export function staticPage({ title, style: own, kind, body }: StaticPage): string {
  const style = `${PAGE_STYLE}${own}`;
  const hash = createHash('sha256').update(style).digest('base64');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main id="app" class="${kind}">
${body}
</main>
</body>
</html>
`;
}
