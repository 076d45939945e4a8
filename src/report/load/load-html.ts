/** What `mcptest load` measured as one page: figures, a histogram, memory over time. No script, nothing fetched. */
import { createHash } from 'node:crypto';
import type { MemorySample } from '../../types/load.js';
import { safe } from '../text/safe-text.js';
import { figureRows, manner, type ShownLoad } from './load-text.js';

const STYLE = `
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:52rem;padding:0 1rem;color:#1a1a1a;background:#fff}
table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top}
svg{width:100%;height:auto}rect{fill:#2a6fb0}polyline{fill:none;stroke:#2a6fb0;stroke-width:2}text{font:12px sans-serif;fill:#444}
.pass{color:#116622}.fail{color:#b00020}.inconclusive{color:#8a5a00}
@media (prefers-color-scheme:dark){body{color:#eee;background:#161616}text{fill:#bbb}.pass{color:#7bd88f}.fail{color:#ff8a8a}.inconclusive{color:#ffcf70}}
`;
const WIDTH = 720;
const ROW = 20;
const LABEL = 130;
const PLOT = 140;

export function loadHtml(result: ShownLoad): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const title = `Load of ${escaped(result.tool)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escaped(manner(result))}.</p>
<table><tbody>${figureRows(result)
    .map(([name, value]) => `<tr><th scope="row">${name}</th><td>${escaped(value)}</td></tr>`)
    .join('')}</tbody></table>
<h2>Latency</h2>
${histogram(result)}
${result.memory ? `<h2>Memory of the server</h2>\n${memory(result.memory.samples)}` : ''}
<h2>Gates</h2>
<ul>${result.gates.map(({ outcome, message }) => `<li class="${outcome}">${outcome}: ${escaped(message)}</li>`).join('')}</ul>
${result.notes.map((note) => `<p>${escaped(note)}</p>`).join('')}
</main>
</body>
</html>
`;
}

function histogram({ histogram: rows }: ShownLoad): string {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const height = rows.length * ROW + 4;
  const bars = rows.map(({ from_ms, to_ms, count }, at) => {
    const width = Math.max(count > 0 ? 1 : 0, (count / most) * (WIDTH - LABEL - 70));
    const y = at * ROW;
    return `<text x="0" y="${y + 14}">${from_ms} – ${to_ms} ms</text><rect x="${LABEL}" y="${y + 3}" width="${width.toFixed(1)}" height="${ROW - 6}"/><text x="${(LABEL + width + 6).toFixed(1)}" y="${y + 14}">${count || ''}</text>`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Histogram of latencies">${bars.join('')}</svg>`;
}

function memory(samples: readonly MemorySample[]): string {
  const last = Math.max(1, samples.at(-1)?.at_ms ?? 1);
  const most = Math.max(1, ...samples.map(({ mb }) => mb));
  const points = samples.map(({ at_ms, mb }) => {
    const x = LABEL + (at_ms / last) * (WIDTH - LABEL - 10);
    return `${x.toFixed(1)},${(PLOT - 20 - (mb / most) * (PLOT - 40)).toFixed(1)}`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${PLOT}" role="img" aria-label="Memory over time"><text x="0" y="22">${most} MiB</text><text x="0" y="${PLOT - 18}">0 MiB</text><polyline points="${points.join(' ')}"/><text x="${WIDTH - 80}" y="${PLOT - 4}">${(last / 1000).toFixed(1)} s</text></svg>`;
}

function escaped(text: string): string {
  return safe(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
