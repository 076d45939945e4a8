/** Whether a suite would notice, as each report of a run tells it. */
import { describe, expect, it } from 'vitest';
import { everyField } from '../../../test/lib/every-field.js';
import {
  failingCase,
  sampleCase,
  sampleRun,
  sampleStrength,
  sampleTestStrength,
} from '../../envelope/sample-run.js';
import type { RunEnvelope } from '../../types/envelope.js';
import type { StrengthGate } from '../../types/strength.js';
import { problems } from '../problems.js';
import { type ReporterName, reporterNames } from '../registry.js';
import { reporters } from '../reporters-testkit.js';
import { parseXml } from '../xml-checker.js';
import { strengthMarkdown } from './strength-markdown.js';
import { strengthPretty } from './strength-pretty.js';

const options = { color: false, width: 100, agent_budget: 1024 };
const rows = [
  sampleCase(),
  sampleCase({ name: 'is there', line: 9, repro: 'mcptest run --filter "is there"' }),
];
const run = (gates: StrengthGate[] = [], over = {}): RunEnvelope =>
  sampleRun(rows, { strength: sampleStrength({ gates, ...over }) });

const missed = { file: 'mcptest.yml', min: 80, rate: 0.25, passed: false };
const unjudged = { file: 'mcptest.yml', min: 80 };

describe('a suite that is weaker than it asks for', () => {
  const envelope = run([missed]);

  it('is a problem with its reason, the hollow tests and a next step', () => {
    expect(problems(envelope)).toEqual([
      {
        source: 'strength',
        verdict: 'fail',
        name: 'strength',
        checks: [],
        message:
          '25 % of the changed replies are noticed (2 of 8), 80 % are required; these tests pass with any answer: is there',
        file: 'mcptest.yml',
        repro: 'mcptest mutate',
      },
    ]);
  });

  it('names the weakest test where none is hollow', () => {
    const tests = [sampleTestStrength()];
    expect(problems(run([missed], { tests }))[0]?.message).toMatch(
      /; the weakest test: echo works \(50 %\)$/,
    );
  });

  it('names a bounded number of hollow tests', () => {
    const tests = Array.from({ length: 9 }, (_, n) => sampleTestStrength({ name: `t${n}`, hollow: true }));
    expect(problems(run([missed], { tests }))[0]?.message).toMatch(
      /; these tests pass with any answer: t0, t1, t2, t3, t4 and 4 more$/,
    );
  });

  it('of all suites together is judged again with the same suites, share and seed', () => {
    const two = sampleRun(
      [
        sampleCase({ file: 'a.yml', repro: 'mcptest run a.yml --models "x,y" --filter "a"' }),
        sampleCase({ file: 'b.yml', repro: 'mcptest run b.yml --filter "b"' }),
      ],
      { strength: sampleStrength({ seed: 7, gates: [{ min: 80, rate: 0.25, passed: false }] }) },
    );
    expect(problems(two)[0]?.repro).toBe('mcptest mutate a.yml b.yml --fail-under 80 --seed 7');
  });

  const TELLING = reporterNames.filter((name) => !['json', 'ndjson', 'matrix', 'badge'].includes(name));

  it.each(TELLING)('%s tells it', (name) => {
    // A command of GitHub has its own way to write a percent sign.
    const report = reporters[name](envelope, options).replaceAll('%25', '%');
    expect(report).toContain('25 % of the changed replies are noticed (2 of 8), 80 % are required');
    expect(report).toContain('is there');
  });

  it('is counted once, wherever things are counted', () => {
    const { summary, verdict, exit_code } = envelope;
    expect([summary.failed, summary.gates_failed, verdict, exit_code]).toEqual([0, 1, 'fail', 1]);
    const both = sampleRun([...rows, failingCase()], { strength: sampleStrength({ gates: [missed] }) });
    expect(problems(both)).toHaveLength(both.summary.failed + both.summary.gates_failed);
    const { attributes } = parseXml(reporters.junit(both, options));
    expect([attributes.tests, attributes.failures, attributes.errors]).toEqual(['4', '2', '0']);
    expect(reporters.tap(both, options).match(/^not ok /gm)).toHaveLength(2);
    expect(reporters.tap(both, options)).toContain('1..4\n');
    expect(reporters.github(both, options).match(/^::error /gm)).toHaveLength(2);
    expect(JSON.parse(reporters.gitlab(both, options))).toHaveLength(2);
    expect(JSON.parse(reporters.sarif(both, options)).runs[0].results).toHaveLength(2);
    expect(reporters.minimal(both, options)).toContain('1 failed, 2 passed, 1 gate failed');
    expect(reporters.agent(both, options).match(/^FAIL /gm)).toHaveLength(2);
    expect(reporters.badge(envelope, options)).toContain('a gate failed');
  });
});

it('a gate that could not be judged is not green, and says why', () => {
  const unmeasured = [{ name: 'echo works', file: 'mcptest.yml', reason: 'it did not pass' }];
  const envelope = run([unjudged], { tests: [], unmeasured });
  expect([envelope.verdict, envelope.exit_code]).toEqual(['inconclusive', 3]);
  expect(problems(envelope)).toMatchObject([
    {
      source: 'strength',
      verdict: 'inconclusive',
      message: '80 % are required, and nothing could be measured (echo works: it did not pass)',
    },
  ]);
  const report = reporters.pretty(envelope, options);
  expect(report).toContain('NOT JUDGED\n\n  ? strength\n');
  expect(report).not.toContain('FAILURES');
});

it('a gate that holds is no problem', () => {
  expect(problems(run([{ file: 'mcptest.yml', min: 20, rate: 0.25, passed: true }]))).toEqual([]);
});

describe('pretty', () => {
  it('has a short section: hollow tests first, a survivor and its line, the next step', () => {
    const report = reporters.pretty(run(), options);
    expect(report).toContain(`STRENGTH

  25 %: 2 of 8 changed replies noticed by 2 tests, 1 hollow
  hollow  is there  mcptest.yml:9
          M-VALUE result.content[0].text: "hello" became "ifmmp"
          - result.content[0].text: "hello"
  50 %    echo works  mcptest.yml:5
          M-VALUE result.content[0].text: "hello" became "ifmmp"
          - result.content[0].text: "hello"
  next    mcptest mutate --run latest
`);
  });

  it('names every hollow test before it leaves out weak ones, and says how many', () => {
    const tests = Array.from({ length: 9 }, (_, n) => sampleTestStrength({ name: `t${n}`, hollow: n < 5 }));
    const unmeasured = [{ name: 'x', file: 'mcptest.yml', reason: 'it was skipped' }];
    const report = reporters.pretty(run([], { tests, unmeasured }), options);
    expect(report.match(/^ {2}hollow {2}t\d/gm)).toHaveLength(5);
    expect(report).toContain('  … and 4 more tests with survivors\n  1 test not measured\n');
  });

  it('says nothing of it where it was not measured', () => {
    expect(reporters.pretty(sampleRun(rows), options)).not.toContain('STRENGTH');
  });
});

describe('agent', () => {
  it('tells the rate, hollow tests first, and the lines to add', () => {
    expect(reporters.agent(run(), options)).toBe(
      [
        'VERDICT pass 2/2 passed (0 failed, 0 inconclusive, 0 cached, 1ms)',
        'STRENGTH 25% (2/8 noticed, 1 hollow, 0 not measured, seed 1)',
        'HOLLOW is there (mcptest.yml:9)',
        '  survived: M-VALUE result.content[0].text: "hello" became "ifmmp"',
        '  add: - result.content[0].text: "hello"',
        '  survived: M-EXTRA result.content: has one more block',
        '  add: - result.content: { length: 1 }',
        'WEAK 50% echo works (mcptest.yml:5)',
        '  survived: M-VALUE result.content[0].text: "hello" became "ifmmp"',
        '  add: - result.content[0].text: "hello"',
        '  survived: M-EXTRA result.content: has one more block',
        '  add: - result.content: { length: 1 }',
        '',
      ].join('\n'),
    );
  });

  it('keeps to the budget, failures first, and counts what it left out', () => {
    const tests = Array.from({ length: 50 }, (_, n) => sampleTestStrength({ name: `t${n}` }));
    const many = sampleRun([failingCase(), sampleCase()], { strength: sampleStrength({ tests }) });
    for (const agent_budget of [150, 300, 1024]) {
      const report = reporters.agent(many, { ...options, agent_budget });
      expect(Buffer.byteLength(report)).toBeLessThanOrEqual(agent_budget * 4);
      const told = report.match(/^ {2}survived: /gm)?.length ?? 0;
      expect(report).toContain(`OMITTED ${100 - told} more survivors (mcptest mutate --run latest)\n`);
      expect(report.indexOf('FAIL ')).toBeLessThan(report.indexOf('STRENGTH '));
    }
    const least = reporters.agent(many, { ...options, agent_budget: 1 });
    expect(least).toMatch(/^VERDICT .*\nFAIL [\s\S]*\nSTRENGTH 25% .*\nOMITTED 100 more survivors .*\n$/);
  });

  it('counts what a line catches that is told already as told', () => {
    const [one] = sampleTestStrength().survivors;
    const survivors = [1, 2, 3, 4].map((n) => ({ ...one!, id: `${n}` }));
    const report = reporters.agent(run([], { tests: [sampleTestStrength({ survivors })] }), options);
    expect(report.match(/^ {2}survived: /gm)).toHaveLength(1);
    expect(report).not.toContain('OMITTED');
  });

  it('gives no line to paste that is not whole', () => {
    const [one] = sampleTestStrength().survivors;
    for (const suggestion of [`- a: "${'x'.repeat(3000)}"`, '- a: "\u202e"']) {
      const tests = [sampleTestStrength({ survivors: [{ ...one!, suggestion }] })];
      const envelope = run([], { tests });
      expect(reporters.agent(envelope, options)).not.toContain('add:');
      expect(reporters.pretty(envelope, options)).not.toContain('- a:');
      expect(reporters.md(envelope, options)).not.toContain('- a:');
      expect(strengthPretty(envelope.strength!, options)).not.toContain('- a:');
    }
  });
});

describe('matrix', () => {
  it('has a column for it, only where it was measured', () => {
    const report = reporters.matrix(run(), options);
    expect(report).toContain('| case | result | strength |');
    expect(report).toContain('| `is there` | ✅ | 0 %, hollow |');
    expect(report).toContain('| `echo works` | ✅ | 50 % |');
    expect(reporters.matrix(sampleRun(rows), options)).not.toContain('strength');
  });

  it('says so for a test that was not measured', () => {
    expect(reporters.matrix(run([], { tests: [] }), options)).toContain(
      '| `echo works` | ✅ | not measured |',
    );
  });

  it('adds up the models of a test', () => {
    const agents = ['a', 'b'].flatMap((model) =>
      [1, 2].map((n) =>
        sampleCase({ name: `books [${model}] #${n}`, test: 'books', model, run: n, kind: 'agent' }),
      ),
    );
    const tests = ['a', 'b'].map((model, n) =>
      sampleTestStrength({ name: `books [${model}]`, model, killed: n * 2, mutants: 4, rate: n / 2 }),
    );
    const report = reporters.matrix(sampleRun(agents, { strength: sampleStrength({ tests }) }), options);
    expect(report).toContain('| `books` | ✅ 2/2 | ✅ 2/2 | 25 % |');
  });
});

describe('md', () => {
  it('folds the rates by suite, tool and family, and what survived', () => {
    const report = reporters.md(run(), options);
    expect(
      report,
    ).toContain(`<details><summary>Strength 25 %: 2 of 8 changed replies noticed by 2 tests, 1 hollow</summary>

| by | | noticed | strength |
|---|---|---:|---:|
| suite | \`mcptest.yml\` | 2 of 8 | 25 % |
| tool | \`demo.echo\` | 2 of 8 | 25 % |
| family | \`M-VALUE\` | 2 of 4 | 50 % |
| family | \`M-EXTRA\` | 0 of 4 | 0 % |

#### What survived

- **\`is there\`** is hollow: 0 of 4 noticed, at \`mcptest.yml:9\`
  - \`M-VALUE\` \`result.content[0].text\`: \`"hello" became "ifmmp"\`
    - add \`- result.content[0].text: "hello"\`
`);
    expect(report.indexOf('What survived')).toBeLessThan(report.indexOf('All tests'));
  });

  it('stays below the size of a comment, also where failures take most of it', () => {
    const long = 'x'.repeat(5000);
    const tests = Array.from({ length: 500 }, (_, n) => sampleTestStrength({ name: `${long}${n}` }));
    const strength = sampleStrength({ tests });
    const failures = Array.from({ length: 500 }, (_, n) => failingCase(`${long}${n}`));
    expect(reporters.md(sampleRun(failures, { strength }), options).length).toBeLessThan(65_000);
    const short = reporters.md(sampleRun([sampleCase()], { strength }), options);
    expect(short.length).toBeLessThan(65_000);
    expect(short).toMatch(/… and \d+ more tests with survivors/);
  });

  it('of mutate says what the gates came to', () => {
    const text = strengthMarkdown(
      sampleStrength({ gates: [missed, { min: 20, rate: 0.25, passed: true }, unjudged] }),
    );
    expect(text).toMatch(
      /^## mcptest strength: 25 %\n\n25 %: 2 of 8 .*\(seed 1\)\n\n- ❌ `mcptest\.yml`: 25 %/,
    );
    expect(text).toContain(
      '- ✅ all suites: 25 %, at least 20 % required\n- ❔ `mcptest.yml`: at least 80 % required, nothing',
    );
    expect(text).not.toContain('<details>');
  });
});

/** Those that hold problems or a verdict alone, or the tests alone. */
const SHORT: ReporterName[] = ['junit', 'tap', 'github', 'gitlab', 'sarif', 'minimal', 'badge'];

it.each(reporterNames.filter((name) => !SHORT.includes(name)))(
  '%s shows the strength of a run in which every field is there',
  (name) => {
    const full = everyField();
    expect([full.strength, full.output_schemas, full.results[0]?.replies]).not.toContain(undefined);
    expect(reporters[name](full, options)).toMatch(/strength|STRENGTH/);
  },
);
