import { expect, it } from 'vitest';
import type { WireFrame, WireLine, WireSide } from '../types/wire.js';
import { WireReader } from '../wire/exchanges.js';
import { PROXY_SUITE, withSessions } from './from-wire.js';

let clock = 0;

function frame(from: WireSide, message: unknown, more: Partial<WireFrame> = {}): WireLine {
  clock += 1;
  return { wire: 1, session: 's', t: clock, from, message, ...more };
}

function begin(way: { command?: string[]; url?: string }): WireLine {
  return { wire: 1, session: 's', t: 0, begin: { pid: 1, server: 'notes', way, agent_side: 'stdio' } };
}

function read(...lines: WireLine[]): WireReader {
  const reader = new WireReader();
  for (const line of lines) reader.add(line);
  return reader;
}

const tools = [{ name: 'add', inputSchema: { type: 'object' } }];
const handshake = [
  frame('agent', { id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } }),
  frame('server', {
    id: 0,
    result: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'n', version: '1' },
    },
  }),
  frame('agent', { id: 1, method: 'tools/list', params: {} }),
  frame('server', { id: 1, result: { tools } }),
];

it('a session becomes a run with the answers of the server, its catalogue and what it is called', () => {
  const cassette = withSessions(
    undefined,
    read(
      begin({ command: ['node', 'notes.js'] }),
      ...handshake,
      frame('agent', { id: 2, method: 'tools/call', params: { name: 'add', arguments: { a: 1 } } }),
      frame('server', { method: 'notifications/message', params: { data: 'adding' } }),
      frame('server', { id: 2, result: { content: [{ type: 'text', text: 'done' }] } }),
      frame('agent', { id: 3, method: 'tools/call', params: { name: 'none' } }),
      frame('server', { id: 3, error: { code: -32602, message: 'no such tool' } }),
    ),
    'afternoon',
  );
  expect(cassette).toMatchObject({ suite: PROXY_SUITE, test: 'afternoon' });
  expect(cassette.subject.servers).toEqual({ notes: { command: ['node', 'notes.js'] } });
  expect(cassette.servers.notes).toMatchObject({ protocol_version: '2025-11-25', era: 'legacy' });
  const told = JSON.stringify(cassette.models.agent?.runs[0]?.events);
  expect(told).toContain('"text":"done"');
  expect(told).toContain('no such tool');
  expect(told).toContain('adding');
  expect(cassette.catalogs).toHaveLength(1);
});

it('what was never answered, or only by the recorder, is not the server’s', () => {
  const cassette = withSessions(
    undefined,
    read(
      begin({ url: 'http://127.0.0.1:1/mcp' }),
      frame('agent', { id: 1, method: 'tools/call', params: { name: 'add' } }),
      frame('proxy', { id: 1, error: { code: -32000, message: 'a fault that was asked for' } }),
    ),
    'empty',
  );
  expect(cassette.subject.servers).toEqual({});
  expect(cassette.models).toEqual({});
});

it('a second recording is added to the first', () => {
  const once = () => read(begin({ command: ['node', 'notes.js'] }), ...handshake);
  const first = withSessions(undefined, once(), 'twice');
  const before = JSON.stringify(first.models).length;
  const both = withSessions(first, once(), 'twice');
  expect(JSON.stringify(both.models).length).toBeGreaterThan(before);
  expect(both.catalogs).toHaveLength(1);
});

it('in the stateless era the requests say who asks and in which revision, and a stream is its own answer', () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'reader', version: '1' },
  };
  const serverInfo = { name: 'n', version: '1' };
  const cassette = withSessions(
    undefined,
    read(
      begin({ url: 'http://127.0.0.1:1/mcp' }),
      frame('agent', { id: 1, method: 'server/discover', params: { _meta: meta } }),
      frame('server', {
        id: 1,
        result: { instructions: 'Read.', _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } },
      }),
      frame('agent', { id: 2, method: 'subscriptions/listen', params: { _meta: meta } }),
      frame('server', { method: 'notifications/tools/list_changed' }),
    ),
    'stream',
  );
  expect(cassette.servers.notes).toEqual({
    transport: 'http',
    era: 'modern',
    protocol_version: '2026-07-28',
    server_info: serverInfo,
    instructions: 'Read.',
    auth: 'none',
  });
  expect(cassette.models.reader?.runs[0]?.events.at(-1)).toMatchObject({
    method: 'subscriptions/listen',
    reply: { kind: 'cancelled' },
  });
});
