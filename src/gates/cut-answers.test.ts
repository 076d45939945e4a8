import { expect, test } from 'vitest';
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
