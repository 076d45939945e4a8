import { describe, expect, test } from 'vitest';
import { checkModernHeaders } from './http-headers.js';
import { ENVELOPE } from './rpc-testkit.js';

const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
const schema = {
  properties: {
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    place: { properties: { city: { type: 'string', 'x-mcp-header': 'City' } } },
  },
};

/** The header that is refused, or undefined. */
function refused(headers: Record<string, string>, args: object = {}): unknown {
  const params = { name: 'weather', arguments: args, _meta: ENVELOPE };
  const usual = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'weather',
  };
  try {
    checkModernHeaders({ ...usual, ...headers }, 'tools/call', params, () => schema);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: -32020, status: 400 });
    return (error as { data: { header: string } }).data.header;
  }
}

describe('checkModernHeaders', () => {
  test.each([
    ['nothing more than is needed', {}, {}],
    ['a name in base64', { 'mcp-name': base64('weather') }, {}],
    ['a number, however it is written', { 'mcp-param-count': '7.0' }, { count: 7 }],
    ['an argument inside another', { 'mcp-param-city': base64('Zürich') }, { place: { city: 'Zürich' } }],
    ['an argument that is null', {}, { count: null }],
  ])('takes %s', (_, headers, args) => {
    expect(refused(headers, args)).toBeUndefined();
  });

  test.each([
    ['Mcp-Method', { 'mcp-method': 'tools/list' }, {}],
    ['Mcp-Name', { 'mcp-name': base64('weather').replace('?=', 'x?=') }, {}],
    ['Mcp-Param-Count', { 'mcp-param-count': '8' }, { count: 7 }],
    ['Mcp-Param-Count', {}, { count: 7 }],
    ['Mcp-Param-City', {}, { place: { city: 'Bern' } }],
  ])('refuses %s in %j', (header, headers, args) => {
    expect(refused(headers, args)).toBe(header);
  });

  test('of a broken envelope, a header that contradicts it is the fault and a missing one is not', () => {
    const check = (headers: Record<string, string>) => () =>
      checkModernHeaders(headers, 'tools/list', {}, () => undefined);
    expect(check({})).not.toThrow();
    expect(check({ 'mcp-method': 'tools/call' })).toThrow('Mcp-Method does not agree');
  });
});
