import { describe, expect, test } from 'vitest';
import type { Reply } from '../types/connection.js';
import type { Step } from '../types/suite.js';
import { capture, observe } from './observe.js';

const answered: Reply = {
  kind: 'result',
  result: { structuredContent: { id: 'n-7', gone: null } },
  duration_ms: 5,
  progress: [],
};

function captured(wanted: Record<string, string>, reply = answered) {
  const captures = new Map<string, unknown>();
  const failed = capture({ capture: wanted } as Step, reply, captures);
  return { failed, captures: Object.fromEntries(captures) };
}

describe('what a step captures', () => {
  test('is kept under its name, null too', () => {
    const wanted = { id: 'result.structuredContent.id', gone: 'result.structuredContent.gone' };
    expect(captured(wanted)).toEqual({ failed: [], captures: { id: 'n-7', gone: null } });
  });

  test('fails the test where it is not there, with the reason', () => {
    const { failed, captures } = captured({ id: 'result.structuredContent.number' });
    expect(captures).toEqual({});
    expect(failed).toMatchObject([
      { target: 'result.structuredContent.number', matcher: 'capture', outcome: 'fail' },
    ]);
    expect(failed[0]?.message).toMatch(/^nothing to capture as `id`: .*number/);
  });

  test('fails where its target is no path', () => {
    const { failed } = captured({ id: 'result[' });
    expect(failed[0]?.message).toBe('nothing to capture as `id`: the target cannot be read');
  });
});

describe('what can be seen of an answer', () => {
  test('has the result or the error, and no other', () => {
    const error = { code: -32_000, message: 'no' };
    const base = { duration_ms: 5, progress: [] };
    expect(observe(answered)).toEqual({ ...base, result: answered.result, cancelled: false });
    expect(observe({ kind: 'error', error, ...base })).toEqual({ ...base, error, cancelled: false });
    expect(observe({ kind: 'cancelled', message: 'taken back', ...base })).toEqual({
      ...base,
      cancelled: true,
    });
  });

  test('names notifications only where they were kept, and has the further roots of its kind', () => {
    expect(Object.keys(observe(answered))).not.toContain('notifications');
    const notifications = [{ method: 'notifications/x', params: {} }] as never;
    expect(observe({ ...answered, notifications, also: { steps: 2 } })).toMatchObject({
      notifications,
      steps: 2,
    });
  });
});
