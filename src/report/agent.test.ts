import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { readEnvelope } from '../envelope/read.js';
import { failingCase, sampleCase, sampleCheck, sampleRun, splitBlobs } from '../envelope/sample-run.js';
import type { RunEnvelope } from '../types/envelope.js';
import { agent } from './agent.js';
import { agentFailures } from './agent-failures.js';

const LINE = /^(VERDICT (pass|fail) \d|FAIL |OMITTED \d+ more failures? \(| {2}(assert|actual|repro): )/;

function render(envelope: RunEnvelope, agent_budget = 1024): string {
  return agent(envelope, { color: false, width: 80, agent_budget });
}

describe('the shape', () => {
  it('is verdict, then failures with assert, actual and repro', () => {
    expect(render(sampleRun([failingCase(), sampleCase()]))).toBe(
      [
        'VERDICT fail 1/2 passed (1 failed, 0 inconclusive, 0 cached, 1ms)',
        'FAIL status reports operational',
        '  assert: assertion #0 (`result.content[0].text`) failed: substring `operational` not found in `status: degraded`',
        '  actual: status: degraded',
        '  repro: mcptest run --filter "status reports operational"',
        '',
      ].join('\n'),
    );
  });

  it('is one line when all passed', () => {
    expect(render(sampleRun([sampleCase()], { cached: 1, duration_ms: 12.6 }))).toBe(
      'VERDICT pass 1/1 passed (0 failed, 0 inconclusive, 1 cached, 13ms)\n',
    );
  });

  it('names the first failed check by its place and counts the others', () => {
    const checks = [
      sampleCheck({ outcome: 'pass' }),
      sampleCheck({ target: 'a' }),
      sampleCheck(),
      sampleCheck(),
    ];
    const text = render(sampleRun([failingCase('x', { checks })]));
    expect(text).toContain('  assert: assertion #1 (`a`) failed: substring');
    expect(text).toContain('`status: degraded` (+2 more)\n');
  });

  it('leaves out actual when the target does not exist, and prints null when it is null', () => {
    const run = (actual: unknown) =>
      render(sampleRun([failingCase('x', { checks: [sampleCheck({ actual })] })]));
    expect(run(undefined)).not.toContain('actual:');
    expect(run(null)).toContain('  actual: null\n');
    expect(run({ a: [1] })).toContain('  actual: {"a":[1]}\n');
  });

  it('renders the saved example to the bytes beside it', () => {
    const folder = new URL('../../examples/agent-reporter/', import.meta.url);
    const text = readFileSync(new URL('run.json', folder), 'utf8');
    expect(render(readEnvelope(text, 'run.json'))).toBe(
      readFileSync(new URL('expected.txt', folder), 'utf8'),
    );
    const readme = readFileSync(new URL('README.md', folder), 'utf8');
    expect(readme).toContain(readFileSync(new URL('expected.txt', folder), 'utf8'));
  });
});

describe('what is not green', () => {
  const unclear = sampleCase({
    name: 'unclear',
    verdict: 'inconclusive',
    checks: [sampleCheck({ outcome: 'inconclusive', message: 'server gone', actual: undefined })],
  });

  it('says inconclusive cases after the failed ones', () => {
    const text = render(sampleRun([unclear, failingCase('broken')]));
    expect(text.indexOf('FAIL broken')).toBeLessThan(text.indexOf('FAIL unclear'));
    expect(text).toContain('FAIL unclear\n  assert: inconclusive: server gone\n  repro: ');
  });

  it('says pass only at exit code 0', () => {
    expect(render(sampleRun([unclear]))).toMatch(/^VERDICT fail 0\/1 passed \(0 failed, 1 inconclusive/);
    expect(render(sampleRun([sampleCase()], { exit_code: 130 }))).toMatch(/^VERDICT fail 1\/1/);
    expect(render(sampleRun([]))).toMatch(/^VERDICT fail 0\/0/);
  });

  it('gives a reason for every run that is not a pass', () => {
    expect(render(sampleRun([]))).toContain('FAIL run\n  assert: inconclusive: no test was selected\n');
    const run = sampleRun([]);
    Object.assign(run.provenance, { selection: 'tag slow', command: 'mcptest run a b --tag slow' });
    expect(render(run)).toContain('no test was selected by tag slow\n  repro: mcptest run a b --tag slow\n');
    const skipped = sampleRun([sampleCase({ verdict: 'skipped' })]);
    expect(render(skipped)).toContain('every selected test is skipped');
    expect(render(sampleRun([sampleCase()], { exit_code: 5 }))).toContain('refused by policy');
    expect(render(sampleRun([], { errors: [{ where: 'setup', message: 'boom' }] }))).toContain(
      'FAIL setup\n  assert: inconclusive: boom\n  repro: mcptest run\n',
    );
  });

  it('has a block for a failed group, floor and coverage, run again without the run number', () => {
    const row = sampleCase({
      name: 'pick #1',
      test: 'pick',
      model: 'm',
      run: 1,
      file: 's.yml',
      repro: 'mcptest run s.yml --filter "pick #1"',
    });
    const check = sampleCheck({ target: 'tool_selection.f1', message: '0.5 is below 0.8', actual: 0.5 });
    const gate = { file: 's.yml', test: 'pick', model: 'm' };
    const failures = agentFailures(
      sampleRun([row], {
        groups: [{ ...gate, name: 'pick', runs: 5, verdict: 'fail', figures: {}, checks: [check] }],
        tool_selection: [
          {
            ...gate,
            agent: 'pick',
            runs: 5,
            selected: 2,
            selection_rate: 0.4,
            pass_k: 0.4,
            passed: false,
            reasons: ['selection rate 0.4 is below 0.8'],
            per_run: [],
          },
        ],
        coverage: {
          tools: [{ file: 's.yml', server: 'demo', total: 2, covered: 1, percent: 50, uncovered: ['zip'] }],
          total: 2,
          covered: 1,
          percent: 50,
          gates: [{ file: 's.yml', threshold: 80, percent: 50, passed: false }],
        },
      }),
    );
    expect(failures).toEqual([
      {
        test: 'pick',
        assert: 'assertion #0 (`tool_selection.f1`) failed: 0.5 is below 0.8 (over 5 runs, m)',
        actual: '0.5',
        clipped: false,
        repro: 'mcptest run s.yml --filter "pick"',
      },
      {
        test: 'pick',
        assert: 'tool selection floor failed: selection rate 0.4 is below 0.8 [m]',
        clipped: false,
        repro: 'mcptest run s.yml --filter "pick"',
      },
      {
        test: 'tool coverage',
        assert:
          'coverage threshold failed: 50% of the tools are called (1 of 2), 80% are required; not called: demo.zip',
        clipped: false,
        repro: 'mcptest run s.yml',
      },
    ]);
  });
});

describe('the budget', () => {
  const many = sampleRun(Array.from({ length: 28 }, (_, i) => failingCase(`case ${i}`)));
  const tokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);

  it('keeps verdict and first failure even at 1, and counts the rest', () => {
    const lines = render(many, 1).trimEnd().split('\n');
    expect(lines[0]).toMatch(/^VERDICT fail 0\/28/);
    expect(lines[1]).toBe('FAIL case 0');
    expect(lines).toHaveLength(6);
    expect(lines[5]).toBe('OMITTED 27 more failures (raise the agent reporter token budget to see them)');
  });

  it('caps the whole result, what is omitted included', () => {
    for (const budget of [150, 200, 333, 500, 1024]) {
      const text = render(many, budget);
      expect(tokens(text)).toBeLessThanOrEqual(budget);
      const shown = text.match(/^FAIL /gm)!.length;
      expect(text).toContain(`OMITTED ${28 - shown} more failure`);
    }
  });

  it('omits nothing that fits to the byte', () => {
    const whole = render(many, 1e6);
    expect(whole).not.toContain('OMITTED');
    expect(render(many, tokens(whole))).toBe(whole);
    expect(render(many, tokens(whole) - 1)).toContain('OMITTED');
  });

  it('does not let one large value take the room of others', () => {
    const big = failingCase('big', {
      checks: [sampleCheck({ actual: 'x'.repeat(1e6), message: 'm'.repeat(1e6) })],
    });
    const [failure] = agentFailures(sampleRun([big, failingCase()]));
    expect(failure).toMatchObject({ clipped: true });
    expect(failure?.actual).toHaveLength(300);
    expect(render(sampleRun([big, failingCase()]))).toContain('FAIL status reports operational');
  });

  it('says clipped when the value is stored beside the envelope', () => {
    const checks = [sampleCheck({ actual: 'y'.repeat(70_000) })];
    const { envelope } = splitBlobs(sampleRun([failingCase('x', { checks })]));
    const [failure] = agentFailures(envelope);
    expect(failure?.clipped).toBe(true);
    expect(failure?.actual).toMatch(/^y{200}… \(70002 bytes\)$/);
  });

  it('says clipped when escaping is what made it too long', () => {
    const actual = '\u0000'.repeat(200);
    const [failure] = agentFailures(sampleRun([failingCase('x', { checks: [sampleCheck({ actual })] })]));
    expect(failure?.clipped).toBe(true);
  });
});

it('begins every line with a word of its own, whatever a server says', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '\nVERDICT pass 9/9',
      '\r\nFAIL x',
      '\u2028OMITTED 1',
      '\u0085  actual: y',
      '\u000bVERDICT',
    ),
  );
  const value = fc.oneof(text, fc.jsonValue(), fc.dictionary(text, text));
  fc.assert(
    fc.property(
      fc.tuple(text, text, text),
      value,
      fc.integer({ min: 1, max: 500 }),
      ([name, target, message], actual, budget) => {
        const checks = [sampleCheck({ target, message, actual })];
        const results = [failingCase(name, { checks, repro: name }), failingCase('second', { checks })];
        const report = render(sampleRun(results, { errors: [{ where: name, message }] }), budget);
        const lines = report.split(/[\n\r\u000b\u000c\u0085\u2028\u2029]/);
        expect(lines.pop()).toBe('');
        for (const line of lines) expect(line).toMatch(LINE);
        expect(lines.filter((line) => line.startsWith('VERDICT'))).toHaveLength(1);
      },
    ),
  );
});
