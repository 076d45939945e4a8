/** `--format html`: what to fix first, then a card for each tool with what was found in its text and schema. */
import { type Fault, faultsOf } from '../../envelope/faults.js';
import type { Catalog, ToolDef } from '../../types/catalog.js';
import type { Finding } from '../../types/envelope.js';
import type { FindingsFormat, FindingsReport } from '../../types/findings-report.js';
import { groupBy } from '../../util/group-by.js';
import { plural } from '../../util/text.js';
import { staticPage } from '../cards/static-page.js';
import { CARD_STYLE, type Mark, proseOf, type Tone, textOf, toolCard } from '../cards/tool-card.js';
import { countsOf, problemsOf, subjectOf } from './findings-text.js';

export const TONES: Record<Finding['severity'], Tone> = {
  critical: 'fail',
  high: 'fail',
  medium: 'inconclusive',
  warning: 'inconclusive',
  low: 'skipped',
  info: 'skipped',
  pass: 'pass',
};
const FIRST = 5;
/** So many cards; the rest is counted, and the other formats have all of it. */
const MOST_CARDS = 200;

export const findingsHtml: FindingsFormat = (report, { command, catalogs = [] }) => {
  const title = `mcptest ${command}: ${countsOf(report)}`;
  const problems = problemsOf(report);
  const faults = faultsOf(problems);
  const subjects = groupBy(problems, subjectOf);
  const clean = toolsOf(catalogs).filter(({ name }) => !subjects.has(name));
  const cards = [...subjects]
    .slice(0, MOST_CARDS)
    .map(([name, found]) => card(name, found, { report, catalogs }));
  const left = subjects.size - cards.length;
  const body = [
    `<h1>${textOf(title)}</h1>`,
    faults.length === 0 ? '<p>Nothing to fix.</p>' : firstFixes(faults),
    cards.length === 0 ? '' : '<h2>Tool by tool, the worst first</h2>',
    ...cards,
    left > 0 ? `<p class="dim">${plural(left, 'more tool')}: --format json has all of them.</p>` : '',
    clean.length === 0
      ? ''
      : `<details><summary>${plural(clean.length, 'tool')} without a finding</summary><p class="text">${clean.map(({ name }) => textOf(name)).join(', ')}</p></details>`,
  ];
  return staticPage({ title, style: CARD_STYLE, kind: 'cards', body: body.join('\n') });
};

function firstFixes(faults: readonly Fault[]): string {
  const items = faults.slice(0, FIRST).map(({ rule, severity, suggestion, findings: [first], subjects }) => {
    const fix = suggestion === undefined ? '' : `<br>Fix: ${proseOf(suggestion)}`;
    const chip = `<span class="chip t-${TONES[severity]}">${severity}</span>`;
    return `<li>${chip} <b>${textOf(rule)}</b> ${proseOf(first.message)} <span class="dim">in ${plural(subjects, 'tool')}</span>${fix}</li>`;
  });
  const rest =
    faults.length > FIRST
      ? `<p class="dim more">${plural(faults.length - FIRST, 'more problem')} below.</p>`
      : '';
  return `<section class="card"><h2>What to fix first</h2><ol class="fixes">${items.join('')}</ol>${rest}</section>`;
}

interface Known {
  report: FindingsReport;
  catalogs: readonly Catalog[];
}

function card(title: string, found: readonly Finding[], { report, catalogs }: Known): string {
  const [worst] = found as [Finding];
  const tokens = report.tokens?.by_tool[title] ?? report.tokens?.by_tool[worst.tool ?? ''];
  return toolCard({
    title,
    tool: toolsOf(catalogs).find(({ name }) => name === title)?.tool,
    tone: TONES[worst.severity],
    chips: [plural(found.length, 'finding'), ...(tokens === undefined ? [] : [plural(tokens, 'token')])],
    marks: found.map(markOf),
  });
}

function markOf({ rule, severity, pointer = '', message, suggestion, excerpt }: Finding): Mark {
  return { pointer, tone: TONES[severity], label: `${rule} ${severity}`, message, fix: suggestion, excerpt };
}

function toolsOf(catalogs: readonly Catalog[]): { name: string; tool: ToolDef }[] {
  return catalogs.flatMap(({ server, tools }) =>
    tools.map((tool) => ({ name: subjectOf({ server, tool: tool.name } as Finding), tool })),
  );
}
