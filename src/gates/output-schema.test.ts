import { describe, expect, test } from 'vitest';
import type { Reply } from '../types/connection.js';
import { judgeOutput } from './output-schema.js';

const tool = {
  name: 'forecast',
  outputSchema: { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] },
};
const reply = (result: unknown): Reply => ({ kind: 'result', result, duration_ms: 1, progress: [] });
const outcome = async (result: unknown, of: Record<string, unknown> | undefined = tool) =>
  (await judgeOutput(reply(result), of)).check?.outcome;

describe('the outputSchema of a tool', () => {
  test('is held against the structured content alone', async () => {
    expect(await outcome({ content: [], structuredContent: { celsius: 7 } })).toBe('pass');
    const { check } = await judgeOutput(reply({ structuredContent: { celsius: 'warm' } }), tool);
    expect(check).toMatchObject({
      target: 'result.structuredContent',
      matcher: 'output-schema',
      outcome: 'fail',
      actual: { celsius: 'warm' },
      message: 'not valid under the outputSchema of the tool: /celsius is "warm" and must be a number',
    });
  });

  test('asks for structured content', async () => {
    const { check } = await judgeOutput(reply({ content: [{ type: 'text', text: '{"celsius":7}' }] }), tool);
    expect(check).toMatchObject({
      outcome: 'fail',
      message: expect.stringContaining('no structuredContent'),
    });
  });

  test('does not bind an error, nor a tool without one', async () => {
    expect(await outcome({ content: [], isError: true })).toBeUndefined();
    expect(await outcome({ content: [] }, { name: 'plain' })).toBeUndefined();
    expect((await judgeOutput(reply({ content: [] }), undefined)).check).toBeUndefined();
    const failed: Reply = { kind: 'error', error: { code: -1, message: 'no' }, duration_ms: 1, progress: [] };
    expect(await judgeOutput(failed, tool)).toEqual({});
  });

  test('that is too costly to check leaves the test unjudged', async () => {
    const branch = { properties: { a: { $ref: '#/$defs/x' } }, required: ['a'] };
    const bomb = { $defs: { x: { anyOf: [{ ...branch }, { ...branch }] } }, $ref: '#/$defs/x' };
    let structuredContent: unknown = { b: 1 };
    for (let i = 0; i < 60; i += 1) structuredContent = { a: structuredContent };
    const judged = await judgeOutput(reply({ structuredContent }), { name: 'x', outputSchema: bomb });
    expect(judged.check).toMatchObject({
      matcher: 'output-schema',
      outcome: 'inconclusive',
      message: expect.stringContaining('no answer within 1000 ms'),
    });
  });

  test('that cannot be used is a remark, not a verdict', async () => {
    const broken = { name: 'x', outputSchema: { type: 'objekt' } };
    const judged = await judgeOutput(reply({ structuredContent: {} }), broken);
    expect(judged.check).toBeUndefined();
    expect(judged.note).toContain('was not checked');
  });
});
