import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../types/envelope.js';
import type { Trace } from '../types/trace.js';
import { lineDiff } from './line-diff.js';
import { failingStep, stepsOf } from './steps.js';

const trace: Trace = {
  prompt: 'do it',
  calls: [
    { tool: 'a', args: {} },
    { tool: 'b', server: 's', args: {}, is_error: true },
    { tool: 'c', args: {} },
  ],
  faults: [{ call: 1, kind: 'timeout' }],
  distractors: ['s.b'],
  final_response: 'done',
};
const steps = stepsOf(trace);

function failing(...targets: string[]): number | undefined {
  const checks = targets.map((target) => ({ target, matcher: 'exact', outcome: 'fail', message: '' }));
  return failingStep({ verdict: 'fail', checks } as unknown as CaseResult, steps);
}

describe('steps', () => {
  it('are the prompt, the calls with what befell them, and the answer', () => {
    expect(steps.map(({ kind }) => kind)).toEqual(['prompt', 'call', 'call', 'call', 'answer']);
    expect(steps[2]).toMatchObject({ number: 1, fault: 'timeout', distractor: true });
  });

  it('know a distractor also where the list does not say whose it is', () => {
    const [call] = stepsOf({ calls: [{ tool: 'a', server: 's', args: {} }], distractors: ['a'] });
    expect(call).toMatchObject({ distractor: true });
  });

  it('show turns where they say how many calls came before', () => {
    const told = stepsOf({
      calls: [{ tool: 'a', args: {} }],
      turns: [
        { tokens: 1, call: 0, text: 'let me see' },
        { tokens: 2, call: 1 },
      ],
    });
    expect(told.map(({ kind }) => kind)).toEqual(['turn', 'call', 'turn']);
  });

  it('fail at what the check names, else at the last error, else at the end', () => {
    expect(failing('tool_calls[2].args')).toBe(3);
    expect(failing('tool_calls[9].args')).toBe(2);
    expect(failing('final_response')).toBe(2);
    const calm = stepsOf({ ...trace, calls: trace.calls.map(({ is_error: _, ...call }) => call) });
    const check = { target: 'final_response', matcher: 'exact', outcome: 'fail', message: '' };
    const result = { verdict: 'fail', checks: [check] } as unknown as CaseResult;
    expect(failingStep(result, calm)).toBe(4);
    expect(failingStep({ ...result, verdict: 'pass' }, calm)).toBeUndefined();
  });
});

describe('the difference of two texts', () => {
  it('has every line of both, once, in order', () => {
    const lines = lineDiff('a\nb\nc\nd', 'a\nx\nc\ne\nd')!;
    expect(lines.map(({ side, text }) => `${side[0]}${text}`)).toEqual(['ba', 'eb', 'ax', 'bc', 'ae', 'bd']);
  });

  it('is left out for single lines and for long texts', () => {
    expect(lineDiff('a', 'b')).toBeUndefined();
    expect(lineDiff('a\n'.repeat(500), 'b\n')).toBeUndefined();
    expect(lineDiff('a\nb', 'x'.repeat(200_000))).toBeUndefined();
  });
});
