import { expect, test } from 'vitest';
import { CUT_MARK } from '../util/cut-mark.js';
import { judgeCut } from './cut-answers.js';
import { judgeRun } from './judge-run.js';

const KEPT = `found ${'x'.repeat(999_993)}…`;

async function outcome(target: string, matcher: Record<string, unknown>, text = KEPT) {
  const view = () => ({
    tool_calls: [{ name: 'a', result: { content: [{ type: 'text', text }] } }],
    tool_names: ['a'],
    final_response: text,
    conversation: { tokens: {} },
  });
  const run = { view, figures: {}, unmeasured: {} } as unknown as Parameters<typeof judgeRun>[0];
  const [check] = await judgeRun(run, { assertions: [{ target, matcher }] }, { test: 't' });
  return check?.outcome;
}

test.each(['final_response', 'tool_calls[0].result.content[0].text'])('%s that was cut', async (target) => {
  expect(await outcome(target, { not: { contains: 'secret' } })).toBe('inconclusive');
  expect(await outcome(target, { contains: 'secret' })).toBe('inconclusive');
  expect(await outcome(target, { length: { '<': 2_000_000 } })).toBe('inconclusive');
  expect(await outcome(target, { contains: 'found' })).toBe('pass');
  expect(await outcome(target, { not: { contains: 'found' } })).toBe('fail');
});

test('what holds no cut text is judged as ever', async () => {
  expect(await outcome('tool_names', { not: { contains: 'b' } })).toBe('pass');
  expect(await outcome('final_response', { not: { contains: 'secret' } }, 'to be continued…')).toBe('pass');
});

test('a large result of which only the text was kept is known to be cut', async () => {
  const result = { content: [{ type: 'text', text: 'short' }], '…': CUT_MARK };
  const of = async (target: string, matcher: Record<string, unknown>) => {
    const view = () => ({
      tool_calls: [{ name: 'a', result }],
      tool_names: ['a'],
      conversation: { tokens: {} },
    });
    const run = { view, figures: {}, unmeasured: {} } as unknown as Parameters<typeof judgeRun>[0];
    return (await judgeRun(run, { assertions: [{ target, matcher }] }, { test: 't' }))[0]?.outcome;
  };
  expect(await of('tool_calls[0].result.structuredContent.rows', { length: 3 })).toBe('inconclusive');
  expect(await of('tool_calls[0].result', { not: { contains: 'secret' } })).toBe('inconclusive');
  expect(await of('tool_calls[0].result.structuredContent', { exact: null })).toBe('inconclusive');
  expect(await of('tool_calls[0].result.content[0].text', { exact: 'short' })).toBe('pass');
  expect(await of('tool_names', { not: { contains: 'b' } })).toBe('pass');
});

test.each([
  // What the kept part shows by itself.
  ['text', { contains: 'x' }, 'pass', 'pass'],
  ['text', { icontains: 'X' }, 'pass', 'pass'],
  ['text', { contains_all: ['x'] }, 'pass', 'pass'],
  ['text', { starts_with: 'x' }, 'pass', 'pass'],
  ['text', { type: 'string' }, 'pass', 'pass'],
  ['text', { not: { starts_with: 'x' } }, 'fail', 'fail'],
  // What might lie behind the cut.
  ['text', { contains: 'y' }, 'fail', 'inconclusive'],
  ['text', { not: { contains: 'y' } }, 'pass', 'inconclusive'],
  ['text', { ends_with: 'x' }, 'pass', 'inconclusive'],
  ['text', { not: { ends_with: 'x' } }, 'fail', 'inconclusive'],
  ['text', { contains: 'x', starts_with: 'x' }, 'pass', 'inconclusive'],
  ['text', { not: { contains: 'x', ends_with: 'x' } }, 'fail', 'inconclusive'],
  ['text', { not: 'contains' }, 'fail', 'inconclusive'],
  ['text', {}, 'pass', 'inconclusive'],
  ['list', { contains: 'y' }, 'fail', 'inconclusive'],
  ['deep', { length: 1 }, 'pass', 'inconclusive'],
  // Not cut, or judged already.
  ['whole', { contains: 'y' }, 'fail', 'fail'],
  ['empty', { length: 0 }, 'pass', 'pass'],
  ['gone', { exact: 1 }, 'fail', 'fail'],
  ['text', { contains: 'y' }, 'inconclusive', 'inconclusive'],
  ['[', { contains: 'y' }, 'fail', 'fail'],
] as const)('%s %j: %s becomes %s', (target, matcher, before, after) => {
  const long = `${'x'.repeat(899_999)}…`;
  const root = {
    text: long,
    list: ['short', `x${CUT_MARK}`],
    deep: [{ inner: long }],
    whole: `${'x'.repeat(899_998)}…`,
    empty: [],
  };
  const check = { target, matcher: 'm', expected: 1, outcome: before, message: 'as it was' };
  const judged = judgeCut(check, { target, matcher }, root);
  expect(judged.outcome).toBe(after);
  expect(judged.message).toBe(
    before === after
      ? 'as it was'
      : `${target} was cut to what is kept of long answers, so that it cannot be judged as a whole`,
  );
});
