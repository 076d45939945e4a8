/** What sarif, badge and the Markdown comparison say, and that other programs can read it. */
import { expect, it } from 'vitest';
import { compareEnvelopes } from '../envelope/compare.js';
import { failingCase, sampleCase, sampleCheck, sampleRun } from '../envelope/sample-run.js';
import type { RunEnvelope } from '../types/envelope.js';
import { badge } from './badge.js';
import { comparisonText } from './compare/compare-formats.js';
import { sarif } from './sarif.js';
import { parseXml } from './xml-checker.js';

const options = { color: false, width: 80, agent_budget: 1 };
const mixed = sampleRun(
  [
    sampleCase({ name: 'works' }),
    failingCase('breaks', { file: 'tests/a b.yml' }),
    failingCase('breaks', { file: 'tests/a b.yml' }),
    sampleCase({
      name: 'hangs',
      verdict: 'inconclusive',
      checks: [sampleCheck({ outcome: 'inconclusive', matcher: 'alive', message: 'never spoke' })],
    }),
  ],
  { findings: [{ rule: 'DESC-004', severity: 'warning', server: 'demo', tool: 'x', message: 'too short' }] },
);

/** What section 3 of SARIF 2.1.0 demands of the objects that we write. */
function checkSarif(text: string): void {
  const log = JSON.parse(text);
  expect(Object.keys(log).sort()).toEqual(['$schema', 'runs', 'version']);
  expect(log.version).toBe('2.1.0');
  for (const run of log.runs) {
    const { driver } = run.tool;
    expect(typeof driver.name).toBe('string');
    const ids = driver.rules.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(['utf16CodeUnits', 'unicodeCodePoints']).toContain(run.columnKind);
    for (const invocation of run.invocations) {
      expect(typeof invocation.executionSuccessful).toBe('boolean');
      expect(Number.isInteger(invocation.exitCode)).toBe(true);
      expect(invocation.startTimeUtc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    }
    const prints = new Set<string>();
    for (const result of run.results) {
      expect(ids[result.ruleIndex]).toBe(result.ruleId);
      expect(['none', 'note', 'warning', 'error']).toContain(result.level);
      expect(result.message.text.length).toBeGreaterThan(0);
      prints.add(result.partialFingerprints['mcptest/v1']);
      for (const { physicalLocation, logicalLocations } of result.locations) {
        // A URI reference without anything that must be escaped.
        expect(physicalLocation.artifactLocation.uri).toMatch(/^(?:[\w\-.~!$&'()*+,;=:@/]|%[0-9A-F]{2})*$/);
        expect(physicalLocation.region.startLine).toBeGreaterThanOrEqual(1);
        expect(logicalLocations[0].kind).toBe('member');
      }
    }
    expect(prints.size).toBe(run.results.length);
  }
}

it('sarif is a 2.1.0 log with a result for each problem and finding', () => {
  const text = sarif(mixed, options);
  checkSarif(text);
  const { results, tool } = JSON.parse(text).runs[0];
  expect(results.map(({ ruleId, level }: { ruleId: string; level: string }) => [ruleId, level])).toEqual([
    ['mcptest.contains', 'error'],
    ['mcptest.contains', 'error'],
    ['mcptest.alive', 'warning'],
    ['DESC-004', 'warning'],
  ]);
  expect(results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'tests/a%20b.yml' },
    region: { startLine: 9 },
  });
  expect(tool.driver.rules).toEqual([
    { id: 'DESC-004' },
    { id: 'mcptest.alive' },
    { id: 'mcptest.contains' },
  ]);
});

it('sarif holds for hostile text and for a green run', () => {
  for (const text of ['', '\ud800', '../\u202e', 'a:b?c#d', '\u0000', '日本'])
    checkSarif(
      sarif(
        sampleRun([failingCase(text, { file: text, checks: [sampleCheck({ matcher: text })] })]),
        options,
      ),
    );
  const green = sarif(sampleRun([sampleCase()]), options);
  checkSarif(green);
  expect(JSON.parse(green).runs[0].results).toEqual([]);
});

it('sarif takes a run that was not judged for one that did not succeed', () => {
  const successful = (run: RunEnvelope): boolean =>
    JSON.parse(sarif(run, options)).runs[0].invocations[0].executionSuccessful;
  expect(successful(sampleRun([failingCase()]))).toBe(true);
  expect(successful(sampleRun([sampleCase({ verdict: 'inconclusive' })]))).toBe(false);
});

it('sarif leaves out what a rule found to be in order', () => {
  const found = {
    rule: 'SEC-026',
    severity: 'pass',
    server: 'demo',
    message: 'refused, as it should',
  } as const;
  const text = sarif(sampleRun([sampleCase()], { findings: [found] }), options);
  expect(JSON.parse(text).runs[0].results).toEqual([]);
});

it('sarif fingerprints survive moved lines and other messages', () => {
  const prints = (line: number, message: string) =>
    JSON.parse(
      sarif(sampleRun([failingCase('a', { checks: [sampleCheck({ line, message })] })]), options),
    ).runs[0].results.map((result: { partialFingerprints: object }) => result.partialFingerprints);
  expect(prints(1, 'x')).toEqual(prints(80, 'y'));
});

it.each([
  ['3 passed', sampleRun([1, 2, 3].map((n) => sampleCase({ name: `t${n}` })))],
  ['2 of 4 failed', mixed],
  ['not judged', sampleRun([])],
] as [string, RunEnvelope][])('the badge says %s', (words, run) => {
  const svg = badge(run, options);
  expect(parseXml(`<?xml version="1.0" encoding="UTF-8"?>\n${svg}`).name).toBe('svg');
  expect(svg).toContain(`<title>mcptest: ${words}</title>`);
});

it('compares in Markdown with what got worse first', () => {
  const base = sampleRun(['a', 'b', 'c', 'd'].map((name) => sampleCase({ name })));
  const now = sampleRun([
    sampleCase({ name: 'a' }),
    failingCase('b'),
    sampleCase({ name: 'c' }),
    sampleCase({ name: 'e` @team' }),
  ]);
  const text = comparisonText(compareEnvelopes(base, now), 'md', options);
  expect(text).toMatch(/^## mcptest: ❌ 1 regressed\n\npass → fail, /);
  expect(text.indexOf('### ❌ Regressed')).toBeLessThan(text.indexOf('New (1)'));
  expect(text).toContain('- `b` pass → fail (`mcptest.yml`)');
  expect(text).toContain('2 tests unchanged');
  expect(text.replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')).not.toContain('@team');
  expect(comparisonText(compareEnvelopes(base, base), 'md', options)).toMatch(
    /^## mcptest: ✅ nothing regressed/,
  );
});

it('is never green in Markdown where the run is not, and shows what fails', () => {
  const pass = sampleCase({ name: 'a' });
  const head = (base: RunEnvelope, now: RunEnvelope) =>
    comparisonText(compareEnvelopes(base, now), 'md', options).split('\n')[0];
  const added = [sampleRun([pass]), sampleRun([pass, failingCase('b')])] as const;
  expect(head(...added)).toBe('## mcptest: ❌ 1 new test fails');
  expect(comparisonText(compareEnvelopes(...added), 'md', options)).toContain(
    '### ❌ New and failing\n\n- `b` not there → fail',
  );
  const old = sampleRun([pass, failingCase('b'), failingCase('c')]);
  expect(head(old, old)).toBe('## mcptest: ❌ 2 tests fail as before, nothing regressed');
  expect(comparisonText(compareEnvelopes(old, old), 'md', options)).toContain(
    '### ❌ Failing as before\n\n- `b` fail → fail (`mcptest.yml`)\n- `c`',
  );
  const gate: RunEnvelope = { ...sampleRun([pass]), verdict: 'fail' };
  expect(head(gate, gate)).toBe('## mcptest: ❌ failed, but no test regressed');
  expect(head(old, sampleRun([]))).toBe('## mcptest: ❔ not judged, nothing regressed');
  expect(comparisonText(compareEnvelopes(old, sampleRun([])), 'md', options)).toContain(
    '### ➖ Removed\n\n- `a` pass → gone',
  );
  expect(head(old, sampleRun([pass, sampleCase({ name: 'b' }), sampleCase({ name: 'c' })]))).toBe(
    '## mcptest: ✅ 2 fixed, nothing regressed',
  );
});

it('does not put a comparison into a format that has no place for one', () => {
  const same = compareEnvelopes(mixed, mixed);
  for (const format of ['junit', 'sarif', 'gitlab', 'tap', 'badge'])
    expect(() => comparisonText(same, format, options)).toThrow(`cannot be compared as ${format}`);
});
