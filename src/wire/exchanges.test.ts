import { expect, it } from 'vitest';
import type { WireFrame, WireLine, WireSide } from '../types/wire.js';
import { toolsOf, WireReader } from './exchanges.js';

let clock = 0;

function frame(from: WireSide, message: unknown, more: Partial<WireFrame> = {}): WireLine {
  clock += 1;
  return { wire: 1, session: 's', t: clock, from, message, ...more };
}

function read(...lines: WireLine[]): WireReader {
  const reader = new WireReader();
  for (const line of lines) reader.add(line);
  return reader;
}

const call = (id: unknown, params: object = { name: 'add' }) => ({ id, method: 'tools/call', params });

it('tells a string id from a number, and clients apart', () => {
  const { exchanges } = read(
    frame('agent', call(1, { name: 'number' }), { client: 1 }),
    frame('agent', call('1', { name: 'text' }), { client: 1 }),
    frame('agent', call(1, { name: 'other' }), { client: 2 }),
    frame('server', { id: '1', result: 'for the text' }, { client: 1 }),
    frame('server', { id: 1, result: 'for the other' }, { client: 2 }),
  );
  expect(exchanges.map(({ heard }) => heard?.result)).toEqual([undefined, 'for the text', 'for the other']);
});

it('takes a call that is repeated with what was asked for as one call', () => {
  const asks = { resultType: 'input_required', inputRequests: {}, requestState: 'x' };
  const { exchanges } = read(
    frame('agent', call(1)),
    frame('server', { id: 1, result: asks }),
    frame('agent', call(2, { name: 'add', inputResponses: {}, requestState: 'x' })),
    frame('server', { id: 2, result: { content: [] } }),
  );
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]?.heard?.result).toEqual({ content: [] });
});

it('keeps what the server said meanwhile with the request it belongs to', () => {
  const { exchanges } = read(
    frame('agent', call(1, { name: 'a', _meta: { progressToken: 'p' } })),
    frame('agent', call(2, { name: 'b' })),
    frame('server', { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } }),
    frame('server', { id: 'q', method: 'elicitation/create', params: {} }),
    frame('agent', { id: 'q', result: { action: 'decline' } }),
  );
  expect(exchanges.map(({ said }) => said.map(({ method }) => method))).toEqual([
    ['notifications/progress'],
    ['elicitation/create'],
  ]);
  expect(exchanges[1]?.said[0]?.reply).toEqual({ result: { action: 'decline' } });
});

it('sets what the server gave apart from what the agent heard', () => {
  const reader = read(
    frame('agent', { id: 1, method: 'tools/list' }),
    frame('server', { id: 1, result: { tools: [{ name: 'a' }] } }, { hidden: true }),
    frame('proxy', { id: 1, result: { tools: [{ name: 'a' }, { name: 'b' }] } }),
    frame('agent', { id: 2, method: 'tools/list' }),
    frame('server', { id: 2, result: { tools: [{ name: 'a', title: 'new' }] } }),
  );
  const session = reader.sessions.get('s')!;
  expect(toolsOf(session, 'given')).toEqual([{ name: 'a', title: 'new' }]);
  expect(toolsOf(session, 'heard')).toEqual([{ name: 'a', title: 'new' }, { name: 'b' }]);
});

it('reads batches, and a cancellation only of what is open', () => {
  const { exchanges } = read(
    frame('agent', [call(1), call(2)]),
    frame('server', [{ id: 1, result: 1 }]),
    frame('agent', { method: 'notifications/cancelled', params: { requestId: 1 } }),
    frame('agent', { method: 'notifications/cancelled', params: { requestId: 2 } }),
  );
  expect(exchanges.map(({ cancelled, heard }) => [cancelled, heard?.result])).toEqual([
    [undefined, 1],
    [true, undefined],
  ]);
});

it('calls a server what it calls itself, unless it was given a name', () => {
  const opened = [
    frame('agent', { id: 0, method: 'initialize' }),
    frame('server', { id: 0, result: { serverInfo: { name: 'own' } } }),
  ];
  expect(read(...opened).sessions.get('s')?.server).toBe('own');
  const begin: WireLine = {
    wire: 1,
    session: 's',
    t: 0,
    begin: { pid: 1, server: 'given', way: {}, agent_side: 'stdio' },
  };
  expect(read(begin, ...opened).sessions.get('s')?.server).toBe('given');
});
