/** The formats that other programs read, held to what those programs accept, whatever a server says. */
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { failingCase, sampleCase, sampleCheck, sampleRun } from '../envelope/sample-run.js';
import { gitlab } from './gitlab.js';
import { junit } from './junit.js';
import { tap } from './tap.js';
import { parseXml } from './xml-checker.js';

const options = { color: false, width: 80, agent_budget: 1 };
const TEXTS = [
  'plain',
  '',
  '# SKIP x',
  '---\n...\n1..9',
  ']]>&<',
  '\u0000\u001b[31m',
  '\ud800',
  'a: [b',
  '1..0',
];

function runOf(text: string) {
  return sampleRun(
    [
      sampleCase({ name: `${text} ok` }),
      failingCase(text, {
        file: text,
        checks: [sampleCheck({ actual: text, expected: text, message: text })],
      }),
      sampleCase({ name: `${text} later`, verdict: 'skipped', skip_reason: text }),
      sampleCase({
        name: `${text} lost`,
        verdict: 'inconclusive',
        checks: [sampleCheck({ outcome: 'inconclusive', message: text })],
      }),
    ],
    {
      errors: [{ where: text, message: text }],
      findings: [{ rule: 'DESC-001', severity: 'critical', server: text, message: text }],
    },
  );
}

/** GitLab's description of a code quality report, as a schema. */
const CODE_QUALITY = {
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: { type: 'string', minLength: 1 },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', minLength: 1 },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string' },
          lines: {
            type: 'object',
            required: ['begin'],
            properties: { begin: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  },
};

interface Point {
  ok: boolean;
  directive?: string;
  about?: Record<string, unknown>;
}

/** TAP 14 as its grammar has it: version, plan, test points, each with at most one YAML block. */
function readTap(text: string): Point[] {
  const lines = text.trimEnd().split('\n');
  expect(lines.shift()).toBe('TAP version 14');
  const plan = /^1\.\.(\d+)$/.exec(lines.shift()!);
  const points: Point[] = [];
  while (lines.length > 0) {
    const line = lines.shift()!;
    const found = /^(not )?ok (\d+) - ((?:[^#\\]|\\.)*?)(?: # (SKIP|TODO)\b.*)?$/.exec(line);
    expect(found, line).not.toBeNull();
    expect(Number(found![2])).toBe(points.length + 1);
    const point: Point = { ok: found![1] === undefined, directive: found![4] };
    if (lines[0] === '  ---') {
      const end = lines.indexOf('  ...');
      point.about = parse(
        lines
          .splice(0, end + 1)
          .slice(1, -1)
          .join('\n'),
      ) as Record<string, unknown>;
    }
    points.push(point);
  }
  expect(points).toHaveLength(Number(plan![1]));
  return points;
}

describe.each(TEXTS)('%j', (text) => {
  it('is a code quality report that GitLab takes', () => {
    const validate = new Ajv().compile(CODE_QUALITY);
    const issues = JSON.parse(gitlab(runOf(text), options));
    validate(issues);
    expect(validate.errors).toBeNull();
    expect(new Set(issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(4);
  });

  it('is TAP 14, with the verdicts of the run', () => {
    const points = readTap(tap(runOf(text), options));
    expect(points.map(({ ok, directive }) => [ok, directive])).toEqual([
      [true, undefined],
      [false, undefined],
      [true, 'SKIP'],
      [false, undefined],
      [false, undefined],
    ]);
    expect(points[1]!.about).toMatchObject({ severity: 'fail' });
  });

  it('is JUnit: the elements, attributes and sums that Jenkins and GitLab read', () => {
    const root = parseXml(junit(runOf(text), options));
    expect(root.name).toBe('testsuites');
    let tests = 0;
    for (const suite of root.children) {
      expect(suite.name).toBe('testsuite');
      const cases = suite.children.filter(({ name }) => name === 'testcase');
      const inside = (name: string) =>
        cases.filter(({ children }) => children.some((child) => child.name === name)).length;
      expect(Number(suite.attributes.tests)).toBe(cases.length);
      expect(Number(suite.attributes.failures)).toBe(inside('failure'));
      expect(Number(suite.attributes.errors)).toBe(inside('error'));
      expect(Number(suite.attributes.skipped ?? 0)).toBe(inside('skipped'));
      for (const item of cases) {
        expect(item.attributes.name).toBeDefined();
        expect(item.attributes.classname).toBeDefined();
        expect(Number(item.attributes.time)).toBeGreaterThanOrEqual(0);
        for (const { name } of item.children)
          expect(['failure', 'error', 'skipped', 'system-out', 'system-err', 'properties']).toContain(name);
      }
      tests += cases.length;
    }
    expect(Number(root.attributes.tests)).toBe(tests);
  });
});
