/** What `mcptest load` measured as one page: figures, a histogram, memory over time. No script, nothing fetched. */
import type { MemorySample } from '../../types/load.js';
import { staticPage } from '../cards/static-page.js';
import { CARD_STYLE, textOf } from '../cards/tool-card.js';
import { figureRows, manner, type ShownLoad } from './load-text.js';

const WIDTH = 720;
const ROW = 20;
const LABEL = 130;
const PLOT = 140;

const STYLE = `${CARD_STYLE}.plot text{font:12px sans-serif;fill:var(--dim)}.plot rect{fill:var(--accent)}.plot polyline{fill:none;stroke:var(--accent);stroke-width:2}.cards .plot{width:100%;height:auto;min-width:480px;display:block}.wide{overflow-x:auto}`;

export function loadHtml(result: ShownLoad): string {
  const title = `Load of ${result.tool}`;
  const figures = figureRows(result).map(
    ([name, value]) => `<tr><th scope="row">${name}</th><td>${textOf(value)}</td></tr>`,
  );
  const gates = result.gates.map(
    ({ outcome, message }) => `<li><span class="chip t-${outcome}">${outcome}</span> ${textOf(message)}</li>`,
  );
  const body = [
    `<h1>${textOf(title)}</h1>`,
    `<section class="card"><p>${textOf(manner(result))}.</p><table>${figures.join('')}</table></section>`,
    gates.length === 0
      ? ''
      : `<section class="card"><h2>Gates</h2><ul class="fixes">${gates.join('')}</ul></section>`,
    plot('Latency', histogram(result)),
    result.memory ? plot('Memory of the server', memory(result.memory.samples)) : '',
    ...result.notes.map((note) => `<p>${textOf(note)}</p>`),
  ];
  return staticPage({ title, style: STYLE, kind: 'cards', body: body.join('\n') });
}

function plot(title: string, svg: string): string {
  return `<section class="card"><h2>${title}</h2><div class="wide" role="region" tabindex="0" aria-label="${title}">${svg}</div></section>`;
}

function histogram({ histogram: rows }: ShownLoad): string {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const height = rows.length * ROW + 4;
  const bars = rows.map(({ from_ms, to_ms, count }, at) => {
    const width = Math.max(count > 0 ? 1 : 0, (count / most) * (WIDTH - LABEL - 70));
    const y = at * ROW;
    return `<text x="0" y="${y + 14}">${from_ms} – ${to_ms} ms</text><rect x="${LABEL}" y="${y + 3}" width="${width.toFixed(1)}" height="${ROW - 6}"/><text x="${(LABEL + width + 6).toFixed(1)}" y="${y + 14}">${count || ''}</text>`;
  });
  return `<svg class="plot" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Histogram of latencies">${bars.join('')}</svg>`;
}

function memory(samples: readonly MemorySample[]): string {
  const last = Math.max(1, samples.at(-1)?.at_ms ?? 1);
  const most = Math.max(1, ...samples.map(({ mb }) => mb));
  const points = samples.map(({ at_ms, mb }) => {
    const x = LABEL + (at_ms / last) * (WIDTH - LABEL - 10);
    return `${x.toFixed(1)},${(PLOT - 20 - (mb / most) * (PLOT - 40)).toFixed(1)}`;
  });
  return `<svg class="plot" viewBox="0 0 ${WIDTH} ${PLOT}" role="img" aria-label="Memory over time"><text x="0" y="22">${most} MiB</text><text x="0" y="${PLOT - 18}">0 MiB</text><polyline points="${points.join(' ')}"/><text x="${WIDTH - 80}" y="${PLOT - 4}">${(last / 1000).toFixed(1)} s</text></svg>`;
}
