/**
 * One tool as readers of `lint`, `security`, `diff` and `tdqs` see it: its text and its schema, and what was found in them
 * right where it is. The same card in every page.
 */
import type { ToolDef } from '../../types/catalog.js';
import { escapeHtml, proseHtml } from '../text/escape-html.js';
import { safe } from '../text/safe-text.js';
import { type DefinitionLine, definitionLines, lineOf } from './definition.js';

export type Tone = 'fail' | 'inconclusive' | 'pass' | 'skipped';

export interface Mark {
  pointer: string;
  tone: Tone;
  /** `DESC-001 critical`. */
  label: string;
  message: string;
  fix?: string;
  /** The words of the definition that it is about. */
  excerpt?: string;
  before?: string;
  after?: string;
}

export interface Card {
  title: string;
  tool?: ToolDef;
  tone: Tone;
  /** A word or two beside the title; the first has the tone. */
  chips: string[];
  marks: readonly Mark[];
  /** HTML above the definition, such as scores with their reasons. */
  above?: string;
}

export const CARD_STYLE = `
.cards{display:grid;gap:16px}.cards>*{min-width:0}.cards .card{padding:16px;display:block;margin:0}.cards h3{margin:0;overflow-wrap:anywhere}
.cards h2{margin:8px 0 0}.cards .card>h2:first-child{margin-top:0}.head{display:flex;gap:8px;flex-wrap:wrap;align-items:center}.text{white-space:pre-wrap;overflow-wrap:anywhere;margin:8px 0}
.chip{border-radius:999px;padding:2px 10px;font-size:13px;background:var(--sunk);border:1px solid var(--line)}
.t-fail{background:var(--fail-soft);color:var(--fail)}.t-inconclusive{background:var(--inconclusive-soft);color:var(--inconclusive)}
.t-pass{background:var(--pass-soft);color:var(--pass)}.t-skipped{background:var(--skipped-soft);color:var(--skipped)}
.card.c-fail{border-left:4px solid var(--fail)}.card.c-inconclusive{border-left:4px solid var(--inconclusive)}.card.c-pass{border-left:4px solid var(--pass)}
.def{margin:8px 0 0;padding:8px 10px;background:var(--sunk);border:1px solid var(--line);border-radius:8px;font:13px/1.5 var(--mono)}
.def code,.def del,.def ins{display:block;white-space:pre-wrap;overflow-wrap:anywhere;text-decoration:none}.def .at{border-radius:4px}
.note{font:14px/1.45 var(--sans,system-ui,sans-serif);margin:2px 0 6px;padding:4px 10px;border-radius:6px;overflow-wrap:anywhere}
.note b{margin-right:6px}.note code{display:inline}.note span{display:block;color:var(--ink)}mark{background:var(--inconclusive-soft);color:inherit;border-radius:3px}
del{color:var(--fail)}ins{color:var(--pass)}.note del,.note ins{display:block;text-decoration:none}.fixes{display:block;padding-left:24px;margin:8px 0 0}ol.fixes{list-style:decimal}ul.fixes{list-style:disc}.fixes li+li{margin-top:10px}.cards section h3{margin-top:14px}.fixes li{overflow-wrap:anywhere}
.cards summary{cursor:pointer}.cards table{border-collapse:collapse;width:100%;margin:8px 0 0}.cards td,.cards th{padding:4px 8px 4px 0;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
.cards td{overflow-wrap:anywhere}.cards td[class*=t-],.cards td[class*=t-]+td{padding-left:8px}.more{margin-top:10px}.head+.note{margin-top:8px}.cards td.n{font-variant-numeric:tabular-nums;white-space:nowrap}.cards th{font-size:14px}
@media(max-width:480px){#app{padding:16px 14px 32px}.reasons tr{display:grid;grid-template-columns:auto 1fr;border-top:1px solid var(--line);padding:4px 0}.reasons th,.reasons td{border:0}.reasons td:last-child{grid-column:1/-1}}
`;

/** A longer definition is cut between the places that matter. */
const AROUND = 3;
const MOST_LINES = 60;

export function toolCard({ title, tool, tone, chips, marks, above = '' }: Card): string {
  const lines = tool === undefined ? [] : definitionLines(tool);
  const inText = marks.filter(
    ({ pointer }) => pointer === '/description' || pointer.startsWith('/description/'),
  );
  const inLines = marks.filter((mark) => !inText.includes(mark) && lineOf(lines, mark.pointer) !== -1);
  const whole = marks.filter((mark) => !inText.includes(mark) && !inLines.includes(mark));
  return [
    `<article class="card c-${tone}"><div class="head"><h3>${textOf(title)}</h3>`,
    ...chips.map((chip, at) => `<span class="chip${at === 0 ? ` t-${tone}` : ''}">${textOf(chip)}</span>`),
    '</div>',
    above,
    ...whole.map(noteOf),
    tool === undefined ? '' : `<p class="text">${described(tool, inText)}</p>`,
    ...inText.map(noteOf),
    definition(lines, inLines),
    '</article>',
  ].join('');
}

/** The words that findings quote are marked; of two that overlap, the first. */
function described({ description }: ToolDef, marks: readonly Mark[]): string {
  if (typeof description !== 'string' || description === '') return '<span class="dim">no description</span>';
  const places = marks
    .map(({ excerpt = '' }) => excerpt.replace(/…$/, ''))
    .filter((excerpt) => excerpt !== '' && description.includes(excerpt))
    .map((excerpt) => ({
      from: description.indexOf(excerpt),
      to: description.indexOf(excerpt) + excerpt.length,
    }))
    .sort((one, two) => one.from - two.from);
  let html = '';
  let done = 0;
  for (const { from, to } of places) {
    if (from < done) continue;
    html += `${textOf(description.slice(done, from))}<mark>${textOf(description.slice(from, to))}</mark>`;
    done = to;
  }
  return html + textOf(description.slice(done));
}

function definition(lines: readonly DefinitionLine[], marks: readonly Mark[]): string {
  if (lines.length === 0) return '';
  const marked = new Map<number, Mark[]>();
  for (const mark of marks) {
    const at = lineOf(lines, mark.pointer);
    marked.set(at, [...(marked.get(at) ?? []), mark]);
  }
  const near = (at: number): boolean =>
    lines.length <= MOST_LINES || [...marked.keys()].some((mark) => Math.abs(mark - at) <= AROUND);
  const shown = lines.map((line, at) => {
    if (!near(at)) return near(at - 1) || at === 0 ? '<code class="dim">…</code>' : '';
    const notes = marked.get(at) ?? [];
    const tone = notes[0] === undefined ? '' : ` class="at t-${notes[0].tone}"`;
    return `<code${tone}>${textOf(line.text)}</code>${notes.map(noteOf).join('')}`;
  });
  const open = marks.length > 0 ? ' open' : '';
  return `<details${open}><summary>Schema and annotations</summary><div class="def">${shown.join('')}</div></details>`;
}

function noteOf({ tone, label, message, fix, before, after, pointer }: Mark): string {
  return [
    `<div class="note t-${tone}"><b>${textOf(label)}</b>${proseOf(message)}`,
    before === undefined && after === undefined ? '' : `<span class="dim">${textOf(pointer)}</span>`,
    before === undefined ? '' : `<del>− ${textOf(before)}</del> `,
    after === undefined ? '' : `<ins>+ ${textOf(after)}</ins>`,
    fix === undefined ? '' : `<span>Fix: ${proseOf(fix)}</span>`,
    '</div>',
  ].join('');
}

/** Text of a server, line by line; in the log of a CI it commands nothing. */
export function textOf(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeHtml(safe(line)))
    .join('<br>');
}

/** The same of a sentence of ours, in which code stands between backticks. */
export function proseOf(text: string): string {
  return text
    .split('\n')
    .map((line) => proseHtml(safe(line)))
    .join('<br>');
}
