/**
 * `--reporter md`: Markdown for a pull request comment or a step summary, failures first. Every text of a
 * server or suite stands in a code span, where it can neither link, nor mention, nor become HTML; the whole
 * stays below what GitHub accepts as a comment.
 */

import { distractorStrata } from '../envelope/distractor-strata.js';
import { rowNames } from '../envelope/row-names.js';
import type { CaseResult, Coverage, Finding, RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import type { Verdict } from '../types/verdict.js';
import { plural } from '../util/text.js';
import { assertText } from './agent-failures.js';
import { countsText, partyTexts } from './counts.js';
import {
  argumentsText,
  benchText,
  datasetHead,
  datasetName,
  neverOfferedText,
  sharedText,
} from './dataset/dataset-text.js';
import { findingSubjects, untold } from './findings/finding-places.js';
import { confusedPairs, pairText } from './gate-problems.js';
import { furtherChecks, type Problem, placeText, problems } from './problems.js';
import { strengthSection } from './strength/strength-markdown.js';
import { givenLines, lineOf } from './text/given-lines.js';
import { code } from './text/markdown-code.js';
import { milliseconds, plainText } from './text/safe-text.js';

const MAX_PROBLEMS = 25;
const MAX_ROWS = 100;
const MAX_REASONS = 12;
const MARKS: Record<Verdict, string> = { pass: '✅', fail: '❌', inconclusive: '❔', skipped: '➖' };
const WORDS = { pass: '✅ passed', fail: '❌ failed', inconclusive: '❔ inconclusive' };

export const md: Reporter = (envelope) => {
  const all = problems(envelope);
  const top = [
    `## mcptest: ${WORDS[envelope.verdict]}`,
    '',
    countsText(envelope),
    '',
    ...problemSection(
      'Failures',
      all.filter(({ verdict }) => verdict === 'fail'),
    ),
    ...problemSection(
      'Not judged',
      all.filter(({ verdict }) => verdict === 'inconclusive'),
    ),
    ...findingLines(untold(envelope.findings ?? [], all)),
    ...strataLines(envelope),
    ...datasetSection(envelope),
  ];
  const end = [...testList(envelope), ...closing(envelope)];
  const { strength } = envelope;
  const taken = [...top, ...end].join('\n').length;
  const middle = strength === undefined ? [] : strengthSection(strength, taken);
  return `${[...top, ...middle, ...end].join('\n').trimEnd()}\n`;
};

function datasetSection({ datasets = [] }: RunEnvelope): string[] {
  if (datasets.length === 0) return [];
  const lines = datasets.flatMap((dataset) => [
    `- **${code(datasetName(dataset), 200)}**: ${datasetHead(dataset)}`,
    ...(dataset.arguments ? [`  - ${argumentsText(dataset)}`] : []),
    ...(dataset.never_offered ? [`  - ${code(neverOfferedText(dataset), 400)}`] : []),
    ...confusedPairs(dataset).map((pair) => {
      const shared = [sharedText(pair), benchText(pair)].filter((text) => text !== '').join('; ');
      return `  - ${code(pairText(pair), 200)}${shared && `: ${code(shared, 200)}`}`;
    }),
  ]);
  return ['### Datasets', '', ...lines, ''];
}

function problemSection(title: string, list: Problem[]): string[] {
  if (list.length === 0) return [];
  const shown = list.slice(0, MAX_PROBLEMS).flatMap(problemLines);
  return [`### ${title}`, '', ...shown, ...overflow(list.length, MAX_PROBLEMS), ''];
}

function problemLines(problem: Problem): string[] {
  const actual = problem.check?.actual;
  const at = placeText(problem);
  const place = at === '' ? '' : ` at ${code(at, 200)}`;
  return givenLines(
    `- **${code(problem.name, 200)}**${place}`,
    `  - ${code(assertText(withoutReasons(problem)), 500)}`,
    lineOf(actual, (value) => `  - actual: ${code(plainText(value), 300)}`),
    ...reasonLines(problem.because ?? []),
    ...furtherChecks(problem)
      .slice(0, MAX_REASONS)
      .map((line) => `  - also: ${code(line, 500)}`),
    `  - again: ${code(problem.repro, 300)}`,
  );
}

/** They have lines of their own here. */
function withoutReasons({ because: _, ...problem }: Problem): Problem {
  return problem;
}

function reasonLines(because: readonly string[]): string[] {
  const shown = because.slice(0, MAX_REASONS).map((line) => `  - because: ${code(line, 1000)}`);
  const more = because.length - shown.length;
  return more > 0 ? [...shown, `  - … and ${plural(more, 'more line')}`] : shown;
}

function findingLines(findings: Finding[]): string[] {
  const found = findings.filter(({ severity }) => severity !== 'pass');
  if (found.length === 0) return [];
  const subject = findingSubjects(found);
  const lines = found
    .slice(0, MAX_PROBLEMS)
    .map(
      (finding) =>
        `- ${finding.severity} ${code(finding.rule, 60)} ${code(subject(finding), 200)}: ${code(finding.message, 300)}`,
    );
  return ['### Findings', '', ...lines, ...overflow(found.length, MAX_PROBLEMS), ''];
}

/** Serial and parallel tasks apart, where a test says which it is. */
function strataLines({ groups = [] }: RunEnvelope): string[] {
  const strata = distractorStrata(groups);
  if (strata.length === 0) return [];
  const rows = strata.slice(0, MAX_PROBLEMS).map(({ complexity, model, tests, runs, accuracy, points }) => {
    const who = model === undefined ? '' : ` ${code(model, 60)}`;
    const curve = points.map((point) => `${point.count}: ${point.accuracy}%`).join(', ');
    const kind = complexity === 'unsaid' ? 'other' : complexity;
    return `| ${kind}${who} | ${tests} | ${runs} | ${accuracy}% | ${curve} |`;
  });
  return [
    '### Distractors',
    '',
    '| tasks | tests | runs | accuracy | by number of distractors |',
    '|---|---:|---:|---:|---|',
    ...rows,
    '',
  ];
}

function testList({ results }: RunEnvelope): string[] {
  if (results.length === 0) return [];
  const named = rowNames(results);
  const rows = results.slice(0, MAX_ROWS).map((result) => {
    const time = result.verdict === 'skipped' ? '' : ` ${milliseconds(result.duration_ms)}`;
    return `- ${MARKS[result.verdict]} ${code(named(result.name, result), 200)}${time}${remark(result)}`;
  });
  return [
    '<details><summary>All tests</summary>',
    '',
    ...rows,
    ...overflow(results.length, MAX_ROWS),
    '',
    '</details>',
    '',
  ];
}

function remark(result: CaseResult): string {
  if (result.flaky) return `, flaky, ${result.attempts ?? 2} attempts`;
  return result.skip_reason ? `: ${code(result.skip_reason, 120)}` : '';
}

function closing(envelope: RunEnvelope): string[] {
  const { coverage } = envelope;
  const servers = partyTexts(envelope)
    .slice(0, MAX_PROBLEMS)
    .map((text) => `- ${code(text, 200)}`);
  return [...servers, ...(coverage === undefined ? [] : coverageLines(coverage))];
}

function coverageLines({ tools, covered, total, percent }: Coverage): string[] {
  if (percent === undefined) return ['- tool coverage not measured'];
  return tools.length === 0 ? [] : [`- ${covered}/${total} tools called (${percent}%)`];
}

function overflow(total: number, max: number): string[] {
  return total > max ? [`- … and ${total - max} more`] : [];
}
