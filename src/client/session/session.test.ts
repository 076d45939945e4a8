import { getEventListeners } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../../types/connection.js';
import { answer, chaos, codes, echo, reach, spec } from '../chaos-testkit.js';

/** The reply to a call that is given up when what came for it is known to be none. */
async function unanswered(connection: Connection) {
  const controller = new AbortController();
  const reply = connection.request('tools/call', { name: 'echo' }, { signal: controller.signal });
  await expect.poll(() => codes(connection)).toEqual(['unmatched-id']);
  controller.abort();
  return reply;
}

describe('answers', () => {
  test('an id of another type matches nothing, and both ids are told', async () => {
    const connection = await reach(chaos('wrong-id'));
    expect(await unanswered(connection)).toMatchObject({ kind: 'timeout' });
    expect(connection.faults()[0]).toMatchObject({
      code: 'unmatched-id',
      message: expect.stringMatching(/id "2" \(string\) while 2 \(number\)/),
    });
  });

  test('an id of null matches nothing', async () => {
    const connection = await reach(chaos('null-id'));
    expect(await unanswered(connection)).toMatchObject({ kind: 'timeout' });
    expect(codes(connection)).toEqual(['unmatched-id']);
  });

  test('the first of two answers counts', async () => {
    const connection = await reach(chaos('duplicate-id'));
    expect(await echo(connection)).toMatchObject(answer('hello'));
    await connection.request('ping');
    expect(codes(connection)).toEqual(['duplicate-id']);
  });

  test.each(['both-result-error', 'neither-result-error', 'jsonrpc-1', 'batch'])(
    '%s settles its request as invalid and the session goes on',
    async (fault) => {
      const connection = await reach(chaos(fault));
      expect(await echo(connection)).toMatchObject({ kind: 'invalid' });
      expect(await connection.request('ping')).toMatchObject({ kind: 'result' });
    },
  );

  test('a batch is read in the one revision that has it', async () => {
    const connection = await reach(chaos('batch', { protocol: '2025-03-26' }));
    expect(await echo(connection)).toMatchObject(answer('hello'));
    expect(codes(connection)).toEqual([]);
  });

  test('a JSON-RPC error and a tool error stay apart', async () => {
    const connection = await reach(chaos());
    expect(await connection.request('tools/call', { name: 'nobody' })).toMatchObject({
      kind: 'error',
      error: { code: -32602, message: 'Unknown tool: nobody' },
    });
    expect(await connection.request('tools/call', { name: 'fail' })).toMatchObject({
      kind: 'result',
      result: { isError: true },
    });
  });

  test('an answer followed by an instant exit still counts', async () => {
    const connection = await reach(chaos('exit-after-answer'));
    expect(await echo(connection)).toMatchObject(answer('hello'));
  });

  test('so does a large one', async () => {
    const reply = await echo(await reach(chaos('big-then-exit')));
    expect(reply.kind).toBe('result');
    expect(JSON.stringify(reply).length).toBeGreaterThan(1024 * 1024);
  });

  test('a crash settles the pending call with exit code and stderr', async () => {
    const connection = await reach(chaos());
    const reply = await connection.request('tools/call', { name: 'crash' });
    expect(reply).toMatchObject({
      kind: 'died',
      message: 'tools/call was pending when the server exited with code 9.',
      stderr: [expect.stringContaining('the crash tool was called')],
    });
    expect(connection.alive).toBe(false);
    expect(await echo(connection)).toMatchObject({ kind: 'died' });
  });
});

describe('deadlines', () => {
  test('a call that hangs is cancelled, and its id is told', async () => {
    const connection = await reach(chaos('hang-call'));
    expect(await echo(connection, 'x', 200)).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('200 ms'),
    });
    expect(connection.alive).toBe(true);
  });

  test('an answer that came in time counts, however busy we were then', async () => {
    const answered = path.join(mkdtempSync(path.join(tmpdir(), 'mcptest-busy-')), 'answered');
    const program = `
      const { writeFileSync, writeSync } = require('node:fs');
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        if (id === undefined) return;
        const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } };
        writeSync(1, JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
        if (method !== 'initialize') writeFileSync(process.argv[1], '');
      });`;
    const connection = await reach(spec({ command: [process.execPath, '-e', program, answered] }));
    const started = performance.now();
    const reply = connection.request('ping', {}, { timeout_ms: 20 });
    while (!existsSync(answered) || performance.now() < started + 100);
    expect(await reply).toMatchObject({ kind: 'result' });
  });

  test('many requests may wait for one signal, and nobody is warned', async () => {
    const warnings: Error[] = [];
    const heard = (warning: Error) => warnings.push(warning);
    process.on('warning', heard);
    const connection = await reach(chaos());
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 12 }, () => connection.request('ping', {}, { signal })));
    await new Promise((soon) => setImmediate(soon));
    process.off('warning', heard);
    expect(warnings).toEqual([]);
  });

  test('a late answer satisfies nobody else', async () => {
    const connection = await reach(chaos());
    const late = await connection.request(
      'tools/call',
      { name: 'slow', arguments: { ms: -1, text: 'late' } },
      { timeout_ms: 50 },
    );
    expect(late.kind).toBe('timeout');
    // The late answer comes right before this one.
    expect(await echo(connection, 'mine')).toMatchObject(answer('mine'));
    expect(connection.faults()).toMatchObject([
      { code: 'late-answer', message: expect.stringMatching(/^the answer to tools\/call came \d+ ms after/) },
    ]);
    const seen = await connection.request('tools/call', { name: 'received' });
    expect(JSON.stringify(seen)).toContain('notifications/cancelled');
  });

  test('the answer to a request that we took back ourselves is no fault of the server', async () => {
    const connection = await reach(chaos());
    const slow = { name: 'slow', arguments: { ms: -1, text: 'late' } };
    const reply = await connection.request('tools/call', slow, { cancel_after_ms: 50 });
    expect(reply.kind).toBe('cancelled');
    // Its answer comes right before this one.
    expect(await echo(connection, 'mine')).toMatchObject(answer('mine'));
    expect(codes(connection)).toEqual([]);
  });

  test('progress that was under way when its request was taken back is no fault either', async () => {
    const program = `
      const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method, params } = JSON.parse(line);
        const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } };
        if (method === 'notifications/cancelled')
          say({ method: 'notifications/progress', params: { progressToken: params.requestId, progress: 1 } });
        else if (id !== undefined && method !== 'tools/call') say({ id, result });
      });`;
    const connection = await reach(spec({ command: [process.execPath, '-e', program] }));
    const reply = await connection.request('tools/call', {}, { progress: true, cancel_after_ms: 50 });
    expect(reply.kind).toBe('cancelled');
    expect((await connection.request('ping')).kind).toBe('result');
    expect(codes(connection)).toEqual([]);
  });

  test('a caller can give up', async () => {
    const connection = await reach(chaos('hang-call'));
    const controller = new AbortController();
    const reply = connection.request('tools/call', { name: 'echo' }, { signal: controller.signal });
    controller.abort();
    expect(await reply).toMatchObject({ kind: 'timeout', message: 'tools/call was cancelled' });
  });

  test('a signal that outlives its requests is not held on to', async () => {
    const connection = await reach(chaos());
    const { signal } = new AbortController();
    await connection.request('tools/list', {}, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('what a server sends unasked', () => {
  test('its requests are answered while ours is pending', async () => {
    const connection = await reach(chaos('server-request'));
    expect(await echo(connection)).toMatchObject(answer('hello'));
    const seen = JSON.stringify(await connection.request('tools/call', { name: 'received' }));
    expect(seen).toMatch(/ask-ping\\",\\"result\\":\{\}/);
    expect(seen).toMatch(/ask-roots\/list\\",\\"error\\":\{\\"code\\":-32601/);
    expect(seen).toMatch(/ask-elicitation\/create\\",\\"error\\":\{\\"code\\":-32601/);
    const asked = ['roots/list', 'sampling/createMessage', 'elicitation/create'];
    expect(connection.faults()).toEqual(
      asked.map((method) => ({
        code: 'undeclared-request',
        message: `the server asked for "${method}", which we did not declare`,
        count: 2,
      })),
    );
  });

  test('a flood of notifications is counted and nothing more', async () => {
    const connection = await reach(chaos('notification-flood'));
    expect(await echo(connection)).toMatchObject(answer('hello'));
    expect(connection.faults()).toMatchObject([{ code: 'notification-flood', count: 1900 }]);
  });

  test('progress reaches the reply that asked for it', async () => {
    const connection = await reach(chaos());
    const reply = await connection.request('tools/call', { name: 'steps' }, { progress: true });
    expect(reply.progress).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
    expect((await connection.request('tools/call', { name: 'steps' })).progress).toEqual([]);
    expect(codes(connection)).toEqual([]);
  });

  test.each([
    ['progress-back', 'progress-not-increasing'],
    ['progress-unknown', 'progress-unknown-token'],
  ])('%s is a fault and not a failure', async (fault, code) => {
    const connection = await reach(chaos(fault));
    const reply = await connection.request('tools/call', { name: 'steps' }, { progress: true });
    expect(reply.kind).toBe('result');
    expect(codes(connection)).toEqual([code]);
  });
});

describe('lists', () => {
  test.each([
    ['repeat-cursor', 'cursor-repeats', 9],
    ['same-page', 'page-repeats', 7],
    ['endless-cursor', 'cursor-endless', 2000],
  ])('%s ends the walk and keeps what was seen', async (fault, code, items) => {
    const connection = await reach(chaos(fault));
    const listing = await connection.list('tools/list');
    expect(listing.items).toHaveLength(items);
    expect(listing.fault).toBeTruthy();
    expect(codes(connection)).toEqual([code]);
  });

  test('ten thousand tools over ten pages arrive in order', async () => {
    const listing = await (await reach(chaos('many-tools'))).list('tools/list');
    expect(listing).toMatchObject({ pages: 10 });
    expect(listing.items).toHaveLength(10_000);
    expect(listing.items[9_999]).toMatchObject({ name: 'tool_9_999' });
  });

  test('an empty cursor is the end of a legacy list, with a note', async () => {
    const connection = await reach(chaos('empty-cursor'));
    const listing = await connection.list('tools/list');
    expect(listing).toMatchObject({ pages: 1 });
    expect(listing.fault).toBeUndefined();
    expect(codes(connection)).toEqual(['empty-cursor']);
  });

  test('tools that are no array fail the list', async () => {
    const listing = await (await reach(chaos('tools-not-array'))).list('tools/list');
    expect(listing.failed).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('no array `tools`'),
    });
  });

  test('a method that is not there fails the list with its error', async () => {
    const listing = await (await reach(chaos())).list('prompts/list');
    expect(listing.failed).toMatchObject({ kind: 'error', error: { code: -32601 } });
  });
});
