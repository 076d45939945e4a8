/** `--format html`: one file without scripts; every check with its frames, folded. */
import type { CheckResult, CheckStatus } from '../../types/conformance.js';
import { escapeHtml } from '../text/escape-html.js';
import {
  brokenChecks,
  type ConformanceFormat,
  changeLines,
  countsText,
  gradeText,
  headline,
  STATUS_WORDS,
} from './view.js';

const COLOURS: Record<CheckStatus, string> = {
  pass: '#2e7d32',
  fail: '#c62828',
  warn: '#b26a00',
  'not-applicable': '#616161',
  'not-testable': '#1565c0',
};
const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}.grade{font-size:3rem;font-weight:700}pre{overflow-x:auto;background:#f4f4f4;padding:.5rem;font-size:.8rem}
summary{cursor:pointer}.level{color:#616161}@media(prefers-color-scheme:dark){body{background:#161616;color:#eee}pre{background:#262626}}`;

export const conformanceHtml: ConformanceFormat = (view) => {
  const { scorecard } = view;
  const title = escapeHtml(headline(scorecard));
  const broken = brokenChecks(scorecard);
  const rest = scorecard.checks.filter((check) => !broken.includes(check));
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${title}</title><style>${STYLE}</style></head><body>`,
    `<h1>${title}</h1>`,
    `<p class="grade">${escapeHtml(gradeText(scorecard))}</p>`,
    `<p>${escapeHtml(countsText(scorecard))}</p>`,
    ...changeLines(view).map((line) => `<p>${escapeHtml(line)}</p>`),
    broken.length === 0 ? '' : '<h2>What to fix first</h2>',
    ...broken.map((check) => section(check, true)),
    '<h2>Every other check</h2>',
    ...rest.map((check) => section(check, false)),
    '</body></html>',
    '',
  ].join('\n');
};

function section(check: CheckResult, open: boolean): string {
  const { id, level, status, title, message, fix, spec, frames } = check;
  const mark = `<b style="color:${COLOURS[status]}">${STATUS_WORDS[status]}</b>`;
  const shown = frames.map(({ direction, http, text }) => {
    const words = [http, text].filter((part) => part !== undefined && part !== '').join('\n');
    return `${direction === 'sent' ? '→' : '←'} ${words}`;
  });
  const isBroken = status === 'fail' || status === 'warn';
  return [
    `<details${open ? ' open' : ''}><summary>${mark} ${id} <span class="level">${level}</span> ${escapeHtml(title)}</summary>`,
    `<p>${escapeHtml(message)}</p>`,
    isBroken ? `<p>Fix: ${escapeHtml(fix)}</p>` : '',
    shown.length === 0 ? '' : `<pre>${escapeHtml(shown.join('\n'))}</pre>`,
    `<p><a rel="noopener" href="${escapeHtml(spec)}">${escapeHtml(spec)}</a></p></details>`,
  ].join('');
}
