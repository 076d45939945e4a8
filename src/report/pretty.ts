/**
 * `--reporter pretty`: the run for a person at a terminal. Tests by file, then each problem once, then
 * what else is worth knowing, and the counts last, where the eye ends up.
 */

import { isRunOf, nameOverRuns, reproOverRuns } from '../envelope/row-names.js';
import type { CaseResult, Finding, Group, RunEnvelope } from '../types/envelope.js';
import type { Reporter, ReportOptions } from '../types/reporter.js';
import type { Verdict } from '../types/verdict.js';
import { fullMessage } from '../util/full-message.js';
import type { datasetLines } from './dataset/dataset-lines.js';
import type { rightRows, rightRowsText, wrongText } from './dataset/dataset-rows.js';
import { findingSubjects, untold } from './findings/finding-places.js';
import { closingLines, strengthLines } from './pretty-closing.js';
import type { problemLines, RunLines } from './pretty-problem.js';
import { type Problem, problems } from './problems.js';
import { columns, cut, pad, wrap } from './text/columns.js';
import { type Colour, type Paint, painter } from './text/paint.js';
import { milliseconds, safe, safeClip, unlikeCommand } from './text/safe-text.js';

const MARKS: Record<Verdict, [Colour, string]> = {
  pass: ['green', '✓'],
  fail: ['red', '✗'],
  inconclusive: ['yellow', '?'],
  skipped: ['dim', '○'],
};
const WRONG: [Colour, string] = ['yellow', '≠'];
const DURATION = 8;
const MAX_LISTED = 20;
/** One very long name must not push the durations of all others out of sight. */
const NAME_COLUMN = 48;

/** What not every run needs: the drawing of problems, and what only a run with agents has. */
export interface PrettyParts {
  problemLines?: typeof problemLines;
  agents?: AgentParts;
  sets?: SetParts;
}

export interface SetParts {
  datasetLines: typeof datasetLines;
  rightRows: typeof rightRows;
  rightRowsText: typeof rightRowsText;
  wrongText: typeof wrongText;
}

export interface AgentParts {
  groupLines(group: Group, envelope: RunEnvelope, width: number, paint: Paint): string[];
  strataLines(envelope: RunEnvelope, width: number, paint: Paint): string[];
  runLines?: RunLines;
}

/** With the parts that this run needs, or with all of them. */
export async function loadPretty(run?: RunEnvelope): Promise<Reporter> {
  const hasProblems = run === undefined || problems(run).length > 0;
  const hasAgents = run === undefined || run.results.some(({ kind }) => kind === 'agent');
  const parts: PrettyParts = hasProblems ? { ...(await import('./pretty-problem.js')) } : {};
  if (hasAgents) {
    const { runLines } = hasProblems ? await import('./pretty-run.js') : {};
    parts.agents = { ...(await import('./pretty-figures.js')), runLines };
  }
  if (run === undefined || run.datasets !== undefined)
    parts.sets = {
      ...(await import('./dataset/dataset-lines.js')),
      ...(await import('./dataset/dataset-rows.js')),
    };
  return (envelope, options) => prettyReport(envelope, options, parts);
}

function prettyReport(
  envelope: RunEnvelope,
  options: ReportOptions,
  { problemLines: linesOf, agents, sets }: PrettyParts,
): string {
  const paint = painter(options.color);
  const width = widthOf(options);
  const room = roomOf(options);
  const most = options.verbose ? Number.POSITIVE_INFINITY : MAX_LISTED;
  const all = together(problems(envelope));
  if (all.length > 0 && linesOf === undefined) throw new TypeError('loaded for a run without problems');
  const shown = (verdict: string) =>
    all
      .filter((problem) => problem.verdict === verdict)
      .flatMap((problem) => [
        ...(linesOf?.(problem, room, paint, { runLines: agents?.runLines, verbose: options.verbose }) ?? []),
        '',
      ]);
  const below = (row: CaseResult) =>
    groupsBelow(row, envelope).flatMap((group) => agents?.groupLines(group, envelope, width, paint) ?? []);
  const sections = [
    ...fileSections(envelope.results, room, paint, {
      below,
      sets,
      right: sets?.rightRows(envelope.results, most),
    }),
    section('DISTRACTORS', 'bold', agents?.strataLines(envelope, width, paint) ?? [], paint),
    section('DATASETS', 'bold', sets?.datasetLines(envelope, width, paint) ?? [], paint),
    section('FAILURES', 'red', shown('fail'), paint),
    section('NOT JUDGED', 'yellow', shown('inconclusive'), paint),
    section('FINDINGS', 'yellow', findingLines(untold(envelope.findings ?? [], all), width, most), paint),
    section('NOTES', 'dim', noteLines(envelope.results, width, most), paint),
    section('STRENGTH', 'bold', strengthLines(envelope, width, paint), paint),
    closingLines(envelope, width, paint),
  ];
  const lines = sections.filter((one) => one.length > 0).flatMap((one) => [...one, '']);
  return `${lines.slice(0, -1).map(unlikeCommand).join('\n')}\n`;
}

/** The groups whose last row it is. */
function groupsBelow(row: CaseResult, { groups = [], results }: RunEnvelope): Group[] {
  return groups.filter(
    (group) => isRunOf(row, group) && results.findLast((one) => isRunOf(one, group)) === row,
  );
}

/** Runs of a test that could not be judged for the same reason are one problem. */
function together(all: Problem[]): Problem[] {
  const alike = new Map<string, Problem[]>();
  for (const problem of all) {
    const { verdict, file, line, result } = problem;
    const isRun = verdict === 'inconclusive' && result?.run !== undefined;
    const test = isRun ? [result.test, result.model, fullMessage(problem)] : alike.size;
    const key = JSON.stringify([file, line, test]);
    const known = alike.get(key);
    if (known) known.push(problem);
    else alike.set(key, [problem]);
  }
  return [...alike.values()].map((list) => {
    const [problem] = list as [Problem];
    if (list.length === 1 || problem.result === undefined) return problem;
    const name = `${nameOverRuns(problem.result)} (${list.length} runs)`;
    return { ...problem, name, repro: reproOverRuns(problem.result) };
  });
}

/** Wide enough for anything. */
const WHOLE = 100_000;

/** For prose, which reads badly in long lines. */
function widthOf(options: ReportOptions): number {
  return options.whole ? WHOLE : Math.min(120, roomOf(options));
}

/** For names and values. */
function roomOf({ whole, width }: ReportOptions): number {
  return whole ? WHOLE : Math.max(40, width);
}

function section(title: string, colour: Colour, lines: string[], paint: Paint): string[] {
  if (lines.length === 0) return [];
  const body = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return [paint(colour, title), '', ...body];
}

interface RowParts {
  below(row: CaseResult): string[];
  sets?: SetParts | undefined;
  /** Rows that one line stands for. */
  right?: ReadonlyMap<CaseResult, number> | undefined;
}

function fileSections(
  results: CaseResult[],
  width: number,
  paint: Paint,
  { below, right, sets }: RowParts,
): string[][] {
  const files = new Map<string, CaseResult[]>();
  for (const result of results) {
    const rows = files.get(result.file);
    if (rows) rows.push(result);
    else files.set(result.file, [result]);
  }
  const longest = results.reduce((most, row) => Math.max(most, columns(safeClip(row.name, width))), 0);
  const name = Math.min(width - 4 - DURATION, longest, NAME_COLUMN);
  return [...files].map(([file, rows]) => [
    paint('bold', cut(safe(file), width)),
    ...rows.flatMap((row) => {
      const folded = right?.get(row);
      const text = folded === undefined ? undefined : sets?.rightRowsText(row, folded);
      const lines =
        text === undefined
          ? rowLines(row, { name, width, paint, wrong: sets?.wrongText(row) })
          : [`  ${paint('green', '✓')} ${cut(text, width - 4)}`];
      return folded === 0 ? below(row) : [...lines, ...below(row)];
    }),
  ]);
}

interface RowLook {
  /** How wide names are. */
  name: number;
  width: number;
  paint: Paint;
  /** Why it is wrong, though it passes. */
  wrong: string | undefined;
}

function rowLines(row: CaseResult, { name: nameWidth, width, paint, wrong }: RowLook): string[] {
  const [colour, mark] = wrong === undefined ? MARKS[row.verdict] : WRONG;
  const skipped = row.verdict === 'skipped';
  const name = cut(safe(row.name), width - 4 - DURATION);
  const body = skipped ? name : pad(name, nameWidth);
  const time = skipped ? '' : milliseconds(row.duration_ms).padStart(DURATION);
  const line = `  ${paint(colour, mark)} ${body}${time && paint('dim', time)}`;
  const remark = remarkOf(row, wrong);
  if (remark === '') return [line];
  const fits = 4 + columns(body) + time.length + 2 + columns(remark) <= width;
  if (fits) return [`${line}  ${paint('dim', remark)}`];
  return [line, `      ${paint('dim', cut(remark, width - 6))}`];
}

function remarkOf(row: CaseResult, wrong?: string): string {
  if (row.verdict === 'skipped')
    return row.skip_reason ? `skipped: ${safeClip(row.skip_reason, 200)}` : 'skipped';
  const flaky = row.flaky ? `flaky, ${row.attempts ?? 2} attempts` : '';
  return wrong === undefined ? flaky : [wrong, flaky].filter(Boolean).join(', ');
}

function findingLines(findings: Finding[], width: number, most: number): string[] {
  const shown = findings.filter((finding) => finding.severity !== 'pass');
  const subject = findingSubjects(shown);
  const lines = shown.slice(0, most).flatMap((finding) => {
    const where = safeClip(subject(finding), 200);
    const times = finding.count !== undefined && finding.count > 1 ? ` (${finding.count} times)` : '';
    const text = `${where ? `${where}: ` : ''}${safeClip(finding.message, 400)}${times} [${finding.rule}]`;
    return hanging(`${finding.severity} `, safe(text), width);
  });
  return [...lines, ...overflow(shown.length, most)];
}

function noteLines(results: CaseResult[], width: number, most: number): string[] {
  const notes = notesOnce(results).map(({ name, text }) => `${safeClip(name, 80)}: ${safeClip(text, 400)}`);
  return [
    ...notes.slice(0, most).flatMap((text) => hanging('- ', text, width)),
    ...overflow(notes.length, most),
  ];
}

/** What is noted of several runs of a test is said once. */
function notesOnce(results: CaseResult[]): { name: string; text: string }[] {
  const alike = new Map<string, { rows: CaseResult[]; text: string }>();
  for (const row of results) {
    for (const text of row.notes ?? []) {
      const key = JSON.stringify([row.file, row.run === undefined ? row.id : nameOverRuns(row), text]);
      const known = alike.get(key);
      if (known) known.rows.push(row);
      else alike.set(key, { rows: [row], text });
    }
  }
  return [...alike.values()].map(({ rows, text }) => {
    const [first] = rows as [CaseResult];
    const name = rows.length === 1 ? first.name : `${nameOverRuns(first)} (${rows.length} runs)`;
    return { name, text };
  });
}

function overflow(total: number, most: number): string[] {
  return total > most ? [`  … and ${total - most} more`] : [];
}

/** A marker, and the text wrapped beside it. */
function hanging(marker: string, text: string, width: number): string[] {
  const indent = 2 + marker.length;
  return wrap(text, width - indent, 3).map((line, index) => {
    return index === 0 ? `  ${marker}${line}` : ' '.repeat(indent) + line;
  });
}
