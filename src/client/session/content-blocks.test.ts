import { expect, test } from 'vitest';
import { holdToContent } from './content-blocks.js';
import { FaultLog } from './fault-log.js';

function told(result: unknown, method = 'tools/call'): string[] {
  const faults = new FaultLog();
  holdToContent(method, result, faults);
  return faults.list().map(({ code, message }) => `${code} ${message}`);
}

test.each([
  [[null], 'result.content[0] is null and not a content block'],
  [[{ type: 'text', text: 'fine' }, 7], 'result.content[1] is 7 and not a content block'],
  [[{ text: 'untyped' }], 'result.content[0] has no type'],
  [[{ type: 'text' }], 'result.content[0] is of type "text", but has no `text`'],
  [[{ type: 'text', text: null }], 'its `text` is null and not a string'],
  [[{ type: 'image', data: 'AA==' }], 'has no `mimeType`'],
  [[{ type: 'resource', resource: 'file:///a' }], 'its `resource` is "file:///a" and not an object'],
  ['hello', 'result.content is "hello" and not a list of blocks'],
])('%j is no content', (content, message) => {
  const [only, ...others] = told({ content });
  expect(only).toContain('content-block tools/call: ');
  expect(only).toContain(message);
  expect(others).toEqual([]);
});

test('the messages of a prompt are held to the same', () => {
  const messages = [{ role: 'user', content: { type: 'text', text: 'hi' } }];
  expect(told({ messages }, 'prompts/get')).toEqual([]);
  expect(told({ messages: [...messages, { role: 'user', content: null }] }, 'prompts/get')).toEqual([
    'content-block prompts/get: result.messages[1].content is null and not a content block',
  ]);
});

test('good content, none, and types of a later day are no finding', () => {
  const resource = { uri: 'file:///a', text: '' };
  const link = { type: 'resource_link', uri: 'file:///a', name: 'a' };
  for (const content of [
    [],
    [{ type: 'text', text: '' }, { type: 'resource', resource }, link],
    [{ type: 'video' }],
  ])
    expect(told({ content })).toEqual([]);
  expect(told({ structuredContent: {} })).toEqual([]);
  expect(told('no object')).toEqual([]);
});
