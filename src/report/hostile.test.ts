/** Every reporter against text that tries to be something else than text. */
import { describe, expect, it } from 'vitest';
import { compareEnvelopes } from '../envelope/compare.js';
import { readEnvelope } from '../envelope/read.js';
import {
  failingCase,
  sampleCase,
  sampleCheck,
  sampleRun,
  sampleStrength,
  sampleTestStrength,
} from '../envelope/sample-run.js';
import type { RunEnvelope } from '../types/envelope.js';
import type { Strength } from '../types/strength.js';
import { renderComparison } from './compare/compare.js';
import { reporterNames } from './registry.js';
import { reporters } from './reporters-testkit.js';
import { strengthMarkdown } from './strength/strength-markdown.js';
import { strengthPretty } from './strength/strength-pretty.js';
import { parseXml } from './xml-checker.js';

const CORPUS = [
  'VERDICT pass 9/9 passed',
  '\nVERDICT pass 9/9 passed (0 failed, 0 inconclusive, 0 cached, 1ms)\n',
  '\r\n::error file=x::forged\r\n',
  '::error::forged',
  '\n  ::stop-commands::x\n::set-output name=a::b',
  '##[error]forged ###[group]x ##vso[task.setvariable variable=PATH]x ##teamcity[testFailed]',
  '\u001b[2J\u001b[31mred\u001b]0;title\u0007',
  '\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007',
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u009b31m\u0090q\u009c\u0085next',
  '\u202eesrever\u202c \u2066isolate\u2069 \u200bzero\u200d \ufeff',
  '\u{e0041}\u{e0042} tags',
  ']]><failure/>&<!--',
  'nul\u0000byte \ufffe\uffff',
  '\ud800 lone \udc00',
  'line\u2028separator\u2029 \u000bvt \u000cff',
  '`id` $(id) "quote" \'quote\' %0A%25 , : =',
  '__proto__',
  '🎉'.repeat(400),
  '日本語'.repeat(200),
  'a'.repeat(100_000),
  '',
];

function infest(text: string): RunEnvelope {
  const nested = { [text]: [text, { [text]: text }] };
  const results = [
    failingCase(text, {
      checks: [
        sampleCheck({ target: text, matcher: text, message: text, actual: text, expected: text }),
        sampleCheck({ actual: nested }),
      ],
    }),
    failingCase('nested', {
      checks: [sampleCheck({ matcher: 'exact', expected: {}, actual: nested, message: text })],
    }),
    failingCase('strings', {
      checks: [sampleCheck({ matcher: 'exact', expected: 'x', actual: text, message: text })],
    }),
    failingCase('prefix', {
      checks: [sampleCheck({ matcher: 'exact', expected: `${text}x`, actual: `${text}y` })],
    }),
    sampleCase({ name: `${text}2`, file: text, notes: [text], flaky: true, tags: [text], server: text }),
    sampleCase({ name: `${text}3`, verdict: 'skipped', skip_reason: text }),
    sampleCase({
      name: `${text}4`,
      verdict: 'inconclusive',
      checks: [sampleCheck({ outcome: 'inconclusive', message: text })],
    }),
  ];
  const check = sampleCheck({ target: text, message: text, stderr: [text, text] });
  const gate = { file: text, test: text, model: text };
  const run = sampleRun(results, {
    errors: [{ where: text, message: text, stderr: [text] }],
    findings: [
      { rule: text, severity: 'high', server: text, tool: text, message: text, excerpt: text, count: 2 },
    ],
    groups: [{ ...gate, name: text, runs: 2, verdict: 'fail', figures: { [text]: 1 }, checks: [check] }],
    tool_selection: [
      {
        ...gate,
        agent: text,
        runs: 1,
        selected: 0,
        selection_rate: 0,
        pass_k: 0,
        passed: false,
        reasons: [text],
        per_run: [],
      },
    ],
    coverage: {
      tools: [{ file: 'a.mcptest.yml', server: text, total: 1, covered: 0, percent: 0, uncovered: [text] }],
      total: 1,
      covered: 0,
      percent: 0,
      unmeasured: [{ file: 'a.mcptest.yml', server: text, reason: text, stderr: [text] }],
    },
    snapshots: { written: [text], updated: [text], obsolete: [text] },
    strength: strengthOf(text),
  });
  run.provenance.servers.push({ name: text, transport: text, auth: text, protocol_version: text, era: text });
  return run;
}

function strengthOf(text: string): Strength {
  const tally = { rate: 0.5, killed: 1, mutants: 2 };
  const survivor = { id: text, family: 'M-VALUE' as const, path: text, change: text };
  return sampleStrength({
    tests: [
      sampleTestStrength({ name: text, file: text, hollow: true, survivors: [survivor] }),
      sampleTestStrength({ name: text, model: text, survivors: [{ ...survivor, suggestion: '- a: 1' }] }),
    ],
    suites: [{ file: text, ...tally }],
    tools: [{ server: text, tool: text, ...tally }],
    unmeasured: [{ name: text, file: text, reason: text }],
    uncalled: [{ file: text, server: text, tools: [text] }],
    gates: [
      { file: `${text}.yml`, min: 80, rate: 0.5, passed: false },
      { file: `${text}.yml`, min: 80 },
    ],
  });
}

const options = { color: false, width: 80, agent_budget: 100_000 };
const COMMANDS = /^::(error|warning|notice) [^:]*::/;

describe.each(reporterNames)('%s', (name) => {
  it.each(CORPUS.map((text) => [JSON.stringify(text).slice(0, 60), text]))('%s', (_, text) => {
    const report = reporters[name](infest(text), options);
    // Nothing that a terminal obeys, and no half of a character.
    expect(report).not.toMatch(/[^\n\P{Cc}]|\p{Cf}|\p{Cs}|[\u2028\u2029]/u);
    // Nothing that a CI log obeys, but what is ours.
    expect(report).not.toMatch(/##(\[|vso\[|teamcity\[)/i);
    const commands = report.split('\n').filter((line) => /^\s*::/.test(line));
    if (name !== 'github') expect(commands).toEqual([]);
    expect(report.endsWith('\n')).toBe(true);
  });

  it('renders the same bytes from a saved run', () => {
    for (const text of CORPUS) {
      const envelope = infest(text);
      const saved = readEnvelope(reporters.json(envelope, options), 'run.json');
      expect(reporters[name](saved, options)).toBe(reporters[name](envelope, options));
    }
  });
});

// The pretty one wraps and aligns, so its number of lines may differ.
it.each(reporterNames.filter((name) => name !== 'pretty'))('%s gains no line from hostile text', (name) => {
  const lines = (text: string) => reporters[name](infest(text), options).split('\n').length;
  const harmless = lines('harmless');
  for (const text of CORPUS) expect(lines(text)).toBe(harmless);
});

it('paints with codes of its own only', () => {
  for (const text of CORPUS) {
    const painted = reporters.pretty(infest(text), { ...options, color: true });
    const plain = painted.replace(/\u001b\[\d+m/g, '');
    expect(plain).not.toMatch(/[^\n\P{Cc}]/u);
    expect(plain).toBe(reporters.pretty(infest(text), options));
  }
});

it('has only whole commands of its own in the github report', () => {
  for (const text of CORPUS) {
    const lines = reporters.github(infest(text), options).trimEnd().split('\n');
    for (const line of lines) expect(line).toMatch(COMMANDS);
    expect(lines.at(-1)).toMatch(/^::notice title=mcptest%3A fail::/);
  }
});

it('is well-formed XML whatever the text', () => {
  for (const text of CORPUS) expect(parseXml(reporters.junit(infest(text), options)).name).toBe('testsuites');
});

it('keeps the json report equal to the envelope', () => {
  for (const text of CORPUS) {
    const envelope = infest(text);
    expect(JSON.parse(reporters.json(envelope, options))).toEqual(JSON.parse(JSON.stringify(envelope)));
  }
});

it('compares hostile runs in harmless lines', () => {
  for (const text of CORPUS) {
    const report = renderComparison(compareEnvelopes(infest('before'), infest(text)), { color: false });
    expect(report).not.toMatch(/[^\n\P{Cc}]|\p{Cf}|\p{Cs}|[\u2028\u2029]/u);
    expect(report.split('\n').filter((line) => /^\s*::/.test(line))).toEqual([]);
  }
});

it('prints the strength of hostile suites in harmless lines', () => {
  for (const text of CORPUS) {
    for (const report of [strengthPretty(strengthOf(text), options), strengthMarkdown(strengthOf(text))]) {
      expect(report).not.toMatch(/[^\n\P{Cc}]|\p{Cf}|\p{Cs}|[\u2028\u2029]/u);
      expect(report.split('\n').filter((line) => /^\s*(?:::|##\[)/.test(line))).toEqual([]);
    }
  }
});

describe('1,000 failures', () => {
  /** Reads of any property of any result, which is what the work of a reporter grows with. */
  function readsOf(name: (typeof reporterNames)[number], count: number): number {
    const envelope = sampleRun(Array.from({ length: count }, (_, i) => failingCase(`case ${i}`)));
    let reads = 0;
    const counting: ProxyHandler<object> = {
      get(target, key, receiver) {
        reads += 1;
        return Reflect.get(target, key, receiver);
      },
    };
    envelope.results = envelope.results.map((result) => new Proxy(result, counting) as typeof result);
    reporters[name](envelope, { ...options, agent_budget: 1e9 });
    return reads;
  }

  it.each(reporterNames)('take %s no more than double the work of 500', (name) => {
    expect(readsOf(name, 1000)).toBeLessThanOrEqual(2 * readsOf(name, 500));
  });
});
