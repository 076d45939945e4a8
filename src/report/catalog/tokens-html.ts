/** `mcptest tokens --format html`: the tools as rectangles, each as large as what it costs, and the same as a table. */
import { HIGH, type Tile, tilesOf, WIDE } from '../../page/views/tiles.js';
import type { TokenReport, TokenRow } from '../../types/token-report.js';
import { clip, plural } from '../../util/text.js';
import { staticPage } from '../cards/static-page.js';
import { CARD_STYLE, textOf } from '../cards/tool-card.js';
import { tokensSummary } from './tokens.js';

const FIRST = 5;
/** So many rectangles can be told apart; what is left over is one. */
const MOST_TILES = 60;
const MOST_ROWS = 1000;
const STYLE = `${CARD_STYLE}.cards th.n{text-align:right}.cards td.n,.cards th.n{text-align:right}.cards .scroll{overflow-x:auto}.up{color:var(--fail)}.down{color:var(--pass)}
@media(max-width:480px){.cards .scroll table{font-size:14px}.cards .scroll th{font-size:12px}.cards .scroll th:first-child{overflow-wrap:anywhere}.cards .scroll td,.cards .scroll th{padding-right:6px}}`;

export function tokensHtml(report: TokenReport): string {
  const title = `Tokens of the tools: ${tokensSummary(report)}`;
  const tools = report.tools.filter(({ tokens }) => tokens > 0);
  const body = [
    `<h1>${textOf(title)}</h1>`,
    '<p class="dim">What a model reads of the tools before it does anything, counted as cl100k.</p>',
    ...report.over_budget.map(
      (text) => `<p class="text"><span class="chip t-fail">over budget</span> ${textOf(text)}</p>`,
    ),
    map(tools),
    firstToShorten(tools, report.total),
    table(report),
  ];
  return staticPage({ title, style: STYLE, kind: 'cards', body: body.join('\n') });
}

function map(tools: readonly TokenRow[]): string {
  if (tools.length < 2) return '';
  const shown = tools.slice(0, MOST_TILES);
  const rest = tools.slice(MOST_TILES);
  const sum = (of: (row: TokenRow) => number): number => rest.reduce((total, row) => total + of(row), 0);
  const rows =
    rest.length === 0
      ? shown
      : [
          ...shown,
          {
            tool: `${rest.length} more`,
            tokens: sum(({ tokens }) => tokens),
            description: sum(({ description }) => description),
          },
        ];
  const tiles = tilesOf(rows.map(({ tokens }) => tokens));
  const drawn = rows.map((row, at) => tileOf(row, tiles[at] as Tile));
  return [
    '<section class="card"><h2>Tool by tool</h2>',
    `<svg class="treemap" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label="${plural(tools.length, 'tool')} by their tokens">${drawn.join('')}</svg>`,
    '<p class="dim">The area is what a tool costs. The upper part is its description, the lower part its name and schema.</p></section>',
  ].join('');
}

function tileOf({ tool, tokens, description }: Omit<TokenRow, 'name' | 'schema'>, tile: Tile): string {
  const { x, y } = tile;
  const [width, height] = [Math.max(0, tile.width - 2), Math.max(0, tile.height - 2)];
  const letters = Math.floor((tile.width - 10) / 8);
  const place = `x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}"`;
  const name = letters > 3 && height > 16 ? textOf(clip(tool, letters)) : '';
  return [
    `<g><title>${textOf(`${clip(tool, 120)}: ${tokens} tokens, ${description} of them its description`)}</title>`,
    `<rect class="schema" ${place} height="${height.toFixed(1)}"/>`,
    `<rect class="text" ${place} height="${(height * Math.min(1, description / tokens)).toFixed(1)}"/>`,
    name === '' ? '' : `<text x="${(x + 5).toFixed(1)}" y="${(y + 14).toFixed(1)}">${name}</text>`,
    '</g>',
  ].join('');
}

/** The tools that cost most, and which part of them it is. */
function firstToShorten(tools: readonly TokenRow[], total: number): string {
  if (tools.length < 2) return '';
  const items = tools.slice(0, FIRST).map(({ tool, tokens, description, schema }) => {
    const share = Math.round((tokens / total) * 100);
    const part = description > schema ? `its description has ${description}` : `its schema has ${schema}`;
    return `<li><b>${textOf(tool)}</b> ${tokens} tokens, ${share}% of all; ${part}</li>`;
  });
  return `<section class="card"><h2>What to shorten first</h2><ol class="fixes">${items.join('')}</ol></section>`;
}

function table({ tools, base_total }: TokenReport): string {
  const compared = base_total !== undefined;
  const head = ['tokens', 'name', 'description', 'schema', ...(compared ? ['change'] : [])];
  const rows = tools.slice(0, MOST_ROWS).map((row) => {
    const counts = [row.tokens, row.name, row.description, row.schema].map(
      (count) => `<td class="n">${count}</td>`,
    );
    const { delta = 0 } = row;
    const change = compared ? `<td class="n ${tone(delta)}">${delta > 0 ? '+' : ''}${delta}</td>` : '';
    return `<tr><th scope="row">${textOf(row.tool)}</th>${counts.join('')}${change}</tr>`;
  });
  const left = tools.length - rows.length;
  const more =
    left > 0 ? `<p class="dim">${plural(left, 'more tool')}: --format json has all of them.</p>` : '';
  return `<section class="card"><h2>All tools</h2><div class="scroll" role="region" tabindex="0" aria-label="All tools"><table><tr><th>tool</th>${head.map((name) => `<th class="n">${name}</th>`).join('')}</tr>${rows.join('')}</table></div>${more}</section>`;
}

function tone(delta: number): string {
  if (delta === 0) return '';
  return delta > 0 ? 'up' : 'down';
}
