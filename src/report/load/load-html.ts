/** What `mcptest load` measured as one page: figures, a histogram, memory over time. No script, nothing fetched. */
import type { MemorySample } from '../../types/load.js';
import { escaped, plainPage } from '../text/plain-page.js';
import { figureRows, manner, type ShownLoad } from './load-text.js';

const WIDTH = 720;
const ROW = 20;
const LABEL = 130;
const PLOT = 140;

export function loadHtml(result: ShownLoad): string {
  return plainPage(
    `Load of ${result.tool}`,
    `<p>${escaped(manner(result))}.</p>
<table><tbody>${figureRows(result)
      .map(([name, value]) => `<tr><th scope="row">${name}</th><td>${escaped(value)}</td></tr>`)
      .join('')}</tbody></table>
<h2>Latency</h2>
${histogram(result)}
${result.memory ? `<h2>Memory of the server</h2>\n${memory(result.memory.samples)}` : ''}
<h2>Gates</h2>
<ul>${result.gates.map(({ outcome, message }) => `<li class="${outcome}">${outcome}: ${escaped(message)}</li>`).join('')}</ul>
${result.notes.map((note) => `<p>${escaped(note)}</p>`).join('')}`,
  );
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
