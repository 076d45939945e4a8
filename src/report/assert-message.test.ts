import { describe, expect, it } from 'vitest';
import { sampleCheck } from '../envelope/sample-run.js';
import { evaluate } from '../match/evaluate.js';
import type { Check } from '../types/verdict.js';
import { assertMessage, withNewlines } from './assert-message.js';

async function failed(matcher: Record<string, unknown>, actual: unknown): Promise<Check> {
  const context = { redactor: { text: (text: string) => text, value: <T>(value: T) => value } };
  // biome-ignore lint/suspicious/noExplicitAny: these matchers look at nothing of the context.
  return evaluate({ target: 'result.x', matcher } as any, { result: { x: actual } }, context as any);
}

const LONG = 'tide '.repeat(500);

describe('the value stands beside the sentence', () => {
  it.each([
    [{ exact: 14 }, 50],
    [{ exact: 'high\nlow' }, 'low\nhigh'],
    [{ contains: 'operational' }, 'status: "degraded"'],
    [{ contains: 'x' }, LONG],
    [{ starts_with: 'a' }, 'b\tc'],
    [{ ends_with: 'a' }, '\u0000'],
    [{ regex: '^a$' }, 'b'],
    [{ '>': 10 }, 3],
    [{ approx: { value: 10, within: 1 } }, 3.25],
    [{ type: 'string' }, { a: [1, 'two'] }],
    [{ contains_all: ['a', 'b'] }, 'neither'],
    [{ any_of: [{ exact: 1 }, { '>': 20 }] }, 7],
    [{ '==': 14 }, 50],
    [{ any: { exact: 3 } }, [1, 2]],
    [{ unordered: [1] }, 'one'],
  ])('%j of %j', async (matcher, actual) => {
    const check = await failed(matcher, actual);
    expect(check.outcome).toBe('fail');
    const text = assertMessage(check);
    expect(text).not.toContain(JSON.stringify(actual).slice(0, 200));
    expect(text).not.toContain('result.x');
    expect(text).toMatch(/expected that it /);
  });

  it('keeps what the value does not say', async () => {
    expect(assertMessage(await failed({ regex: 'a' }, 7))).toBe(
      'expected that it matches /a/, but it is not a string',
    );
    expect(assertMessage(await failed({ exact: { a: { b: 1 } } }, { a: { b: 2 } }))).toMatch(
      /, but at \/a\/b expected 1, got 2$/,
    );
    expect(assertMessage(await failed({ schema: { minLength: 3 } }, 'ab'))).toMatch(/, but it .*3/);
  });

  it('leaves a sentence alone that no matcher wrote', () => {
    const check = sampleCheck({ message: 'the server died, but it is odd', actual: 'odd' });
    expect(assertMessage(check)).toBe(check.message);
  });
});

describe('newlines of quoted texts', () => {
  it('stand as they are, whatever else is escaped', async () => {
    const wanted = 'a\n"b"\\n\tc';
    const check = await failed({ exact: wanted }, 'z\n');
    expect(withNewlines({ ...check, message: assertMessage(check) })).toBe(
      'expected that it equals "a\n\\"b\\"\\\\n\\tc"',
    );
  });

  it('in a text that is cut too, and in one that stands deep', async () => {
    const cut = await failed({ exact: 'line\n'.repeat(200) }, 'z');
    expect(withNewlines(cut)).not.toContain('\\n');
    const deep = await failed({ exact: { a: ['one\ntwo'] } }, { a: ['one\nthree'] });
    expect(withNewlines(deep)).not.toContain('\\n');
    expect(withNewlines(deep)).toContain('one\nthree');
  });

  it('of what the server wrote by itself are not made up', () => {
    const check = sampleCheck({ message: 'failed: C:\\new', expected: 'C:\\new', actual: 'x\ny' });
    expect(withNewlines(check)).toBe('failed: C:\\new');
  });
});
