import { describe, expect, it } from 'vitest';
import { failingCase, sampleCase, sampleCheck, sampleRun } from '../envelope/sample-run.js';
import { countCl100k } from '../tokens/cl100k.js';
import { withoutPassedValues, withoutTraces } from './bounded.js';
import { runShape, runSummary } from './run-shape.js';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed.
type Shape = Record<string, any>;

const TEXT = 'high 06:12\nlow 12:31\n';
const texts = (actual: unknown, expected: unknown = 'x') => ({
  checks: [
    sampleCheck({
      target: 'result.a',
      matcher: 'exact',
      expected,
      actual,
      message: `expected that result.a equals ${JSON.stringify(expected)}, but it is ${JSON.stringify(actual)}`,
    }),
  ],
});

describe('a run in JSON', () => {
  it('has counts that sum up to the total, skipped ones among them', () => {
    const verdicts = ['pass', 'fail', 'inconclusive', 'skipped', 'skipped'] as const;
    const run = sampleRun(verdicts.map((verdict, at) => sampleCase({ name: `t${at}`, verdict })));
    const { total, passed, failed, inconclusive, skipped, results } = runShape(run) as Shape;
    expect(passed + failed + inconclusive + skipped).toBe(total);
    expect([skipped, results.length]).toEqual([2, total]);
  });

  it('says a value once, beside the assertion and not in it', () => {
    const [failure] = (runShape(sampleRun([failingCase('x', texts('a strange tide'))])) as Shape).failures;
    expect(failure.actual).toBe('a strange tide');
    expect(failure.assert).toBe('assertion #0 (`result.a`) failed: expected that it equals "x"');
  });

  it('escapes newlines once, when it is written down', () => {
    const shape = runShape(sampleRun([failingCase('x', texts(TEXT, 'low\nhigh'))]));
    const written = JSON.stringify(shape);
    expect((shape as Shape).failures[0]).toMatchObject({
      actual: TEXT,
      assert: expect.stringContaining('low\nhigh'),
    });
    expect(written).toContain('06:12\\nlow');
    expect(written).not.toContain('\\\\n');
  });

  it('keeps a map or a list what it is, while it is short', () => {
    const value = { places: ['quay', 'mole'], open: true };
    const shape = runShape(sampleRun([failingCase('x', texts(value))])) as Shape;
    expect(shape.failures[0].actual).toEqual(value);
    const long = runShape(sampleRun([failingCase('x', texts({ text: 'y'.repeat(900) }))])) as Shape;
    expect(long.failures[0]).toMatchObject({
      actual: expect.stringMatching(/^\{"text":"y+…$/),
      full: expect.stringContaining('/tests/x/output'),
    });
  });

  it('shows nothing hidden, in a text or in a map', () => {
    for (const actual of ['a\u202eb', { key: 'a\u202eb' }, ['\u200b'], { '\u2028': 1 }]) {
      const written = JSON.stringify(runShape(sampleRun([failingCase('x', texts(actual))])));
      expect(written).not.toMatch(/[\u200b\u2028\u202e]/);
    }
  });

  it('tells once what several tests ended with, and names them all', () => {
    const dead = {
      checks: [sampleCheck({ outcome: 'inconclusive', message: 'server gone', actual: undefined })],
    };
    const rows = ['a', 'b', 'c'].map((name) => sampleCase({ name, verdict: 'inconclusive', ...dead }));
    const { failures, inconclusive } = runShape(sampleRun([...rows, failingCase('d', texts(1))])) as Shape;
    expect(inconclusive).toBe(3);
    expect(failures.map(({ test, same }: Shape) => [test, same])).toEqual([
      ['d', undefined],
      ['a', ['b', 'c']],
    ]);
  });

  it('leaves the rows out of a summary, and nothing that is not green', () => {
    const run = sampleRun([failingCase('x', texts(1)), sampleCase()]);
    const { results: _rows, ...rest } = runShape(run);
    expect(runShape(run, 'summary')).toEqual(rest);
    expect(runSummary(run)).toMatchObject({ ...rest, started_at: run.started_at });
  });
});

describe('a saved run', () => {
  const passed = (at: number) =>
    sampleCase({
      name: `tides ${at}`,
      test: `tides ${at}`,
      checks: [sampleCheck({ outcome: 'pass', actual: TEXT.repeat(20), message: 'it is as expected' })],
    });
  const run = sampleRun([failingCase('broken'), ...Array.from({ length: 45 }, (_unused, at) => passed(at))]);

  it('has every test with its checks, and of what passed no value', () => {
    const { results } = withoutPassedValues(run) as Shape;
    expect(results).toHaveLength(46);
    expect(results[0]).toMatchObject({ checks: run.results[0]!.checks, repro: run.results[0]!.repro });
    expect(results[1].checks).toEqual([
      {
        target: 'result.content[0].text',
        matcher: 'contains',
        outcome: 'pass',
        message: 'it is as expected',
      },
    ]);
  });

  it('costs a twentieth in short, and half with every test', () => {
    const [whole, tests, short] = [withoutTraces(run), withoutPassedValues(run), runSummary(run)].map(
      (answer) => countCl100k(JSON.stringify(answer)),
    );
    expect(short).toBeLessThan(whole! / 20);
    expect(tests).toBeLessThan(whole! / 2);
  });
});
