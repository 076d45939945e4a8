/** The official client takes our mock for a server: both eras, both transports. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wireProgress } from '../../test/lib/wire-progress.js';
import { parseManifest } from './load-manifest.js';
import { type HttpServer, serveHttp } from './serve-http.js';

const DESK = `
mock_server:
  name: desk
  version: 1.2.0
  instructions: Ask the desk.
  page_size: 2
  tools:
    - name: search
      title: Search
      description: Search the shelves.
      annotations: { readOnlyHint: true }
      input_schema:
        type: object
        required: [query]
        properties: { query: { type: string } }
      response: { content: [{ type: text, text: "Top result for \${args.query}" }] }
    - name: count
      input_schema: { type: object, properties: { n: { type: integer } } }
      output_schema: { type: object, required: [n], properties: { n: { type: integer } } }
      response: { structuredContent: { n: "\${args.n}" } }
    - name: busy
      delay: 150ms
      progress: [one, two]
      is_error: The desk is closed.
    - name: broken
      error: { code: -32050, message: Out of order, data: { floor: 2 } }
    - name: slow
      delay: 10m
      response: { content: [] }
  resources:
    - { uri: "desk://hours", name: hours, mime_type: text/plain, text: 9 to 5 }
    - { uri: "desk://seal", name: seal, mime_type: image/png, blob: aGk= }
  resource_templates:
    - { uri_template: "desk://book/{id}", name: book, text: "Book \${params.id}" }
  prompts:
    - name: greet
      description: A greeting.
      arguments: [{ name: who, required: true }]
      messages: [{ role: user, text: "Greet \${args.who}." }]
`;

let folder: string;
let entry: string;
let http: HttpServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcptest-mock-'));
  await writeFile(join(folder, 'desk.yml'), DESK);
  await build({
    stdin: {
      contents: `
        import { loadManifest } from './load-manifest.ts';
        import { serveStdio } from './serve-stdio.ts';
        const manifest = await loadManifest(process.argv[2]);
        await serveStdio(manifest, { input: process.stdin, output: process.stdout, log: console.error });`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  entry = join(folder, 'stdin.mjs');
  http = await serveHttp(await parseManifest(DESK, 'desk.yml'), { port: 0 });
});

afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

const MODES = { legacy: 'legacy', modern: { pin: '2026-07-28' }, auto: 'auto' } as const;

function transport(kind: string) {
  return kind === 'http'
    ? new StreamableHTTPClientTransport(new URL(http.url))
    : new StdioClientTransport({ command: process.execPath, args: [entry, join(folder, 'desk.yml')] });
}

async function connected(kind: string, era: keyof typeof MODES): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: MODES[era] } });
  await client.connect(transport(kind));
  return client;
}

describe.each(['stdio', 'http'])('over %s', (kind) => {
  describe.each(['legacy', 'modern', 'auto'] as const)('in the %s era', (era) => {
    let client: Client;
    beforeAll(async () => {
      client = await connected(kind, era);
    });
    afterAll(() => client.close());

    test('agrees on a revision and says who it is', () => {
      expect(client.getNegotiatedProtocolVersion()).toBe(era === 'legacy' ? '2025-11-25' : '2026-07-28');
      expect(client.getServerVersion()).toEqual({ name: 'desk', version: '1.2.0' });
      expect(client.getInstructions()).toBe('Ask the desk.');
      expect(client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {}, prompts: {} });
    });

    test('lists every page', async () => {
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(['search', 'count', 'busy', 'broken', 'slow']);
      expect(tools[0]).toMatchObject({ title: 'Search', annotations: { readOnlyHint: true } });
      expect((await client.listResources()).resources.map((r) => r.uri)).toEqual([
        'desk://hours',
        'desk://seal',
      ]);
      expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
      expect((await client.listPrompts()).prompts[0]?.arguments?.[0]?.name).toBe('who');
    });

    test('calls tools', async () => {
      const text = await client.callTool({ name: 'search', arguments: { query: 'owls' } });
      expect(text.content).toEqual([{ type: 'text', text: 'Top result for owls' }]);
      const structured = await client.callTool({ name: 'count', arguments: { n: 7 } });
      expect(structured.structuredContent).toEqual({ n: 7 });
      const bad = await client.callTool({ name: 'search', arguments: { query: 7 } });
      expect(bad.isError).toBe(true);
      await expect(client.callTool({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 });
      await expect(client.callTool({ name: 'broken' })).rejects.toMatchObject({
        code: -32050,
        data: { floor: 2 },
      });
    });

    test('reports progress before the answer', async () => {
      const notes = wireProgress(client);
      const result = await client.callTool({ name: 'busy' }, { onprogress: () => {} });
      expect(notes).toEqual([
        { progress: 1, total: 2, message: 'one' },
        { progress: 2, total: 2, message: 'two' },
      ]);
      expect(result).toMatchObject({ isError: true, content: [{ text: 'The desk is closed.' }] });
    });

    test('reads resources and prompts', async () => {
      const read = async (uri: string) => (await client.readResource({ uri })).contents;
      expect(await read('desk://hours')).toEqual([
        { uri: 'desk://hours', mimeType: 'text/plain', text: '9 to 5' },
      ]);
      expect(await read('desk://seal')).toEqual([
        { uri: 'desk://seal', mimeType: 'image/png', blob: 'aGk=' },
      ]);
      expect(await read('desk://book/a%20b')).toEqual([{ uri: 'desk://book/a%20b', text: 'Book a b' }]);
      await expect(read('desk://none')).rejects.toMatchObject({ data: { uri: 'desk://none' } });
      const prompt = await client.getPrompt({ name: 'greet', arguments: { who: 'Ada' } });
      expect(prompt).toMatchObject({
        description: 'A greeting.',
        messages: [{ role: 'user', content: { type: 'text', text: 'Greet Ada.' } }],
      });
      await expect(client.getPrompt({ name: 'greet' })).rejects.toMatchObject({ code: -32602 });
    });

    test('lets a call be cancelled and goes on', async () => {
      const stop = new AbortController();
      const call = client.callTool({ name: 'slow' }, { signal: stop.signal });
      stop.abort();
      await expect(call).rejects.toThrow();
      await expect(client.callTool({ name: 'search', arguments: { query: 'x' } })).resolves.toBeDefined();
    });
  });
});

describe('a server of one era', () => {
  test.each([
    ['legacy', 'auto', '2025-11-25'],
    ['modern', 'auto', '2026-07-28'],
    ['legacy', 'modern', undefined],
    ['modern', 'legacy', undefined],
  ] as const)('%s meets a client in mode %s', async (protocol, mode, revision) => {
    const manifest = await parseManifest(
      `mock_server: { protocol: ${protocol}, tools: [{ name: t }] }`,
      'm.yml',
    );
    const server = await serveHttp(manifest, { port: 0 });
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: MODES[mode] } },
    );
    const connecting = client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    if (revision === undefined) await expect(connecting).rejects.toThrow();
    else {
      await connecting;
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
      expect((await client.listTools()).tools).toHaveLength(1);
    }
    await client.close();
    await server.close();
  });
});
