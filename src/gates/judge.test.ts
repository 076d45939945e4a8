import { describe, expect, test } from 'vitest';
import type { Reply } from '../types/connection.js';
import type { Assertion, Expectation, Matcher } from '../types/suite.js';
import { judgeStep } from './judge.js';
import { verdictOf } from './verdict.js';

const result = (value: unknown, duration_ms = 5): Reply => ({
  kind: 'result',
  result: value,
  duration_ms,
  progress: [],
});
const rpcError: Reply = {
  kind: 'error',
  error: { code: -32602, message: 'unknown tool "x"' },
  duration_ms: 5,
  progress: [],
};
const expecting = (assertions: Assertion[], limits: Partial<Expectation> = {}): Expectation => ({
  assertions,
  ...limits,
});
const judge = (reply: Reply, expect_: Expectation) => judgeStep(reply, expect_, { test: 't' });

describe('an answer that never came', () => {
  test.each([
    ['timeout', 'deadline', 'fail'],
    ['died', 'alive', 'fail'],
    ['invalid', 'valid-response', 'fail'],
    ['unauthorized', 'authorised', 'inconclusive'],
  ] as const)('%s → %s, %s', async (kind, matcher, outcome) => {
    const reply: Reply = { kind, message: 'what happened', duration_ms: 5, progress: [] };
    const assertions = [{ target: 'error', matcher: { exact: null } }];
    const { checks } = await judge(reply, expecting(assertions, { max_duration_ms: 100 }));
    expect(checks).toEqual([{ target: 'server', matcher, outcome, message: 'what happened' }]);
  });
});

describe('without assertions', () => {
  test.each([
    ['a plain result', result({ content: [] }), 'pass'],
    ['isError false', result({ content: [], isError: false }), 'pass'],
    ['isError true', result({ content: [{ type: 'text', text: 'disk full' }], isError: true }), 'fail'],
    ['isError of another type', result({ content: [], isError: 'no' }), 'fail'],
    ['no object', result(null), 'fail'],
    ['a JSON-RPC error', rpcError, 'fail'],
  ])('%s', async (_name, reply, outcome) => {
    const { checks } = await judge(reply, expecting([]));
    expect(checks).toMatchObject([{ target: 'result.isError', matcher: 'succeeds', outcome }]);
  });

  test('nor where every assertion looks past the answer, as one on its duration does', async () => {
    const quick = [{ target: 'duration_ms', matcher: { '<': 1000 } }];
    const failed = result({ content: [], isError: true });
    expect(verdictOf((await judge(failed, expecting(quick))).checks)).toBe('fail');
    expect(verdictOf((await judge(rpcError, expecting(quick))).checks)).toBe('fail');
    expect(verdictOf((await judge(result({ content: [] }), expecting(quick))).checks)).toBe('pass');
    const told = [...quick, { target: 'error.code', matcher: { exact: -32602 } }];
    expect(verdictOf((await judge(rpcError, expecting(told))).checks)).toBe('pass');
  });

  test('the message has the words of the error', async () => {
    const failed = result({
      content: [{ type: 'image' }, { type: 'text', text: 'disk full' }],
      isError: true,
    });
    expect((await judge(failed, expecting([]))).checks[0]?.message).toContain('disk full');
    expect((await judge(rpcError, expecting([]))).checks[0]?.message).toContain('-32602: unknown tool "x"');
  });

  test('limits do not replace the question whether it succeeded', async () => {
    const { checks } = await judge(rpcError, expecting([], { max_duration_ms: 100 }));
    expect(checks.map((check) => [check.matcher, check.outcome])).toEqual([
      ['succeeds', 'fail'],
      ['max', 'pass'],
    ]);
  });
});

describe('with assertions', () => {
  const isError = result({ content: [{ type: 'text', text: 'no' }], isError: true });
  const text = { target: 'result.content[0].text', matcher: { exact: 'no' } };

  test('they alone decide, and an error that nobody looks at is noted', async () => {
    const { checks, notes } = await judge(isError, expecting([text]));
    expect([verdictOf(checks), notes.length]).toEqual(['pass', 1]);
  });

  test.each(['result.isError', 'result["isError"]', 'result'])('%s looks at it', async (target) => {
    const { notes } = await judge(isError, expecting([text, { target, matcher: { exact: true } }]));
    expect(notes).toEqual([]);
  });

  test('`error: null` says nothing of an error that the tool signals', async () => {
    const { checks, notes } = await judge(
      isError,
      expecting([{ target: 'error', matcher: { exact: null } }]),
    );
    expect([verdictOf(checks), notes.length]).toEqual(['pass', 1]);
  });

  test.each(['result.isError', 'result.nextCursor', 'result["isError"]', 'result.a.b'])(
    '`%s: null` does not hold of an error, which has no such thing at all',
    async (target) => {
      for (const matcher of [{ exact: null }, { any_of: [{ exact: null }, { exact: false }] }]) {
        const { checks } = await judge(rpcError, expecting([{ target, matcher }]));
        const message = expect.stringMatching(/error -32602: unknown tool "x", so there is no result/);
        expect(checks).toMatchObject([{ outcome: 'fail', message }]);
        const fine = await judge(result({ content: [] }), expecting([{ target: 'result.isError', matcher }]));
        expect(verdictOf(fine.checks)).toBe('pass');
      }
    },
  );

  test('an error and a result that signals one are both a refusal where the suite allows either', async () => {
    const either = { any_of: [{ exact: null }, { subset: { isError: true } }] };
    const refused = expecting([{ target: 'result', matcher: either }]);
    const outcomes = [];
    for (const reply of [rpcError, isError, result({ content: [] })])
      outcomes.push(verdictOf((await judge(reply, refused)).checks));
    expect(outcomes).toEqual(['pass', 'pass', 'fail']);
  });

  test('more than the absence of a result is not met by an error', async () => {
    const asked = expecting([{ target: 'result', matcher: { exact: null, not: { contains: 'x' } } }]);
    const { checks } = await judge(rpcError, asked);
    expect(checks).toMatchObject([{ outcome: 'fail', message: expect.stringContaining('-32602') }]);
  });

  test('a JSON-RPC error fails whatever asks for the result, not included', async () => {
    const asked = [
      text,
      { target: 'result', matcher: { not: { contains: 'x' } } },
      { target: 'result.a.b', matcher: { not: 'x' } },
      { target: 'result', matcher: { exact: null } },
      { target: 'error.code', matcher: { exact: -32602 } },
    ];
    const { checks } = await judge(rpcError, expecting(asked));
    expect(checks.map((check) => check.outcome)).toEqual(['fail', 'fail', 'fail', 'pass', 'pass']);
    expect(checks[0]?.message).toContain('-32602: unknown tool "x"');
  });
});

describe('limits', () => {
  test('an answer of as many tokens as are allowed is within', async () => {
    const { checks } = await judge(result({}), expecting([], { max_response_tokens: 1 }));
    expect(checks.at(-1)).toMatchObject({ target: 'response_tokens', outcome: 'pass', actual: 1 });
  });

  test('duration', async () => {
    for (const [took, outcome] of [
      [100, 'pass'],
      [100.1, 'fail'],
    ] as const) {
      const { checks } = await judge(result({}, took), expecting([], { max_duration_ms: 100 }));
      expect(checks[1]).toMatchObject({
        target: 'duration_ms',
        matcher: 'max',
        expected: 100,
        actual: took,
        outcome,
      });
    }
  });

  test('tokens are those of the compact JSON of the result', async () => {
    // cl100k_base splits it into {" a ":" hello _world "}
    const { checks } = await judge(result({ a: 'hello world' }), expecting([], { max_response_tokens: 6 }));
    expect(checks[1]).toMatchObject({ target: 'response_tokens', actual: 6, outcome: 'pass' });
    const over = await judge(result({ a: 'hello world' }), expecting([], { max_response_tokens: 5 }));
    expect(over.checks[1]?.outcome).toBe('fail');
  });

  test('the tokens of an error are those of an answer', async () => {
    const { checks } = await judge(rpcError, expecting([], { max_response_tokens: 5 }));
    expect(checks[1]).toMatchObject({ target: 'response_tokens', outcome: 'fail' });
  });

  test('a huge answer is over the limit without being counted', async () => {
    const { checks } = await judge(
      result({ a: 'x'.repeat(10_000_000) }),
      expecting([], { max_response_tokens: 500 }),
    );
    expect(checks[1]?.outcome).toBe('fail');
  });
});

test('the verdict of checks', () => {
  const check = (outcome: 'pass' | 'fail' | 'inconclusive') => ({
    target: 't',
    matcher: 'm',
    outcome,
    message: '',
  });
  expect(verdictOf([])).toBe('inconclusive');
  expect(verdictOf([check('pass')])).toBe('pass');
  expect(verdictOf([check('pass'), check('inconclusive')])).toBe('inconclusive');
  expect(verdictOf([check('inconclusive'), check('fail')])).toBe('fail');
});

describe('a request that was to be cancelled', () => {
  const cancelled: Reply = { kind: 'cancelled', message: 'cancelled', duration_ms: 50, progress: [] };

  test('passes when it was, and fails when the answer was quicker', async () => {
    const plain = { assertions: [], cancels: true };
    expect((await judge(cancelled, plain)).checks).toMatchObject([{ target: 'cancelled', outcome: 'pass' }]);
    expect((await judge(result({}), plain)).checks).toMatchObject([{ target: 'cancelled', outcome: 'fail' }]);
  });

  test('can be asserted on, and has no result', async () => {
    const asked = [
      { target: 'cancelled', matcher: { exact: true } },
      { target: 'result', matcher: { exact: null } },
      { target: 'result.content', matcher: { length: 1 } },
      { target: 'result.isError', matcher: { exact: null } },
    ];
    const { checks } = await judge(cancelled, { assertions: asked, cancels: true });
    expect(checks.map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'fail', 'fail']);
  });
});

describe('on_tool_error: inconclusive', () => {
  const madeUp = { on_tool_error: 'inconclusive' } as const;
  const failed = result({ isError: true, content: [{ type: 'text', text: 'no such file' }] });

  test.each([
    ['that wants success', [{ target: 'result.isError', matcher: { not: { exact: true } } }]],
    ['that would pass', [{ target: 'result.content', matcher: { type: 'array' } }]],
    ['without assertions', []],
  ])('an error of the tool is neither green nor red, in a test %s', async (_which, assertions) => {
    const { checks } = await judge(failed, expecting(assertions, madeUp));
    expect(verdictOf(checks)).toBe('inconclusive');
    expect(checks[0]?.message).toBe(
      'the arguments were made up, replace them (the tool signalled an error: no such file)',
    );
  });

  test('any other answer is judged as ever', async () => {
    const content = [{ target: 'result.content', matcher: { type: 'array' } }];
    const verdict = async (reply: Reply) =>
      verdictOf((await judge(reply, expecting(content, madeUp))).checks);
    expect(await verdict(result({ content: [] }))).toBe('pass');
    expect(await verdict(result({ content: 7 }))).toBe('fail');
    expect(await verdict(rpcError)).toBe('fail');
  });
});

describe('every word of a check', () => {
  const cancelled: Reply = { kind: 'cancelled', message: 'cancelled', duration_ms: 7.6, progress: [] };

  test('what a dead server wrote last', async () => {
    const died: Reply = { kind: 'died', message: 'gone', stderr: ['panic'], duration_ms: 1, progress: [] };
    expect(await judge(died, expecting([]))).toEqual({
      checks: [{ target: 'server', matcher: 'alive', outcome: 'fail', message: 'gone', stderr: ['panic'] }],
      notes: [],
    });
    const late = {
      kind: 'timeout',
      message: 'late',
      stderr: ['busy'],
      duration_ms: 1,
      progress: [],
    } as Reply;
    expect((await judge(late, expecting([]))).checks[0]).not.toHaveProperty('stderr');
  });

  test('a call that went well, and one that did not', async () => {
    const only = async (value: unknown) => (await judge(result(value), expecting([]))).checks;
    const check = { target: 'result.isError', matcher: 'succeeds' };
    expect(await only({ content: [] })).toEqual([
      { ...check, actual: false, outcome: 'pass', message: 'the call succeeded' },
    ]);
    expect(await only({ content: [{ type: 'text', text: 'no such boat' }], isError: true })).toEqual([
      { ...check, actual: true, outcome: 'fail', message: 'the tool signalled an error: no such boat' },
    ]);
    expect(await only({ content: 'nothing', isError: true })).toMatchObject([
      { message: 'the tool signalled an error' },
    ]);
    expect(await only({ isError: 'yes' })).toEqual([
      {
        ...check,
        actual: 'yes',
        outcome: 'fail',
        message: 'result.isError is "yes", which is neither true nor false',
      },
    ]);
    expect(await only([1])).toMatchObject([
      { outcome: 'fail', message: 'the server answered with [1], which is not a result object' },
    ]);
  });

  test('arguments that a program made up', async () => {
    const value = { content: [{ type: 'text', text: 'bad id' }], isError: true };
    expect(await judge(result(value), expecting([], { on_tool_error: 'inconclusive' }))).toEqual({
      checks: [
        {
          target: 'result.isError',
          matcher: 'on_tool_error',
          actual: true,
          outcome: 'inconclusive',
          message: 'the arguments were made up, replace them (the tool signalled an error: bad id)',
        },
      ],
      notes: [],
    });
  });

  test('a request that was to be cancelled', async () => {
    const cancels = expecting([], { cancels: true } as Partial<Expectation>);
    const check = { target: 'cancelled', matcher: 'exact', expected: true };
    expect((await judge(cancelled, cancels)).checks).toEqual([
      {
        ...check,
        actual: true,
        outcome: 'pass',
        message: 'the request was cancelled before an answer came',
      },
    ]);
    expect((await judge(result({}, 7.6), cancels)).checks).toEqual([
      {
        ...check,
        actual: false,
        outcome: 'fail',
        message: 'the answer came after 8 ms, before the request could be cancelled',
      },
    ]);
    const assertion = { target: 'result.content', matcher: { exact: [] } };
    expect((await judge(cancelled, expecting([assertion]))).checks).toMatchObject([
      {
        outcome: 'fail',
        message: 'the request was cancelled before an answer came, so there is no result.content',
      },
    ]);
  });

  test('only the whole result may be absent, and only where the suite says so', async () => {
    const outcome = async (target: string, matcher: Matcher) =>
      (await judge(rpcError, expecting([{ target, matcher }]))).checks[0]!.message;
    const absent = 'so there is no result';
    expect(await outcome('result', { exact: null })).not.toContain(absent);
    expect(await outcome('result', { any_of: [{ exact: 1 }, { exact: null }] })).not.toContain(absent);
    expect(await outcome('result', { any_of: [{ exact: 1 }, 'x'] })).toContain(absent);
    expect(await outcome('result', { any_of: 'x' })).toContain(absent);
    expect(await outcome('result', { exact: 1 })).toContain(absent);
    expect(await outcome('result', { contains: null })).toContain(absent);
    expect(await outcome('result', 'x' as unknown as Matcher)).toContain(absent);
    expect(await outcome('result.isError', { exact: null })).toContain(absent);
  });

  test('an error that no assertion looks at is noted', async () => {
    const failed = result({ content: [], isError: true });
    const note = ['the tool signalled an error (isError: true) and no assertion looks at it'];
    const notes = async (target: string) =>
      (await judge(failed, expecting([{ target, matcher: { exact: 1 } }]))).notes;
    expect(await notes('result.content')).toEqual(note);
    expect(await notes('error')).toEqual(note);
    expect(await notes('result.isError')).toEqual([]);
    expect(await notes('result')).toEqual([]);
    expect((await judge(failed, expecting([]))).notes).toEqual([]);
    // Nothing reads the answer, so that the error itself fails the test.
    expect(await notes('duration_ms')).toEqual([]);
    const fine = await judge(
      result({ content: [] }),
      expecting([{ target: 'result.content', matcher: { exact: [] } }]),
    );
    expect(fine.notes).toEqual([]);
  });

  test('what was waited for is judged with the answer', async () => {
    const awaits = expecting([], { awaits: 'notifications/message' });
    expect((await judge(result({}), awaits)).checks).toMatchObject([{}, { outcome: 'fail' }]);
    expect((await judge(result({}), expecting([], { log_level: 'error' }))).checks).toHaveLength(2);
    expect((await judge(result({}), expecting([]))).checks).toHaveLength(1);
  });
});
