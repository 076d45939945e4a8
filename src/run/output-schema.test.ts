import { describe, expect, test } from 'vitest';
import type { Connection, Listing, Reply } from '../types/connection.js';
import { ToolLists } from './catalog/tool-lists.js';
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
      message: 'not valid under the outputSchema of the tool: /celsius must be number',
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

test('tools are listed once, and again when the server says that they changed', async () => {
  let asked = 0;
  const list = async (): Promise<Listing> => ({ items: [{ name: `tool-${++asked}` }], pages: 1 });
  const connection = { name: 's', listChanges: 0, list } as unknown as {
    -readonly [K in keyof Connection]: Connection[K];
  };
  const lists = new ToolLists();
  const name = async (one: Connection) => (await lists.of(one, {})).items[0]!.name;
  expect([await name(connection), await name(connection)]).toEqual(['tool-1', 'tool-1']);
  connection.listChanges = 1;
  expect([await name(connection), await name(connection)]).toEqual(['tool-2', 'tool-2']);
  expect(await name({ ...connection } as Connection)).toBe('tool-2');
});

test('a server that went away over its list does not answer for the next one', async () => {
  const died: Reply = { kind: 'died', message: 'gone', duration_ms: 1, progress: [] };
  const server = (listing: Listing) => ({ name: 's', list: async () => listing }) as unknown as Connection;
  const lists = new ToolLists();
  expect((await lists.of(server({ items: [], pages: 0, failed: died }), {})).items).toEqual([]);
  expect((await lists.of(server({ items: [tool], pages: 1 }), {})).items).toEqual([tool]);
});
