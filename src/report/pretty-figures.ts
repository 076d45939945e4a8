/** Figures of agent tests for a person: a line below the runs of a test, and accuracy over distractors as bars. */

import { distractorStrata, type Stratum } from '../envelope/distractor-strata.js';
import { isRunOf } from '../envelope/row-names.js';
import type { CaseResult, Group, RunEnvelope } from '../types/envelope.js';
import { plural } from '../util/text.js';
import { columns, cut } from './text/columns.js';
import type { Paint } from './text/paint.js';
import { safeClip } from './text/safe-text.js';

const INDENT = '      ';
const MOST_POINTS = 20;
const LONGEST_BAR = 40;

/** What is shown below the last run of a test. */
export function groupLines(
  group: Group,
  { results, tool_selection = [] }: RunEnvelope,
  width: number,
  paint: Paint,
): string[] {
  const rows = results.filter((row) => isRunOf(row, group));
  const floor = tool_selection.find(
    ({ file, test, model }) => file === group.file && test === group.test && model === group.model,
  );
  const tokens = floor?.tokens
    ? `tokens ${floor.tokens.median} median / ${floor.tokens.max} max`
    : tokensText(rows);
  const parts = [
    ...figureTexts(group, rows),
    tokens,
    costText(rows),
    group.grade === undefined ? '' : `grade ${safeClip(group.grade, 10)}`,
  ].filter((part) => part !== '');
  const line = parts.length === 0 ? [] : [INDENT + paint('dim', cut(parts.join(' · '), width - 6))];
  return [...line, ...barLines(curveOf(group), width, paint)];
}

function figureTexts({ figures, checks }: Group, rows: readonly CaseResult[]): string[] {
  // Classes of a case that says itself which tools it needs only give names: nobody asks how many were reached.
  const namesOnly =
    rows.some((row) => row.dataset !== undefined) &&
    checks.every(({ target }) => !target.startsWith('tool_selection.'));
  const f1 = (namesOnly ? undefined : figures['tool_selection.f1']) ?? figures['token_efficiency.f1'];
  const powers = Object.keys(figures).flatMap(
    (name) => /^reliability\.pass_hat_(\d+)$/.exec(name)?.[1] ?? [],
  );
  const most = Math.max(0, ...powers.map(Number));
  const passes = figures[`reliability.pass_hat_${most}`];
  const accuracy = figures['distractors.accuracy'];
  return [
    f1 === undefined ? '' : `F1 ${f1}%`,
    passes === undefined ? '' : `pass^${most} ${Math.floor(passes * 100)}%`,
    accuracy === undefined ? '' : `accuracy ${accuracy}%`,
  ];
}

function tokensText(rows: readonly CaseResult[]): string {
  const counts = rows.flatMap(({ trace }) => {
    const { total, input, output } = trace?.tokens ?? {};
    const both = input !== undefined && output !== undefined ? input + output : undefined;
    return total ?? both ?? [];
  });
  if (counts.length === 0) return '';
  return plural(
    counts.reduce((sum, count) => sum + count, 0),
    'token',
  );
}

function costText(rows: readonly CaseResult[]): string {
  const cost = rows.reduce((sum, { trace }) => sum + (trace?.cost_usd ?? 0), 0);
  return cost === 0 ? '' : `$${Number(cost.toFixed(6))}`;
}

interface Point {
  count: number;
  accuracy: number;
}

/** A single point is no curve: its accuracy is in the line of figures. */
function curveOf({ figures }: Group): Point[] {
  const points = Object.entries(figures).flatMap(([name, accuracy]) => {
    const count = /^distractors\.accuracy_at_(\d+)$/.exec(name)?.[1];
    return count === undefined ? [] : [{ count: Number(count), accuracy }];
  });
  return points.length < 2 ? [] : points.sort((a, b) => a.count - b.count);
}

/** `16 distractors  ████████            50%`: all bars of one length for 100 %. */
function barLines(points: readonly Point[], width: number, paint: Paint): string[] {
  const labels = points.slice(0, MOST_POINTS).map(({ count }) => plural(count, 'distractor'));
  const widest = Math.max(0, ...labels.map(columns));
  const room = Math.max(5, Math.min(LONGEST_BAR, width - INDENT.length - widest - 8));
  return points.slice(0, MOST_POINTS).map(({ accuracy }, at) => {
    const share = Math.max(0, Math.min(1, accuracy / 100));
    // Only what is nothing has no bar at all.
    const length = share === 0 ? 0 : Math.max(1, Math.round(share * room));
    const bar = paint('cyan', '█'.repeat(length)) + paint('dim', '·'.repeat(room - length));
    return `${INDENT}${(labels[at] ?? '').padStart(widest)}  ${bar} ${`${accuracy}%`.padStart(4)}`;
  });
}

const WORDS: Record<Stratum['complexity'], string> = {
  serial: 'serial tasks',
  parallel: 'parallel tasks',
  unsaid: 'other tasks',
};

/** Serial and parallel tasks apart, over all tests that say which they are. */
export function strataLines({ groups = [] }: RunEnvelope, width: number, paint: Paint): string[] {
  return distractorStrata(groups).flatMap(({ complexity, model, tests, runs, accuracy, points }) => {
    const who = model === undefined ? '' : ` [${safeClip(model, 60)}]`;
    const counts = `${plural(tests, 'test')}, ${plural(runs, 'run')}`;
    const head = cut(`${WORDS[complexity]}${who}: accuracy ${accuracy}% (${counts})`, width - 2);
    // The curve of a single test stands below its own runs.
    const isDrawn = tests === 1 && points.length > 1;
    return [`  ${head}`, ...barLines(isDrawn ? [] : points, width, paint)];
  });
}
