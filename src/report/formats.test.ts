/** What ndjson, tap, md, gitlab and html say, and that other programs can read it. */
import { describe, expect, it } from 'vitest';
import { failingCase, sampleCase, sampleCheck, sampleRun } from '../envelope/sample-run.js';
import { gitlab } from './gitlab.js';
import { html } from './html.js';
import { md } from './md.js';
import { ndjson } from './ndjson.js';
import { reporterNames } from './registry.js';
import { reporters } from './reporters-testkit.js';
import { tap } from './tap.js';

const options = { color: false, width: 80, agent_budget: 1 };
const mixed = sampleRun(
  [
    sampleCase({ name: 'works' }),
    failingCase('breaks'),
    sampleCase({ name: 'later', verdict: 'skipped', skip_reason: 'not yet # really' }),
  ],
  {
    errors: [{ where: 'teardown', message: 'left a file' }],
    findings: [{ rule: 'stdout-noise', severity: 'warning', server: 'demo', message: 'printed a log line' }],
  },
);

describe('ndjson', () => {
  it('is a header, the results in order and a summary, and loses nothing', () => {
    const lines = ndjson(mixed, options)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type }) => type)).toEqual(['run', 'result', 'result', 'result', 'summary']);
    const [{ type: _, ...head }, ...others] = lines;
    const { type: __, ...tail } = others.pop();
    const results = others.map(({ type: ___, ...result }) => result);
    expect({ ...head, ...tail, results }).toEqual(JSON.parse(JSON.stringify(mixed)));
  });
});

describe('tap', () => {
  it('numbers tests, says why and keeps directives its own', () => {
    expect(tap(mixed, options)).toBe(`TAP version 14
1..4
# demo: stdio, 2025-11-25, legacy era
ok 1 - works
  ---
  duration_ms: 1
  ...
not ok 2 - breaks
  ---
  message: "assertion #0 (\`result.content[0].text\`) failed: substring \`operational\` not found in \`status: degraded\`"
  severity: fail
  at: "mcptest.yml:9"
  expected: "operational"
  actual: "status: degraded"
  repro: "mcptest run --filter \\"breaks\\""
  duration_ms: 1
  ...
ok 3 - later # SKIP not yet \\# really
not ok 4 - teardown
  ---
  message: "inconclusive: left a file"
  severity: inconclusive
  repro: "mcptest run"
  ...
`);
  });

  it('lets no name pass for a directive', () => {
    expect(tap(sampleRun([failingCase('x # TODO later')]), options)).toContain(
      'not ok 1 - x \\# TODO later\n',
    );
  });
});

describe('md', () => {
  it('says that coverage was not measured where no server answered', () => {
    const unmeasured = [{ file: 'a.yml', server: 'demo', reason: 'down' }];
    const text = md(
      sampleRun([sampleCase()], { coverage: { tools: [], total: 0, covered: 0, unmeasured } }),
      options,
    );
    expect(text).toContain('tool coverage not measured');
    expect(text).not.toContain('100%');
  });

  it('shows failures before the list of all tests', () => {
    const text = md(mixed, options);
    expect(text).toMatch(
      /^## mcptest: ❌ failed\n\n3 tests: 1 failed, 1 passed, 1 skipped in 1ms\n\n### Failures\n/,
    );
    expect(text).toContain('- **`breaks`** at `mcptest.yml:9`');
    expect(text.indexOf('### Failures')).toBeLessThan(text.indexOf('<details>'));
    expect(text).toContain('- ➖ `later`: `not yet # really`');
  });

  it('keeps what a server says inside code spans', () => {
    const evil = '` @everyone <img src=x> ``` [link](https://evil.example)';
    const text = md(sampleRun([failingCase(evil, { checks: [sampleCheck({ actual: evil })] })]), options);
    // With spans taken out the way Markdown reads them, nothing of the server is left.
    const outside = text.replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
    expect(outside).not.toMatch(/everyone|img|evil/);
  });

  it('stays below the size of a comment', () => {
    const long = 'x'.repeat(5000);
    const cases = Array.from({ length: 500 }, (_, i) => failingCase(`${long}${i}`));
    expect(md(sampleRun(cases), options).length).toBeLessThan(65_000);
  });
});

describe('gitlab', () => {
  it('lists problems and findings as code quality issues', () => {
    expect(JSON.parse(gitlab(mixed, options))).toEqual([
      {
        description: expect.stringMatching(/^breaks: assertion #0/),
        check_name: 'mcptest.contains',
        fingerprint: expect.stringMatching(/^[0-9a-f]{40}$/),
        severity: 'major',
        location: { path: 'mcptest.yml', lines: { begin: 9 } },
      },
      expect.objectContaining({ check_name: 'mcptest.error', severity: 'minor' }),
      expect.objectContaining({ check_name: 'stdout-noise', severity: 'minor' }),
    ]);
  });

  it('knows a problem again when only its line and message moved, and tells two apart', () => {
    const prints = (line: number, actual: string) =>
      JSON.parse(
        gitlab(
          sampleRun([
            failingCase('a', { checks: [sampleCheck({ line, message: actual, actual })] }),
            failingCase('a', { checks: [sampleCheck({ line, message: actual, actual })] }),
            failingCase('b'),
          ]),
          options,
        ),
      ).map((issue: { fingerprint: string }) => issue.fingerprint);
    expect(prints(1, 'x')).toEqual(prints(80, 'y'));
    expect(new Set(prints(1, 'x')).size).toBe(3);
  });

  it('is an empty list when all is green', () => {
    expect(gitlab(sampleRun([sampleCase()]), options)).toBe('[]\n');
  });
});

// The strip of a trace, the legend and the kinds of runs took eight; the most that a page may ever have is 150.
it('an empty HTML report stays below 150 kB', () => {
  expect(Buffer.byteLength(html(sampleRun([]), options))).toBeLessThan(150_000);
});

/** The words of one are fixed, and the others hold problems or a verdict alone. */
const WITHOUT_SERVERS = ['agent', 'gitlab', 'badge'];

it.each(reporterNames.filter((name) => !WITHOUT_SERVERS.includes(name)))(
  '%s says which era and revision was spoken',
  (name) => {
    const text = reporters[name](mixed, options);
    expect(text).toContain('2025-11-25');
    expect(text).toContain('legacy');
  },
);
