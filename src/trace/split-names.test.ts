import { expect, it } from 'vitest';
import type { Trace } from '../types/trace.js';
import { type KnownNames, splitNames } from './split-names.js';

function split(tool: string, known: KnownNames, more: Partial<Trace> = {}): (string | undefined)[] {
  const trace: Trace = { ...more, calls: [{ tool, args: {} }] };
  splitNames(trace, known);
  return [trace.calls[0]?.server, trace.calls[0]?.tool];
}

it.each([
  ['mcp__s__t', undefined],
  ['mcp_s_t', undefined],
  ['s__t', undefined],
  ['s-t', '-'],
  ['s_t', '_'],
] as const)('%s is the tool t of s', (name, join) => {
  expect(split(name, { servers: ['s'], join })).toEqual(['s', 't']);
});

it('a name of a server that nobody knows stays whole, unless its spelling tells', () => {
  for (const name of ['mcp_x_t', 'x__t', 'x-t', 'x_t', 's_']) {
    expect(split(name, { servers: ['s'], join: '_' })).toEqual([undefined, name]);
  }
  expect(split('mcp__x__t', {})).toEqual(['x', 't']);
});

it('one sign is no proof where the agent is not known to use it, and a catalogue is', () => {
  expect(split('s_t', { servers: ['s'] })).toEqual([undefined, 's_t']);
  expect(split('s_t', { catalog: { s: [{ name: 't' }] } })).toEqual(['s', 't']);
  expect(split('s_t', { catalog: { s: [{ name: 's_t' }] }, join: '_' })).toEqual([undefined, 's_t']);
  expect(split('s_read', { catalog: { s: [{ name: 't' }] }, join: '_' })).toEqual([undefined, 's_read']);
});

it('the longest server wins, and a catalogue decides', () => {
  expect(split('a_b_c', { servers: ['a', 'a_b'], join: '_' })).toEqual(['a_b', 'c']);
  const catalog = { a: [{ name: 'b_c' }], a_b: [{ name: 'd' }] };
  expect(split('a_b_c', { catalog, join: '_' })).toEqual(['a', 'b_c']);
  expect(split('mcp__a__b__t', { servers: ['a__b'] })).toEqual(['a__b', 't']);
});

it('finds names again in which an agent replaced signs', () => {
  const catalog = { 'my server': [{ name: 'read.file' }] };
  expect(split('mcp__my_server__read_file', { catalog })).toEqual(['my server', 'read.file']);
});

it('knows the servers that the trace itself names', () => {
  expect(split('s__t', {}, { servers: ['s'] })).toEqual(['s', 't']);
});
