/**
 * `--reporter tap`: the Test Anything Protocol, version 14. What could not be judged is `not ok`; gates,
 * coverage and errors of the run are test points of their own, so that a run that is not green has one.
 */

import { rowNames } from '../envelope/row-names.js';
import type { CaseResult } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import { assertText } from './agent-failures.js';
import { partyTexts } from './counts.js';
import { furtherChecks, type Problem, placeText, problems } from './problems.js';
import { givenLines, lineOf } from './text/given-lines.js';
import { plainText, safe, safeClip } from './text/safe-text.js';

export const tap: Reporter = (envelope) => {
  const all = problems(envelope);
  const byResult = new Map(all.map((problem) => [problem.result, problem]));
  const others = all.filter((problem) => !problem.result);
  const count = envelope.results.length + others.length;
  const named = rowNames(envelope.results);
  const points = [
    ...envelope.results.map((result) => casePoint(named(result.name, result), result, byResult.get(result))),
    ...others.map((problem) => ({ name: named(problem.name, problem), problem })),
  ];
  const lines = points.flatMap((point, at) => pointLines(at + 1, point));
  const servers = partyTexts(envelope).map((text) => `# ${text}`);
  return ['TAP version 14', `1..${count}`, ...servers, ...lines, ''].join('\n');
};

interface Point {
  name: string;
  skipped?: string;
  duration_ms?: number;
  problem?: Problem;
}

function casePoint(name: string, result: CaseResult, problem: Problem | undefined): Point {
  return result.verdict === 'skipped'
    ? { name, skipped: result.skip_reason ?? '' }
    : { name, duration_ms: result.duration_ms, problem };
}

function pointLines(number: number, { name, skipped, duration_ms, problem }: Point): string[] {
  const head = `${problem ? 'not ok' : 'ok'} ${number} - ${described(name)}`;
  if (skipped !== undefined) return [`${head} # SKIP ${described(skipped)}`.trimEnd()];
  const facts = problem ? problemFacts(problem) : [];
  if (duration_ms !== undefined) facts.push(`duration_ms: ${Math.round(duration_ms)}`);
  return facts.length === 0 ? [head] : [head, '  ---', ...facts.map((fact) => `  ${fact}`), '  ...'];
}

function problemFacts(problem: Problem): string[] {
  const { check } = problem;
  return givenLines(
    `message: ${quoted(assertText(problem))}`,
    `severity: ${problem.verdict}`,
    problem.file ? `at: ${quoted(placeText(problem))}` : undefined,
    lineOf(check?.expected, (value) => `expected: ${quoted(plainText(value))}`),
    lineOf(check?.actual, (value) => `actual: ${quoted(plainText(value))}`),
    ...listFact('because', problem.because ?? []),
    ...listFact('also', furtherChecks(problem)),
    `repro: ${quoted(problem.repro)}`,
  );
}

/** A list of YAML. */
function listFact(name: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${name}:`, ...items.map((item) => `  - ${quoted(item)}`)];
}

/** In a description a bare `#` would begin a directive. */
function described(text: string): string {
  return safeClip(text, 400).replace(/[\\#]/g, '\\$&');
}

/** A JSON string is a YAML string. */
function quoted(text: string): string {
  return JSON.stringify(safe(safeClip(text, 1000)));
}
