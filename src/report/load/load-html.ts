/** What `mcptest load` measured as one page: figures, a histogram, memory over time. No script, nothing fetched. */
import type { MemorySample } from '../../types/load.js';
import { staticPage } from '../cards/static-page.js';
import { CARD_STYLE, textOf } from '../cards/tool-card.js';
import { figureRows, manner, type ShownLoad } from './load-text.js';

const WORDS: Record<number, string> = { 0: ': passed', 1: ': failed', 3: ': not judged' };
const WIDTH = 720;
const PLOT = 100;

const STYLE = `${CARD_STYLE}.cards .bands th{white-space:nowrap;font-weight:400;width:1%}.cards .bands td,.cards .bands th{border:0;padding:1px 8px 1px 0}.bands td.n{width:1%;text-align:right}.bands svg{display:block;fill:var(--accent)}.bands td{vertical-align:middle}.memory{display:block;width:100%;height:100px;border-bottom:1px solid var(--line)}.memory polyline{fill:none;stroke:var(--accent);stroke-width:2;vector-effect:non-scaling-stroke}`;

export function loadHtml(result: ShownLoad): string {
  const title = `Load of ${result.tool}${WORDS[result.exit_code] ?? ''}`;
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

function plot(title: string, picture: string): string {
  return `<section class="card"><h2>${title}</h2>${picture}</section>`;
}

/** A row for each band: its edges, a bar, its count. Text keeps its size on a small screen. */
function histogram({ histogram: rows }: ShownLoad): string {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const bars = rows.map(({ from_ms, to_ms, count }) => {
    const width = count === 0 ? 0 : Math.max(0.5, (count / most) * 100);
    return `<tr><th scope="row">${from_ms} – ${to_ms} ms</th><td><svg width="100%" height="14" aria-hidden="true"><rect width="${width.toFixed(1)}%" height="14"/></svg></td><td class="n">${count}</td></tr>`;
  });
  return `<table class="bands"><caption class="hidden">Calls by latency</caption>${bars.join('')}</table>`;
}

function memory(samples: readonly MemorySample[]): string {
  const last = Math.max(1, samples.at(-1)?.at_ms ?? 1);
  const most = Math.max(1, ...samples.map(({ mb }) => mb));
  const points = samples.map(({ at_ms, mb }) => {
    return `${((at_ms / last) * WIDTH).toFixed(1)},${(PLOT - 4 - (mb / most) * (PLOT - 8)).toFixed(1)}`;
  });
  return `<svg class="memory" viewBox="0 0 ${WIDTH} ${PLOT}" preserveAspectRatio="none" role="img" aria-label="Memory over time, at most ${most} MiB"><polyline points="${points.join(' ')}"/></svg><p class="dim">0 to ${most} MiB over ${(last / 1000).toFixed(1)} s</p>`;
}
