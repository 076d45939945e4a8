/** Both SARIF reports against the schema of SARIF 2.1.0, whatever servers say. */
import { expect, it } from 'vitest';
import { sarifProblems as problemsOf } from '../../test/lib/sarif-schema.js';
import { failingCase, sampleCase, sampleCheck, sampleRun } from '../envelope/sample-run.js';
import type { FindingsOptions, FindingsReport } from '../types/findings-report.js';
import { findingsSarif } from './findings/findings-sarif.js';
import { sarif } from './sarif.js';

const HOSTILE = ['plain', '', 'a b/ü#?%.yml', '\u001b[2J\n::error::x', '../..\\x', '__proto__', '\ud800'];

it('the schema refuses what is no SARIF', () => {
  expect(problemsOf('{"version":"2.1.0","runs":[{"tool":{"driver":{}}}]}')).not.toEqual([]);
  expect(problemsOf('{"version":"2.1.0","runs":[],"more":1}')).not.toEqual([]);
});

it.each(HOSTILE)('findings: %j', (text) => {
  const summary = { critical: 0, high: 2, medium: 0, warning: 0, low: 0, info: 0, pass: 0 };
  const finding = { rule: 'SEC-001', severity: 'high', server: text, tool: text, message: text } as const;
  const report: FindingsReport = {
    findings: [
      { ...finding, pointer: text, excerpt: text, suggestion: text },
      { ...finding, rule: text },
    ],
    summary,
    tools: 1,
  };
  const options: FindingsOptions = {
    command: 'security',
    color: false,
    width: 80,
    version: '1.2.3',
    rules: [{ id: 'SEC-001', name: 'description-injection', triggers: 'T.', fix: 'F.' }],
    place: () => ({ file: text, line: 0 }),
  };
  expect(problemsOf(findingsSarif(report, options))).toEqual([]);
  expect(problemsOf(findingsSarif(report, { ...options, place: () => undefined }))).toEqual([]);
  expect(problemsOf(findingsSarif({ ...report, findings: [] }, options))).toEqual([]);
});

it.each(HOSTILE)('a run: %j', (text) => {
  const run = sampleRun(
    [
      sampleCase({ name: 'fine' }),
      failingCase(text, {
        file: text,
        line: 0,
        checks: [sampleCheck({ target: text, matcher: text, message: text })],
      }),
      sampleCase({
        name: `${text}2`,
        verdict: 'inconclusive',
        checks: [sampleCheck({ outcome: 'inconclusive', message: text })],
      }),
    ],
    {
      findings: [{ rule: text, severity: 'medium', server: text, tool: text, pointer: text, message: text }],
    },
  );
  expect(problemsOf(sarif(run, { color: false, width: 80, agent_budget: 1 }))).toEqual([]);
  expect(problemsOf(sarif(sampleRun([]), { color: false, width: 80, agent_budget: 1 }))).toEqual([]);
});
