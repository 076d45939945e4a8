/**
 * `--reporter junit`: what Jenkins, GitLab and most CI systems read. One suite a file; what could not be
 * judged is an `error`; gates, coverage and errors of the run stand in a suite of their own, so that a
 * run that is not green never looks green here.
 */

import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import { assertText } from './agent-failures.js';
import { judgeTexts, serverText } from './counts.js';
import { furtherChecks, type Problem, placeText, problems } from './problems.js';
import { escapeXml } from './text/escape-xml.js';
import { givenLines, lineOf } from './text/given-lines.js';
import { plainText, safeClip } from './text/safe-text.js';

interface Row {
  name: string;
  classname: string;
  duration_ms: number;
  skipped?: string;
  problem?: Problem;
}

interface Suite {
  name: string;
  rows: Row[];
  servers: Set<string>;
}

export const junit: Reporter = (envelope) => {
  const suites = suitesOf(envelope);
  const rows = suites.flatMap((suite) => suite.rows);
  const totals = `tests="${rows.length}" failures="${count(rows, 'fail')}" errors="${count(rows, 'inconclusive')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="mcptest" time="${seconds(envelope.duration_ms)}" ${totals}>`,
    ...suites.flatMap((suite) => suiteLines(suite, envelope)),
    '</testsuites>',
    '',
  ].join('\n');
};

function suitesOf(envelope: RunEnvelope): Suite[] {
  const all = problems(envelope);
  const byResult = new Map(all.map((problem) => [problem.result, problem]));
  const suites = new Map<string, Suite>();
  for (const result of envelope.results) {
    const suite = suites.get(result.file) ?? { name: result.file, rows: [], servers: new Set() };
    suites.set(result.file, suite);
    suite.rows.push(rowOf(result, byResult.get(result)));
    if (result.server !== undefined) suite.servers.add(result.server);
  }
  const others = all.filter((problem) => !problem.result);
  const rows = others.map((problem) => ({
    name: problem.name,
    // The same test may have a gate in each of two suites.
    classname: `mcptest.${problem.source}${problem.file ? `.${classname(problem.file)}` : ''}`,
    duration_ms: 0,
    problem,
  }));
  const list = [...suites.values()];
  if (rows.length > 0) list.push({ name: 'mcptest', rows, servers: new Set() });
  return list;
}

function rowOf(result: CaseResult, problem: Problem | undefined): Row {
  return {
    name: result.name,
    classname: classname(result.file),
    duration_ms: result.duration_ms,
    skipped: result.verdict === 'skipped' ? (result.skip_reason ?? 'skipped') : undefined,
    problem,
  };
}

/** Readers split a class name at dots, so the path becomes a package and the ending goes. */
function classname(file: string): string {
  const path = file.replace(/(\.mcptest)?\.(ya?ml|json)$/, '').replace(/\./g, '_');
  return path.replace(/^[_/\\]+/, '').replace(/[/\\]+/g, '.') || 'mcptest';
}

function suiteLines(suite: Suite, envelope: RunEnvelope): string[] {
  const { rows } = suite;
  const time = rows.reduce((sum, row) => sum + row.duration_ms, 0);
  const counts = `tests="${rows.length}" failures="${count(rows, 'fail')}" errors="${count(rows, 'inconclusive')}"`;
  const skipped = rows.filter((row) => row.skipped !== undefined).length;
  const stamp = envelope.started_at.replace(/(\.\d+)?Z$/, '');
  return [
    `  <testsuite name="${escapeXml(suite.name)}" ${counts} skipped="${skipped}" time="${seconds(time)}" timestamp="${escapeXml(stamp)}">`,
    ...propertyLines(suite, envelope),
    ...rows.flatMap(rowLines),
    '  </testsuite>',
  ];
}

function propertyLines(suite: Suite, envelope: RunEnvelope): string[] {
  const servers = envelope.provenance.servers.filter(
    ({ name, file }) => suite.servers.has(name) && (file ?? suite.name) === suite.name,
  );
  const lines = [
    ...servers.map((server) => `      <property name="server" value="${escapeXml(serverText(server))}"/>`),
    ...judgeTexts(envelope).map((text) => `      <property name="judge" value="${escapeXml(text)}"/>`),
  ];
  if (lines.length === 0) return [];
  return ['    <properties>', ...lines, '    </properties>'];
}

function rowLines(row: Row): string[] {
  const open = `    <testcase name="${escapeXml(row.name)}" classname="${escapeXml(row.classname)}" time="${seconds(row.duration_ms)}"`;
  if (row.skipped !== undefined) {
    return [`${open}>`, `      <skipped message="${escapeXml(row.skipped)}"/>`, '    </testcase>'];
  }
  return row.problem ? [`${open}>`, ...problemLines(row.problem), '    </testcase>'] : [`${open}/>`];
}

function problemLines(problem: Problem): string[] {
  const element = problem.verdict === 'fail' ? 'failure' : 'error';
  const { check } = problem;
  const type = escapeXml(check?.matcher ?? problem.source);
  return givenLines(
    `      <${element} type="${type}" message="${escapeXml(assertText(problem))}">`,
    problem.file ? `at: ${escapeXml(placeText(problem))}` : undefined,
    lineOf(check, ({ target }) => `target: ${escapeXml(target)}`),
    lineOf(check?.expected, (expected) => `expected: ${value(expected)}`),
    lineOf(check?.actual, (actual) => `actual: ${value(actual)}`),
    ...(problem.because ?? []).map((line) => `because: ${escapeXml(safeClip(line, 2000))}`),
    ...furtherChecks(problem).map((line) => `also: ${escapeXml(safeClip(line, 2000))}`),
    `repro: ${escapeXml(problem.repro)}`,
    `      </${element}>`,
  );
}

function value(raw: unknown): string {
  return escapeXml(safeClip(plainText(raw), 1000));
}

function count(rows: Row[], verdict: Problem['verdict']): number {
  return rows.filter((row) => row.problem?.verdict === verdict).length;
}

function seconds(ms: number): string {
  return (Math.round(ms) / 1000).toFixed(3);
}
