/** Every format of findings: what a server says stays text. */
import { describe, expect, test } from 'vitest';
import type { FindingsOptions, FindingsReport } from '../../types/findings-report.js';
import { findingsFormats } from './findings.js';

const nasty = 'x\u001b[2J\n::error::owned\r\n##[error]y | `a` [l](http://e) <img src=x> \u202e"';
const summary = { critical: 0, high: 1, medium: 0, warning: 0, low: 0, info: 0, pass: 1 };
const report: FindingsReport = {
  findings: [
    {
      rule: 'SEC-001',
      severity: 'high',
      server: `s${nasty}`,
      tool: `t${nasty}`,
      pointer: `/a${nasty}`,
      message: `m ${nasty}`,
      suggestion: 'Fix it.',
      excerpt: nasty,
    },
    { rule: 'PASS', severity: 'pass', server: 's', tool: 'ok', pointer: '', message: 'nothing to report' },
  ],
  summary,
  tools: 2,
};
const options: FindingsOptions = {
  command: 'security',
  color: false,
  width: 80,
  version: '1.2.3',
  rules: [{ id: 'SEC-001', name: 'description-injection', triggers: 'T.', fix: 'F.' }],
  place: () => ({ file: 'cat alog.json', line: 7 }),
};

describe.each(['pretty', 'github', 'md', 'agent'] as const)('%s', (name) => {
  const text = findingsFormats[name](report, options);

  test('has nothing hidden and no line that a server began', () => {
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    const own =
      name === 'github'
        ? /^::(?:error|notice) /
        : /^(?:\S*\s*(?:high|at|Fix)|\||#|SECURITY|FINDING|s|\s|1 high|$)/;
    for (const line of text.split('\n').filter((each) => each !== '')) expect(line).toMatch(own);
    expect(text).not.toMatch(/^::error::owned/m);
    expect(text).not.toContain('##[error]');
  });

  test('names the rule and counts', () => {
    expect(text).toContain('SEC-001');
    expect(text).toContain('1 high in 2 tools');
  });
});

test.each(Object.keys(findingsFormats) as (keyof typeof findingsFormats)[])(
  '%s has nothing that a terminal or a CI log obeys',
  (name) => {
    const text = findingsFormats[name](report, options);
    expect(text).not.toMatch(/[^\n\P{Cc}]|\p{Cf}|\p{Cs}|[\u2028\u2029]/u);
    expect(text).not.toMatch(/##\[/);
    const commands = text.split('\n').filter((line) => /^\s*::/.test(line));
    expect(commands.every((line) => name === 'github' && /^::(?:error|notice) [^:]*::/.test(line))).toBe(
      true,
    );
  },
);

test('md opens no link, image, tag or cell', () => {
  expect(findingsFormats.md(report, options)).not.toMatch(/\]\(|<img|\| `a`/);
});

test('json has the keys that other programs read', () => {
  expect(JSON.parse(findingsFormats.json(report, options))).toEqual({
    version: 1,
    findings: report.findings,
    summary,
    tools: 2,
  });
});

test('sarif is a 2.1.0 log that points at a line', () => {
  const log = JSON.parse(findingsFormats.sarif(report, options));
  expect(log.version).toBe('2.1.0');
  const [run] = log.runs;
  expect(run.tool.driver).toMatchObject({
    name: 'mcptest',
    version: '1.2.3',
    rules: [{ id: 'SEC-001', name: 'description-injection' }],
  });
  expect(run.results).toHaveLength(1);
  expect(run.results[0]).toMatchObject({ ruleId: 'SEC-001', ruleIndex: 0, level: 'error' });
  expect(run.results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'cat%20alog.json' },
    region: { startLine: 7 },
  });
});

describe('pretty over a catalogue', () => {
  const rules = ['SCH-001', 'SCH-002', 'SCH-004', 'SCH-007', 'DESC-009', 'DESC-010', 'DESC-012'];
  const findings: FindingsReport['findings'] = ['a', 'b', 'c'].flatMap((tool) =>
    rules.map((rule) => ({
      rule,
      severity: 'warning' as const,
      server: 's',
      tool,
      pointer: '/inputSchema',
      message: `what ${rule} says`,
      suggestion: `Mend ${rule}.`,
    })),
  );
  const whole = { findings, summary: { ...summary, high: 0, warning: findings.length }, tools: 3 };
  const text = findingsFormats.pretty(whole, { ...options, command: 'lint' });

  test('says each thing once, with its tools, and the five that cost most in full', () => {
    for (const rule of rules) expect(text.split(`what ${rule} says`)).toHaveLength(2);
    expect(text.match(/fix Mend/g)).toHaveLength(5);
    expect(text).toContain('in 3 tools: s.a, s.b, s.c');
    expect(text).toContain('2 faults more');
    // A missing limit decides no call.
    expect(text.indexOf('SCH-004')).toBeGreaterThan(text.indexOf('2 faults more'));
    expect(text).toContain(`${findings.length} warnings in 3 tools`);
  });

  test('one rule, or one tool, is shown place by place', () => {
    const one = { ...whole, findings: findings.filter(({ rule }) => rule === 'SCH-004') };
    expect(findingsFormats.pretty(one, options).match(/what SCH-004 says/g)).toHaveLength(3);
    const alone = { ...whole, findings: findings.filter(({ tool }) => tool === 'a') };
    expect(findingsFormats.pretty(alone, options).match(/fix Mend/g)).toHaveLength(rules.length);
  });

  test('json keeps every finding', () => {
    expect(JSON.parse(findingsFormats.json(whole, options)).findings).toHaveLength(findings.length);
  });
});
