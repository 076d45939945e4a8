/** `--format html`: one page in the dress of the report page, without a script; nothing is fetched. */
import type { AuditFinding, AuditGrade, AuditHeading, AuditReport } from '../../types/audit.js';
import type { CompatVerdict } from '../../types/compat.js';
import { plural } from '../../util/text.js';
import { staticPage } from '../cards/static-page.js';
import { escapeHtml, proseHtml } from '../text/escape-html.js';
import {
  type AuditFormat,
  type AuditView,
  changeLines,
  findingText,
  firstOf,
  gainText,
  gateLines,
  gradeText,
  headingText,
  headline,
  titleOf,
} from './view.js';

const OWN_STYLE = `
.audit{display:grid;gap:16px}.audit header{display:flex;gap:16px;align-items:center;flex-wrap:wrap}
.audit header h1{flex:1;min-width:0}.letter{display:inline-grid;place-items:center;border-radius:8px;font-weight:700;
width:34px;height:34px;font-size:18px;flex:none}.letter.big{width:64px;height:64px;font-size:36px;border-radius:14px}
.g-A,.g-B{background:var(--pass-soft);color:var(--pass)}.g-C{background:var(--inconclusive-soft);color:var(--inconclusive)}
.g-D,.g-F{background:var(--fail-soft);color:var(--fail)}.g-none{background:var(--skipped-soft);color:var(--skipped)}
.six{display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:12px}
.audit .card{padding:16px;display:block;margin:0}.six .card{display:flex;gap:12px;align-items:flex-start}.six h3{margin:0}.six p{font-size:13px}
.fixes{display:grid;gap:14px;counter-reset:fix}.fixes li{padding-left:28px;position:relative}
.fixes li::before{counter-increment:fix;content:counter(fix) ".";position:absolute;left:0;color:var(--dim)}
.audit pre{margin:6px 0 0;padding:8px 10px;background:var(--sunk);border:1px solid var(--line);border-radius:8px;
white-space:pre-wrap;overflow-wrap:anywhere}.audit details{border-top:1px solid var(--line);padding:10px 0}
.audit summary{cursor:pointer;font-weight:600}.audit details li{margin:10px 0 0}.chips{display:flex;flex-wrap:wrap;gap:6px}
.chip{border-radius:999px;padding:2px 10px;font-size:13px}.better{color:var(--pass)}.worse{color:var(--fail)}
.audit li,.audit p,.audit h3{overflow-wrap:anywhere}
@media(max-width:480px){.six{grid-template-columns:1fr}#app{padding:16px 14px 32px}}
`;

export const auditHtml: AuditFormat = (view) =>
  staticPage({
    title: `${view.report.server.name}: MCP audit ${gradeText(view.report.grade)}`,
    style: OWN_STYLE,
    kind: 'audit',
    body: body(view),
  });

function body(view: AuditView): string {
  const { report } = view;
  return [
    `<header>${letter(report.grade, 'big')}<h1><span>${escapeHtml(headline(report))}</span></h1></header>`,
    ...gateLines(view.gate).map(
      ({ isGreen, text }) => `<p class="${isGreen ? 'better' : 'worse'}">${escapeHtml(text)}</p>`,
    ),
    changed(view),
    `<section class="six" aria-label="Grades">${report.headings.map(card).join('')}</section>`,
    fixes(report),
    clients(report),
    everything(report),
    `<p class="dim">Audited as <code>${escapeHtml(report.target)}</code> with mcptest ${escapeHtml(report.mcptest)}. ` +
      'A is the best grade and F the worst; ? could not be judged. Nothing was sent anywhere.</p>',
    ...report.notes.map((note) => `<p class="dim">${escapeHtml(note)}</p>`),
  ].join('\n');
}

function letter(grade: AuditGrade | undefined, size = ''): string {
  const said = grade === undefined ? 'not graded' : `grade ${grade}`;
  return `<span class="letter ${size} g-${grade ?? 'none'}" role="img" aria-label="${said}">${gradeText(grade)}</span>`;
}

function card(heading: AuditHeading): string {
  const first = firstOf(heading);
  return [
    `<div class="card">${letter(heading.grade)}<div><h3>${heading.title}</h3>`,
    `<p class="dim">${escapeHtml(headingText(heading))}</p>`,
    first === undefined ? '' : `<p>First: ${escapeHtml(findingText(first))}</p>`,
    '</div></div>',
  ].join('');
}

function fixes(report: AuditReport): string {
  if (report.fixes.length === 0) return '';
  const items = report.fixes.map(
    (fix) =>
      `<li><strong>${escapeHtml(findingText(fix))}</strong> <span class="dim">${escapeHtml(titleOf(report, fix))}: ` +
      `${gainText(fix)}</span><p>${proseHtml(fix.fix)}</p><pre>${escapeHtml(fix.command)}</pre></li>`,
  );
  return `<section class="card"><h2>What to fix first</h2><ol class="fixes">${items.join('')}</ol></section>`;
}

const CHIPS: Record<CompatVerdict, string> = { works: 'g-A', degraded: 'g-C', dropped: 'g-D', error: 'g-F' };

function clients({ clients: verdicts }: AuditReport): string {
  if (verdicts === undefined) return '';
  const chips = Object.entries(verdicts).map(
    ([client, verdict]) => `<span class="chip ${CHIPS[verdict]}">${escapeHtml(client)}: ${verdict}</span>`,
  );
  return `<section class="card"><h2>Clients and model APIs</h2><div class="chips">${chips.join('')}</div></section>`;
}

function everything({ headings }: AuditReport): string {
  const parts = headings
    .filter(({ findings }) => findings.length > 0)
    .map(
      ({ title, findings }) =>
        `<details><summary>${title} <span class="dim">${plural(findings.length, 'finding')}</span></summary>` +
        `<ul>${findings.map(item).join('')}</ul></details>`,
    );
  if (parts.length === 0) return '';
  return `<section class="card"><h2>Everything that was found</h2>${parts.join('')}</section>`;
}

const MOST_TOOLS = 20;

function item(finding: AuditFinding): string {
  const { rule, severity, tools, message, fix, command } = finding;
  const more = tools.length > MOST_TOOLS ? ` and ${tools.length - MOST_TOOLS} more` : '';
  const at =
    tools.length === 0
      ? ''
      : `<p class="dim">At ${escapeHtml(tools.slice(0, MOST_TOOLS).join(', '))}${more}</p>`;
  return (
    `<li><strong>${escapeHtml(rule)}</strong> <span class="dim">${severity}</span> ${escapeHtml(message)}${at}` +
    `<p>${proseHtml(fix)}</p><pre>${escapeHtml(command)}</pre></li>`
  );
}

function changed({ delta }: AuditView): string {
  if (delta === undefined) return '';
  const lines = changeLines(delta);
  if (lines.length === 0) return '<p>Nothing changed.</p>';
  const items = lines.map(({ kind, text }) => `<li class="${kind}">${kind}: ${escapeHtml(text)}</li>`);
  return `<section class="card"><h2>What changed</h2><ul>${items.join('')}</ul></section>`;
}
