/** The client against servers that other people wrote. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../test/lib/free-port.js';
import { codes, ROOT, reach, refused, spec } from './chaos-testkit.js';

const modules = path.join(ROOT, 'node_modules');
const EVERYTHING = path.join(modules, '@modelcontextprotocol/server-everything/dist/index.js');
const MEMORY = path.join(modules, '@modelcontextprotocol/server-memory/dist/index.js');
const FILES = path.join(modules, '@modelcontextprotocol/server-filesystem/dist/index.js');
const CONTEXT7 = path.join(modules, '@upstash/context7-mcp/dist/index.js');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mcptest-real-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (...argv: string[]) => [process.execPath, ...argv];

/** A server built on the official SDK; `legacy` says what becomes of `initialize`. */
function sdkServer(legacy: 'serve' | 'reject'): string[] {
  const file = path.join(folder, `sdk-${legacy}.mjs`);
  const at = (name: string) => JSON.stringify(path.join(modules, '@modelcontextprotocol/server/dist', name));
  writeFileSync(
    file,
    `import { McpServer, fromJsonSchema } from ${at('index.mjs')};
     import { serveStdio } from ${at('stdio.mjs')};
     serveStdio(() => {
       const server = new McpServer({ name: 'sdk', version: '1' }, { instructions: 'be kind' });
       const inputSchema = fromJsonSchema({ type: 'object', properties: { a: { type: 'number' } }, required: ['a'] });
       server.registerTool('double', { inputSchema }, ({ a }) => ({ content: [{ type: 'text', text: String(2 * a) }] }));
       return server;
     }, { legacy: '${legacy}' });`,
  );
  return node(file);
}

const cases: [string, string[], string][] = [
  ['everything', node(EVERYTHING), 'legacy'],
  ['memory', node(MEMORY), 'legacy'],
  ['context7', node(CONTEXT7), 'legacy'],
];

describe('over stdio', () => {
  test.each(cases)('%s is spoken to in the era it has, and without a fault', async (_, command, era) => {
    const connection = await reach(
      spec({ command, env: { MEMORY_FILE_PATH: path.join(folder, 'memory.jsonl') } }),
    );
    expect(connection.info.era).toBe(era);
    const listing = await connection.list('tools/list');
    expect(listing.items.length).toBeGreaterThan(1);
    expect(listing.failed).toBeUndefined();
    await connection.close();
    expect(codes(connection)).toEqual([]);
  });

  test('filesystem reads a file', async () => {
    const file = path.join(folder, 'hello.txt');
    writeFileSync(file, 'good morning');
    const connection = await reach(spec({ command: node(FILES, folder) }));
    const reply = await connection.request('tools/call', {
      name: 'read_text_file',
      arguments: { path: file },
    });
    expect(reply).toMatchObject({
      kind: 'result',
      result: { content: [{ type: 'text', text: 'good morning' }] },
    });
  });

  test('everything reports progress', async () => {
    const connection = await reach(spec({ command: node(EVERYTHING) }));
    const call = { name: 'trigger-long-running-operation', arguments: { duration: 0.2, steps: 2 } };
    const reply = await connection.request('tools/call', call, { progress: true });
    expect(reply.kind).toBe('result');
    expect(reply.progress.map((note) => note.progress)).toEqual([1, 2]);
    expect(codes(connection)).toEqual([]);
  });

  test('a server that has only the stateless era is found by it', async () => {
    const connection = await reach(spec({ command: sdkServer('reject') }));
    expect(connection.info).toMatchObject({
      era: 'modern',
      protocol_version: '2026-07-28',
      server_info: { name: 'sdk' },
      instructions: 'be kind',
    });
    expect(await connection.request('tools/call', { name: 'double', arguments: { a: 4 } })).toMatchObject({
      result: { content: [{ text: '8' }] },
    });
    await connection.close();
    expect(codes(connection)).toEqual([]);
  });

  test.each([
    ['context7', () => node(CONTEXT7)],
    ['the SDK', () => sdkServer('serve')],
  ])('%s answers the stateless era when it is asked for', async (_, command) => {
    const connection = await reach(spec({ command: command(), protocol: 'modern' }));
    expect(connection.info).toMatchObject({ era: 'modern', protocol_version: '2026-07-28' });
    expect((await connection.list('tools/list')).items.length).toBeGreaterThan(0);
    expect(codes(connection)).toEqual([]);
  });

  test('a legacy server refuses the stateless era in words', async () => {
    const failure = await refused(spec({ command: node(MEMORY), protocol: 'modern' }));
    expect(failure).toMatchObject({ stage: 'handshake', code: 'handshake-refused' });
    expect(failure.message).toContain('server/discover');
  });
});

describe('over HTTP', () => {
  test('everything is started, spoken to, and gone after close', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/mcp`;
    const start = node(EVERYTHING, 'streamableHttp');
    const connection = await reach(spec({ url, start, env: { PORT: String(port) } }));
    expect(connection.info).toMatchObject({ transport: 'http', era: 'legacy' });
    expect((await connection.list('tools/list')).items.length).toBeGreaterThan(5);
    const reply = await connection.request('tools/call', { name: 'echo', arguments: { message: 'hi' } });
    expect(reply).toMatchObject({ kind: 'result', result: { content: [{ text: 'Echo: hi' }] } });
    await connection.close();
    expect(codes(connection)).toEqual([]);
    expect(await refused(spec({ url }))).toMatchObject({ stage: 'transport', code: 'unreachable' });
  });

  test('an SDK server speaks the stateless era, headers and all', async () => {
    const port = await freePort();
    const file = path.join(folder, 'sdk-http.mjs');
    const at = (name: string) => JSON.stringify(path.join(modules, '@modelcontextprotocol', name));
    writeFileSync(
      file,
      `import { createServer } from 'node:http';
       import { McpServer, createMcpHandler, fromJsonSchema } from ${at('server/dist/index.mjs')};
       import { toNodeHandler } from ${at('node/dist/index.mjs')};
       const handler = toNodeHandler(createMcpHandler(() => {
         const server = new McpServer({ name: 'sdk-http', version: '1' });
         server.registerTool('größe', {}, () => ({ content: [{ type: 'text', text: 'ok' }] }));
         const inputSchema = fromJsonSchema({
           type: 'object',
           properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
         });
         server.registerTool('route', { inputSchema }, ({ region }) => ({ content: [{ type: 'text', text: region }] }));
         return server;
       }, { legacy: 'reject' }));
       createServer(handler).listen(${port}, '127.0.0.1');`,
    );
    const connection = await reach(spec({ url: `http://127.0.0.1:${port}/mcp`, start: node(file) }));
    expect(connection.info).toMatchObject({ era: 'modern', server_info: { name: 'sdk-http' } });
    const routed = await connection.request('tools/call', { name: 'route', arguments: { region: 'Zürich' } });
    expect(routed).toMatchObject({ kind: 'result', result: { content: [{ text: 'Zürich' }] } });
    expect((await connection.list('tools/list')).items).toMatchObject([{ name: 'größe' }, { name: 'route' }]);
    const reply = await connection.request('tools/call', { name: 'größe', arguments: {} });
    expect(reply).toMatchObject({ kind: 'result', result: { content: [{ text: 'ok' }] } });
  });
});
