/** A page without a script that fetches nothing, for commands with a small report of their own. */
import { createHash } from 'node:crypto';
import { safe } from './safe-text.js';

const STYLE = `
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:52rem;padding:0 1rem;color:#1a1a1a;background:#fff}
table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top}
svg{width:100%;height:auto}rect{fill:#2a6fb0}polyline{fill:none;stroke:#2a6fb0;stroke-width:2}text{font:12px sans-serif;fill:#444}
.pass{color:#116622}.fail{color:#b00020}.inconclusive{color:#8a5a00}
@media (prefers-color-scheme:dark){body{color:#eee;background:#161616}text{fill:#bbb}.pass{color:#7bd88f}.fail{color:#ff8a8a}.inconclusive{color:#ffcf70}}
`;

/** `body` is HTML: whoever makes it escapes what came from outside. */
export function plainPage(title: string, body: string): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

export function escaped(text: string): string {
  return safe(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
