import { describe, expect, it } from 'vitest';
import { failingCase, sampleCase, sampleCheck, sampleRun, splitBlobs } from '../envelope/sample-run.js';
import type { RunEnvelope } from '../types/envelope.js';
import type { Check } from '../types/verdict.js';
import { loadPretty } from './pretty.js';
import { columns } from './text/columns.js';

const pretty = await loadPretty();

const render = (envelope: RunEnvelope, width = 80) =>
  pretty(envelope, { color: false, width, agent_budget: 1 });

/** The lines between FAILURES and the closing block, for a run with one failed check. */
function failure(check: Partial<Check>, width = 80): string[] {
  const text = render(sampleRun([failingCase('x', { checks: [sampleCheck(check)] })]), width);
  const lines = text.split('\n');
  return lines.slice(lines.indexOf('FAILURES') + 2, lines.indexOf('', lines.indexOf('FAILURES') + 2));
}

it('shows tests by file, problems once, and the counts last', () => {
  const envelope = sampleRun(
    [
      sampleCase({ duration_ms: 12.4 }),
      failingCase(),
      sampleCase({ name: 'wobbles', file: 'b.mcptest.yml', flaky: true, attempts: 3, duration_ms: 1800 }),
      sampleCase({ name: 'later', file: 'b.mcptest.yml', verdict: 'skipped', skip_reason: 'needs a key' }),
      sampleCase({
        name: 'gone',
        file: 'b.mcptest.yml',
        verdict: 'inconclusive',
        notes: ['an error went unasserted'],
        checks: [
          sampleCheck({
            target: 'server',
            outcome: 'inconclusive',
            message: 'exited with code 1',
            actual: undefined,
          }),
        ],
      }),
    ],
    {
      duration_ms: 2100.4,
      findings: [
        { rule: 'stdout-noise', severity: 'warning', server: 'demo', message: 'prints to stdout', count: 3 },
      ],
      coverage: {
        tools: [
          {
            file: 'a.mcptest.yml',
            server: 'demo',
            total: 3,
            covered: 1,
            percent: 33,
            uncovered: ['zip', 'env'],
          },
        ],
        total: 3,
        covered: 1,
        percent: 33,
      },
      snapshots: { written: ['one'], updated: [], obsolete: ['old'] },
    },
  );
  expect(render(envelope)).toBe(`mcptest.yml
  ✓ echo works                    12ms
  ✗ status reports operational     1ms

b.mcptest.yml
  ✓ wobbles                     1800ms  flaky, 3 attempts
  ○ later  skipped: needs a key
  ? gone                           1ms

FAILURES

  ✗ status reports operational
    mcptest.yml:9 › result.content[0].text
    substring \`operational\` not found in \`status: degraded\`
    expected  contains "operational"
    actual    "status: degraded"
    repro     mcptest run --filter "status reports operational"

NOT JUDGED

  ? gone
    b.mcptest.yml:9 › server
    exited with code 1
    repro     mcptest run --filter "gone"

FINDINGS

  warning demo: prints to stdout (3 times) [stdout-noise]

NOTES

  - gone: an error went unasserted

server     demo: stdio, 2025-11-25, legacy era
coverage   1/3 tools (33%); not called: demo.zip, demo.env
snapshots  1 written, 1 obsolete: old
FAIL  5 tests: 1 failed, 1 inconclusive, 2 passed, 1 skipped, 1 flaky in 2100ms
`);
});

it('tells runs that could not be judged for one reason once', () => {
  const checks = [
    sampleCheck({ target: 'model', outcome: 'inconclusive', message: 'no key', actual: undefined }),
  ];
  const run = (n: number, message = 'no key') =>
    sampleCase({
      name: `weather #${n}`,
      test: 'weather',
      run: n,
      kind: 'agent',
      verdict: 'inconclusive',
      repro: `mcptest run --filter "weather #${n}"`,
      checks: [{ ...checks[0]!, message }],
    });
  const text = render(sampleRun([run(1), run(2), run(3, 'no credit'), run(4)]));
  expect(text.slice(text.indexOf('NOT JUDGED'), text.indexOf('server'))).toBe(`NOT JUDGED

  ? weather (3 runs)
    mcptest.yml:9 › model
    no key
    repro     mcptest run --filter "weather"

  ? weather #3
    mcptest.yml:9 › model
    no credit
    repro     mcptest run --filter "weather #3"

`);
});

it('is calm when all is well', () => {
  expect(render(sampleRun([sampleCase()]))).toBe(`mcptest.yml
  ✓ echo works     1ms

server     demo: stdio, 2025-11-25, legacy era
PASS  1 test: 1 passed in 1ms
`);
});

it('names the tools that a missed coverage threshold is about only once', () => {
  const coverage = {
    tools: [{ file: 'a.mcptest.yml', server: 'demo', total: 2, covered: 1, percent: 50, uncovered: ['zip'] }],
    total: 2,
    covered: 1,
    percent: 50,
    gates: [{ file: 'a.mcptest.yml', threshold: 80, percent: 50, passed: false }],
  };
  const text = render(sampleRun([sampleCase()], { coverage }));
  expect(text).toContain('✗ tool coverage');
  expect(text.split('demo.zip')).toHaveLength(2);
  expect(text).toContain('80% are required');
});

describe('a failure', () => {
  it('points at the first character that differs', () => {
    const lines = failure({
      matcher: 'exact',
      expected: 'Echo: hello',
      actual: 'Echo: hullo',
      message: 'not equal',
    });
    const [expected, actual, caret] = lines.slice(3, 6) as [string, string, string];
    expect(expected).toBe('    expected  "Echo: hello"');
    expect(actual).toBe('    actual    "Echo: hullo"');
    expect(caret.indexOf('^')).toBe(expected.indexOf('ello'));
    expect(caret).toContain('character 8');
  });

  it('cuts long strings to the part that differs, the caret still under it', () => {
    const common = 'word '.repeat(500);
    const lines = failure({ matcher: 'exact', expected: `${common}left`, actual: `${common}right` });
    const [expected, actual, caret] = lines.slice(3, 6) as [string, string, string];
    expect(expected).toContain('left');
    expect(actual).toContain('right');
    expect(caret.indexOf('^')).toBe(expected.indexOf('left'));
  });

  it('keeps the caret in its column behind wide and escaped characters', () => {
    const lines = failure({ matcher: 'exact', expected: '日本\u0007a', actual: '日本\u0007b' });
    const [expected, , caret] = lines.slice(3, 6) as [string, string, string];
    expect(columns(caret.slice(0, caret.indexOf('^')))).toBe(
      columns(expected.slice(0, expected.indexOf('a"'))),
    );
  });

  it('does not point into the middle of a character', () => {
    const lines = failure({ matcher: 'exact', expected: 'ab🎉', actual: 'ab🎊' });
    expect(lines[3]).toBe('    expected  "ab🎉"');
    expect(lines[5]?.indexOf('^')).toBe(lines[3]?.indexOf('🎉'));
  });

  it('shows every leaf in which a snapshot differs, long texts where they part', () => {
    const long = 'the same words again and again '.repeat(10);
    const text = failure({
      matcher: 'snapshot',
      expected: { a: 1, b: [true], c: `${long}old end`, d: 4 },
      actual: { a: 2, b: [true], c: `${long}new end`, e: 5 },
      message: 'expected that x equals its snapshot, but at /a ... (accept it with --update-snapshots)',
    }).join('\n');
    expect(text).toContain('differs from its snapshot (accept it with --update-snapshots)');
    expect(text).toMatch(/- a: 1\n +\+ a: 2\n +- c: "….*old end"\n +\+ c: "….*new end"\n +- d: 4\n +\+ e: 5/);
    expect(text).not.toContain('b[0]');
  });

  it('compares no reference to a stored value, and no name of a snapshot', () => {
    const big = { text: 'x'.repeat(70_000) };
    const run = sampleRun([
      failingCase('x', { checks: [sampleCheck({ matcher: 'exact', expected: {}, actual: big })] }),
    ]);
    const text = render(splitBlobs(run).envelope);
    expect(text).not.toContain('$blob');
    expect(text).toContain('actual    {"text":"xxx');
    expect(failure({ matcher: 'snapshot', expected: 'name', actual: 'value' }).join()).not.toContain('^');
  });

  it('shows only the leaves of an object that differ', () => {
    const lines = failure({
      matcher: 'exact',
      expected: { same: 1, list: [1, 2], gone: true, 'odd key': 1 },
      actual: { same: 1, list: [1, 3], 'odd key': 1, extra: null },
    });
    expect(lines.slice(3, -1)).toEqual([
      '    - list[1]: 2',
      '    + list[1]: 3',
      '    - gone: true',
      '    + extra: null',
    ]);
  });

  it('does not count extra keys against a subset', () => {
    const lines = failure({ matcher: 'subset', expected: { a: 1 }, actual: { a: 2, extra: 1 } });
    expect(lines.slice(3, -1)).toEqual(['    - a: 1', '    + a: 2']);
  });

  it('stays under ten lines, whatever differs', () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`key${i}`, i]));
    const changed = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [`key${i}`, `${i}`.repeat(200)]),
    );
    const message = 'a long sentence about it '.repeat(100);
    for (const width of [40, 80, 120]) {
      const diff = failure({ matcher: 'exact', expected: wide, actual: changed, message }, width);
      expect(diff.length).toBeLessThan(10);
      expect(diff.join('\n')).toContain('500 differences in all');
      expect(failure({ message }, width).length).toBeLessThan(10);
      const strings = { matcher: 'exact', expected: message, actual: `${message}!`, message };
      expect(failure(strings, width).length).toBeLessThan(10);
    }
  });

  it('shows every check that failed', () => {
    const checks = ['one', 'two', 'three'].map((actual, at) => sampleCheck({ actual, line: 20 + at }));
    const passed = sampleCheck({ outcome: 'pass', actual: 'four' });
    const text = render(sampleRun([failingCase('x', { checks: [...checks, passed] })]));
    for (const { actual, line } of checks)
      expect(text).toMatch(new RegExp(`mcptest.yml:${line} › [^]*actual +"${actual}"`));
    expect(text).not.toContain('four');
    expect(text).not.toContain('more)');
  });

  it('gives the reason of its own figure, whole', () => {
    const names = Array.from({ length: 40 }, (_, at) => `delete_everything_${at}`);
    const because = [
      `run 2: restricted ${names.join(', ')}`,
      '  ~ api.search {"q":"x"} (q: expected "y", got "x")',
    ];
    const text = failure({
      target: 'edges.restricted_attempts',
      matcher: '<=',
      expected: 0,
      actual: 40,
      because,
    });
    for (const name of names) expect(text.join(' ')).toContain(name);
    expect(text.join('\n')).toContain('~ api.search {"q":"x"} (q: expected "y", got "x")');
  });
});

it('fits its columns, but for commands, which must stay whole', () => {
  const long = 'a very long name '.repeat(20);
  const envelope = sampleRun(
    [
      sampleCase({ name: long, flaky: true, notes: [long] }),
      failingCase('日本語'.repeat(40), {
        checks: [sampleCheck({ message: long, actual: long, target: long })],
      }),
      sampleCase({ name: 'skip', verdict: 'skipped', skip_reason: long }),
    ],
    {
      findings: [{ rule: 'r', severity: 'high', message: 'x'.repeat(300) }],
      snapshots: { written: [], updated: [], obsolete: Array.from({ length: 50 }, (_, i) => `${long}${i}`) },
    },
  );
  for (const width of [60, 80, 120]) {
    const lines = render(envelope, width).split('\n');
    const over = lines.filter((line) => columns(line) > width && !line.includes('repro '));
    expect(over).toEqual([]);
  }
});
