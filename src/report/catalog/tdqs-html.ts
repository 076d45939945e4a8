/** `mcptest tdqs score --format html`: the score of each tool with the reason for each part, and what to fix first. */
import type { Catalog } from '../../types/catalog.js';
import type { ServerScore, TdqsReport, Tier, ToolResult, ToolScore } from '../../types/tdqs.js';
import { plural } from '../../util/text.js';
import { staticPage } from '../cards/static-page.js';
import { CARD_STYLE, proseOf, type Tone, textOf, toolCard } from '../cards/tool-card.js';
import {
  booksText,
  DIMENSION_LABELS,
  DIMENSION_NAMES,
  fixText,
  flagsOf,
  graded,
  isScored,
  raisesText,
  worthFixing,
} from './tdqs-words.js';

const TONES: Record<Tier, Tone> = { A: 'pass', B: 'pass', C: 'inconclusive', D: 'fail', F: 'fail' };
const FIRST = 5;

export function tdqsHtml({ report, catalogs }: { report: TdqsReport; catalogs: readonly Catalog[] }): string {
  const scores = report.servers.map(
    ({ name, overallScore, overallTier }) => `${name} ${graded(overallScore, overallTier)}`,
  );
  const title = `TDQS: ${scores.slice(0, 3).join(', ')}${scores.length > 3 ? ` and ${scores.length - 3} more` : ''}`;
  const body = [
    `<h1>${textOf(title)}</h1>`,
    ...report.servers.map((server, at) => serverPart(server, catalogs[at])),
    `<p class="dim">Judge: ${textOf(report.judge)}, rubric ${textOf(report.rubric)}. From 1 (a model cannot use it) to 5.</p>`,
    ...(report.books === undefined ? [] : [`<p class="dim">${textOf(booksText(report.books))}</p>`]),
  ];
  return staticPage({ title, style: CARD_STYLE, kind: 'cards', body: body.join('\n') });
}

function serverPart(server: ServerScore, catalog: Catalog | undefined): string {
  const fixes = worthFixing(server, FIRST).map(
    ({ tool, raises }) => `<li><b>${textOf(tool)}</b>: ${textOf(raisesText(server, raises))}</li>`,
  );
  const faults = (server.fixes ?? []).slice(0, FIRST).map((fix) => {
    const [sentence] = fix.sentences;
    const write = sentence === undefined ? '' : `<br>For ${textOf(sentence.tool)}: ${proseOf(sentence.text)}`;
    return `<li>${proseOf(fixText(fix))}${write}</li>`;
  });
  const worst = [...server.tools].sort((one, two) => rank(one) - rank(two));
  return [
    `<section class="card"><h2>${textOf(server.name)}: ${graded(server.overallScore, server.overallTier)}</h2>`,
    `<p>Descriptions ${graded(server.descriptionQualityScore, server.descriptionQualityTier)}, the set as a whole ${graded(server.coherenceScore, server.coherenceTier)}, ${plural(server.toolCount, 'tool')}.</p>`,
    faults.length === 0 ? '' : `<h3>What to fix first</h3><ol class="fixes">${faults.join('')}</ol>`,
    fixes.length === 0 ? '' : `<h3>Tools worth the most work</h3><ul class="fixes">${fixes.join('')}</ul>`,
    '</section>',
    ...worst.map((tool) => card(tool, catalog)),
  ].join('\n');
}

const rank = (tool: ToolResult): number => (isScored(tool) ? tool.tdqs : 0);

function card(tool: ToolResult, catalog: Catalog | undefined): string {
  const scored = isScored(tool);
  return toolCard({
    title: tool.name,
    tool: catalog?.tools.find(({ name }) => name === tool.name),
    tone: scored ? TONES[tool.tier] : 'skipped',
    chips: scored ? [`${tool.tdqs.toFixed(1)} ${tool.tier}`, ...flagsOf(tool)] : ['not scored'],
    marks: [],
    above: scored ? reasons(tool) : `<p>Not scored: ${textOf(tool.unscored)}</p>`,
  });
}

function reasons({ justifications }: ToolScore): string {
  const rows = DIMENSION_NAMES.map((dimension) => {
    const { score, justification } = justifications[dimension];
    return `<tr><th scope="row">${DIMENSION_LABELS[dimension]}</th><td class="n">${score} of 5</td><td>${proseOf(justification)}</td></tr>`;
  });
  return `<table class="reasons">${rows.join('')}</table>`;
}
