/** `--format html`: one file without scripts; every check with its frames, folded. */
import type { CheckResult, CheckStatus } from '../../types/conformance.js';
import { plural } from '../../util/text.js';
import { staticPage } from '../cards/static-page.js';
import { CARD_STYLE, type Tone } from '../cards/tool-card.js';
import { escapeHtml, proseHtml } from '../text/escape-html.js';
import {
  brokenChecks,
  type ConformanceFormat,
  changeLines,
  countsText,
  gradeText,
  headline,
  STATUS_WORDS,
} from './view.js';

const TONES: Record<CheckStatus, Tone> = {
  pass: 'pass',
  fail: 'fail',
  warn: 'inconclusive',
  'not-applicable': 'skipped',
  'not-testable': 'skipped',
};
const STYLE = `${CARD_STYLE}.grade{font-size:2.4rem;font-weight:700}.cards pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--sunk);border:1px solid var(--line);border-radius:8px;padding:8px 10px;margin:8px 0}
.cards summary{overflow-wrap:anywhere}.cards details{padding:8px 0;border-top:1px solid var(--line)}.cards a{overflow-wrap:anywhere}`;

const TIERS: Record<string, string> = {
  T1: '. T1: every MUST is kept, and 95% of the SHOULDs',
  T2: '. T2: every MUST is kept, and 70% of the SHOULDs',
  T3: '. T3: every MUST is kept, and fewer than 70% of the SHOULDs',
};

export const conformanceHtml: ConformanceFormat = (view) => {
  const { scorecard } = view;
  const title = headline(scorecard);
  const broken = brokenChecks(scorecard);
  const rest = scorecard.checks.filter((check) => !broken.includes(check));
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="grade">${escapeHtml(gradeText(scorecard))}</p>`,
    `<p>${escapeHtml(countsText(scorecard))}${TIERS[scorecard.tier ?? ''] ?? ''}</p>`,
    ...changeLines(view).map((line) => `<p>${escapeHtml(line)}</p>`),
    checkList('What to fix first', broken, true),
    checkList(
      'Could not be tested, or can wait',
      rest.filter(({ status }) => status !== 'pass' && status !== 'not-applicable'),
      false,
    ),
    foldedList(
      'passed',
      rest.filter(({ status }) => status === 'pass'),
    ),
    foldedList(
      'not applicable',
      rest.filter(({ status }) => status === 'not-applicable'),
    ),
  ];
  return staticPage({ title, style: STYLE, kind: 'cards', body: body.join('\n') });
};

function checkList(title: string, checks: readonly CheckResult[], open: boolean): string {
  if (checks.length === 0) return '';
  return `<section class="card"><h2>${title}</h2>${checks.map((check) => section(check, open)).join('')}</section>`;
}

/** Many, and nothing to do about them. */
function foldedList(what: string, checks: readonly CheckResult[]): string {
  if (checks.length === 0) return '';
  return `<details class="card"><summary><b>${plural(checks.length, 'check')} ${what}</b></summary>${checks.map((check) => section(check, false)).join('')}</details>`;
}

function section(check: CheckResult, open: boolean): string {
  const { id, level, status, title, message, fix, spec, frames } = check;
  const mark = `<span class="chip t-${TONES[status]}">${STATUS_WORDS[status]}</span>`;
  const shown = frames.map(({ direction, http, text }) => {
    const words = [http, text].filter((part) => part !== undefined && part !== '').join('\n');
    return `${direction === 'sent' ? '→' : '←'} ${words}`;
  });
  const isBroken = status === 'fail' || status === 'warn';
  return [
    `<details${open ? ' open' : ''}><summary>${mark} ${id} <span class="dim">${level}</span> ${escapeHtml(title)}</summary>`,
    `<p>${escapeHtml(message)}</p>`,
    isBroken ? `<p>Fix: ${proseHtml(fix)}</p>` : '',
    shown.length === 0 ? '' : `<pre>${escapeHtml(shown.join('\n'))}</pre>`,
    `<p><a rel="noopener" href="${escapeHtml(spec)}">${escapeHtml(spec)}</a></p></details>`,
  ].join('');
}
