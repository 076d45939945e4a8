import { expect, test } from 'vitest';
import { FaultLog } from '../session/fault-log.js';
import { fieldValue } from './http-headers.js';
import { ParamHeaders } from './param-headers.js';

function learn(properties: object) {
  const faults = new FaultLog();
  const params = new ParamHeaders();
  const left = params.learn([{ name: 't', inputSchema: { type: 'object', properties } }], faults);
  const of = (args: unknown) => params.of({ method: 'tools/call', params: { name: 't', arguments: args } });
  return { of, left, refusal: params.refusal('t'), codes: faults.list().map((fault) => fault.code) };
}

test('declared arguments become headers at any depth; absent and odd ones do not', () => {
  const { of, codes } = learn({
    a: { type: 'string', 'x-mcp-header': 'A' },
    b: { type: 'object', properties: { c: { type: 'integer', 'x-mcp-header': 'C' } } },
    d: { type: 'string' },
  });
  expect(of({ a: 'x', b: { c: 3 }, d: 'y' })).toEqual([
    ['Mcp-Param-A', 'x'],
    ['Mcp-Param-C', '3'],
  ]);
  expect(of({ a: null, b: { c: 1.5 } })).toEqual([]);
  expect(of('text')).toEqual([]);
  expect(codes).toEqual([]);
});

test.each([
  [{ a: { type: 'string', 'x-mcp-header': 'two words' } }],
  [{ a: { type: 'string', 'x-mcp-header': 'bad\r\nX: 1' } }],
  [{ a: { type: 'number', 'x-mcp-header': 'A' } }],
  [{ a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } }],
])('a tool with a declaration that is not allowed is reported and left out: %j', (properties) => {
  const { of, codes, left, refusal } = learn(properties);
  expect(codes).toEqual(['bad-param-header']);
  expect(left).toEqual(['t']);
  expect(refusal).toMatch(/^the tool "t" has an x-mcp-header that is not allowed: .* it was not called$/);
  expect(of({ b: 'x' })).toEqual([]);
});

test.each([
  ['plain text', 'plain text'],
  ['', '=?base64??='],
  [' padded', '=?base64?IHBhZGRlZA==?='],
  ['line\nbreak', '=?base64?bGluZQpicmVhaw==?='],
  ['=?base64?x?=', '=?base64?PT9iYXNlNjQ/eD89?='],
])('the value %j travels as %j', (text, value) => {
  expect(fieldValue(text)).toBe(value);
});
