/** The commands of a registry as a user runs them: hostile sources, threads, kills, a full disk. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cli, mcptest } from './lib/cli.js';
import { findPostgres, startPostgres } from './lib/postgres.js';
import { runCampaign } from './lib/registry/campaign.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-registry-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tool = (name: string, description = `Gets the ${name} of a customer by its id.`) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
});
const line = (server: string, tools: unknown[]) => `${JSON.stringify({ server, tools })}\n`;

it('takes what it can of a hostile file, and tells the rest in a table', async () => {
  const many = Array.from({ length: 10_000 }, (_, i) =>
    tool(`tool_${i}`, `Gets thing number ${i} of the shop.`),
  );
  const parts = [
    Buffer.from(line('good', [tool('a'), tool('b')])),
    Buffer.from([0x7b, 0xff, 0xfe, 0x0a]),
    Buffer.from(line('twice', [tool('a'), tool('a', 'Another one.'), tool('b')])),
    Buffer.from(line('large', [tool('a', 'x'.repeat(1_000_000)), tool('b')])),
    Buffer.from(line('many', many)),
    Buffer.from(line('good', [tool('a'), tool('c')])),
    Buffer.from('{"server":"no tools at all"}\n'),
    Buffer.from(line('odd', [null, 7, { description: 'no name' }, tool('kept')])),
    Buffer.from('{"server":"cut off","tools":[{"na'),
  ];
  writeFileSync(join(folder, 'hostile.jsonl'), Buffer.concat(parts));
  const ran = await mcptest(['tdqs', 'ingest', 'hostile.jsonl', '--format', 'json'], { cwd: folder });
  expect(ran.code).toBe(3);
  const report = JSON.parse(ran.stdout);
  expect(report).toMatchObject({ servers: 6, added: 10_000 + 2 + 2 + 2 + 1 + 1, removed: 1, rejected: 7 });
  expect(
    report.problems.map((one: Record<string, string>) => [one.source, one.kind, one.server, one.tool]),
  ).toEqual([
    ['hostile.jsonl:2', 'rejected', undefined, undefined],
    ['hostile.jsonl:3', 'rejected', 'twice', 'a'],
    ['hostile.jsonl:4', 'noted', 'large', 'a'],
    ['hostile.jsonl:5', 'noted', 'many', undefined],
    ['hostile.jsonl:7', 'rejected', undefined, undefined],
    ['hostile.jsonl:8', 'rejected', 'odd', undefined],
    ['hostile.jsonl:8', 'rejected', 'odd', undefined],
    ['hostile.jsonl:8', 'rejected', 'odd', undefined],
    ['hostile.jsonl:9', 'rejected', undefined, undefined],
    ['hostile.jsonl:6', 'noted', 'good', undefined],
  ]);
  const shown = await mcptest(['tdqs', 'ingest', 'hostile.jsonl', '--store', 'other.db'], { cwd: folder });
  expect(shown.stdout).toContain('left out  hostile.jsonl:2');
  expect(shown.stdout).toContain('is not valid UTF-8');
});

/** Gives the first page of its tools, and ends when it is asked for the second. */
const VANISHES = `
import { createInterface } from 'node:readline';
const tools = [{ name: 'first', inputSchema: { type: 'object' } }];
createInterface({ input: process.stdin }).on('line', (text) => {
  const { id, method, params } = JSON.parse(text);
  if (method === 'tools/list' && params?.cursor !== undefined) process.exit(1);
  if (id === undefined) return;
  const serverInfo = { name: 'vanishes', version: '1.0.0' };
  const hello = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
  const known = { initialize: hello, 'tools/list': { tools, nextCursor: '2' } };
  const answer = known[method] ? { result: known[method] } : { error: { code: -32601, message: 'unknown' } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});
`;

it('takes nothing of a live server that vanishes half-way', async () => {
  writeFileSync(join(folder, 'vanishes.mjs'), VANISHES);
  const live = [process.execPath, join(folder, 'vanishes.mjs')];
  const ran = await mcptest(['tdqs', 'ingest', '--store', 'live.db', '--format', 'json', '--', ...live], {
    cwd: folder,
  });
  expect(ran.code).toBe(3);
  expect(JSON.parse(ran.stdout)).toMatchObject({ servers: 0, tools: 0, rejected: 1 });
});

it('does not ask the servers of a list unless it is told to, and starts no package', async () => {
  const list = {
    servers: [
      {
        server: {
          name: 'io.example/far',
          remotes: [{ type: 'streamable-http', url: 'http://127.0.0.1:9/mcp' }],
        },
      },
      { server: { name: 'io.example/near', packages: [{ registryType: 'npm', identifier: 'near' }] } },
    ],
  };
  writeFileSync(join(folder, 'servers.json'), JSON.stringify(list));
  const args = ['tdqs', 'ingest', 'servers.json', '--store', 'list.db', '--format', 'json'];
  const quiet = JSON.parse((await mcptest(args, { cwd: folder })).stdout);
  expect(quiet.problems.map(({ message }: { message: string }) => message)).toEqual([
    'was not asked for its tools; --connect asks the addresses of a list',
    'has no address; a package is not started, since that would run its code',
  ]);
  const asked = JSON.parse((await mcptest([...args, '--connect'], { cwd: folder })).stdout);
  expect(asked.problems[0].message).toMatch(/127\.0\.0\.1:9/);
});

it('scores in threads, says what it would take, and does nothing twice', async () => {
  writeFileSync(
    join(folder, 'shop.jsonl'),
    line('shop', [tool('a'), tool('b'), tool('c')]) + line('bank', [tool('d')]),
  );
  const run = async (...args: string[]) => {
    const ran = await mcptest(['tdqs', ...args, '--store', 'shop.db', '--format', 'json'], { cwd: folder });
    return { code: ran.code, ...JSON.parse(ran.stdout) };
  };
  await run('ingest', 'shop.jsonl');
  expect(await run('sweep', '--dry-run')).toMatchObject({ code: 0, tools: 4, servers: 2, cost_usd: 0 });
  expect(await run('sweep')).toMatchObject({ code: 0, judged: 4, carried: 0, missing: 0 });
  expect(await run('ingest', 'shop.jsonl')).toMatchObject({ unchanged: 4, carried: 4 });
  expect(await run('sweep')).toMatchObject({ judged: 0, carried: 4 });
});

it('reads what it scored: figures, a server, a tool, and pages until Ctrl+C', async () => {
  writeFileSync(
    join(folder, 'read.jsonl'),
    line('shop', [tool('get_order'), tool('list_orders'), tool('empty', '')]) + line('bank', [tool('pay')]),
  );
  const run = (...args: string[]) => mcptest(['tdqs', ...args, '--store', 'read.db'], { cwd: folder });
  await run('ingest', 'read.jsonl');
  expect(await run('stats')).toMatchObject({ code: 2, stderr: expect.stringContaining('no score yet') });
  await run('sweep');
  const stats = JSON.parse((await run('stats', '--format', 'json')).stdout);
  expect(stats).toMatchObject({
    tools: 4,
    servers: 2,
    mean_tdqs: expect.any(Number),
    median_tdqs: expect.any(Number),
    gates: { no_description: { tools: 1, share: 25 } },
    server_means: { overall: expect.any(Number), coherence: expect.any(Number) },
  });
  expect(stats.tiers.D).toEqual({ tools: 1, share: 25 });
  expect(stats.dimensions.purpose_clarity).toEqual({
    mean: expect.any(Number),
    smell_rate: expect.any(Number),
  });
  expect((await run('stats')).stdout).toMatch(/Tiers[\s\S]*D \(≥ 1\.0\) +1 +25\.0%/);
  expect((await run('stats', '--format', 'md')).stdout).toContain('| D (≥ 1.0) | 1 | 25.0% | 2.7% |');
  await run('stats', '--format', 'html', '--output', 'figures.html');
  expect(readFileSync(join(folder, 'figures.html'), 'utf8')).toMatch(/^<!doctype html>/i);
  expect(await run('stats', '--since', '2026-02-30')).toMatchObject({ code: 2 });
  expect((await run('show', 'shop')).stdout).toContain('list_orders');
  const shown = JSON.parse((await run('show', 'shop/empty', '--format', 'json')).stdout);
  expect(shown.tool).toMatchObject({ tdqs: 1, tier: 'D', flags: ['No Description'] });
  expect(await run('show', 'shop/empt')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean shop/empty?'),
  });
  const served = spawn(process.execPath, [cli, 'tdqs', 'serve', '--store', 'read.db'], { cwd: folder });
  const ended = new Promise<number | null>((done) => served.once('exit', done));
  try {
    const url = await new Promise<string>((done) =>
      served.stdout.once('data', (chunk) => done(String(chunk).trim())),
    );
    const list = (await (await fetch(`${url}v1/tools?flag=no-description`)).json()) as { items: object[] };
    expect(list.items).toEqual([expect.objectContaining({ server: 'shop', name: 'empty' })]);
    expect(await (await fetch(`${url}v1/stats`)).json()).toMatchObject({ tools: 4, tiers: stats.tiers });
    expect(await (await fetch(`${url}servers/shop`)).text()).toContain('<title>shop');
    expect((await fetch(`${url}v1/servers`, { method: 'POST', body: '{}' })).status).toBe(405);
  } finally {
    served.kill('SIGINT');
  }
  expect(await ended).toBe(0);
});

it('tells that there is no store, and that a file is something else', async () => {
  const none = await mcptest(['tdqs', 'sweep', '--store', 'none.db'], { cwd: folder });
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringContaining('there is no registry store at none.db'),
  ]);
  writeFileSync(join(folder, 'text.db'), 'This is no database, however one looks at it.'.repeat(50));
  const text = await mcptest(['tdqs', 'ingest', 'shop.jsonl', '--store', 'text.db'], { cwd: folder });
  expect([text.code, text.stderr]).toEqual([
    2,
    expect.stringContaining('cannot be opened as a registry store'),
  ]);
});

it('says that the disk is full, and goes on when there is room', async () => {
  const file = join(folder, 'large.jsonl');
  const tools = Array.from({ length: 200 }, (_, i) => tool(`t${i}`, `Gets ${i}. ${'Text. '.repeat(100)}`));
  writeFileSync(file, Array.from({ length: 40 }, (_, i) => line(`s${i}`, tools)).join(''));
  const store = join(folder, 'full.db');
  // No file may be larger than 2 MB: as far as the process can tell, the disk is full.
  const full = await shell(
    `ulimit -f 2048; exec "${process.execPath}" "${cli}" tdqs ingest "${file}" --store "${store}"`,
  );
  expect(full.code).not.toBe(0);
  expect(full.stderr).toContain('the store could not be written');
  const again = await mcptest(['tdqs', 'ingest', file, '--store', store, '--format', 'json'], {
    cwd: folder,
  });
  expect(again.code).toBe(0);
  const [servers] = [JSON.parse(again.stdout).servers];
  expect(servers).toBe(40);
});

it('loses and doubles nothing when the process on SQLite is killed', async () => {
  const result = await runCampaign({
    folder,
    store: join(folder, 'killed.db'),
    tools: 60,
    workers: 1,
    concurrency: 4,
    kills: 2,
    cuts: 0,
    delay_ms: 20,
  });
  expect(result).toMatchObject({ scored: 60, doubled: 0, servers: 6, kills: 2 });
  expect(result.extra).toBeLessThanOrEqual(2 * 4);
});

const postgres = findPostgres();
it.skipIf('missing' in postgres)(
  'loses and doubles nothing when workers on PostgreSQL are killed and their connections cut',
  async () => {
    const server = await startPostgres();
    try {
      const result = await runCampaign({
        folder,
        store: await server.database('killed'),
        tools: 60,
        workers: 2,
        concurrency: 4,
        kills: 1,
        cuts: 1,
        cut: () => server.cut('killed'),
        delay_ms: 20,
      });
      expect(result).toMatchObject({ scored: 60, doubled: 0, servers: 6, kills: 1, cuts: 1 });
      // What two workers with four jobs each had in hand at the kill and at the cut.
      expect(result.extra).toBeLessThanOrEqual(4 + 8);
    } finally {
      await server.stop();
    }
  },
  60_000,
);

function shell(command: string): Promise<{ code: number | null; stderr: string }> {
  return new Promise((done) => {
    const child = spawn('/bin/sh', ['-c', command], { stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('close', (code) => done({ code, stderr }));
  });
}

it('writes no cell that a spreadsheet takes for a formula', async () => {
  writeFileSync(join(folder, 'formula.jsonl'), line('=1+1', [tool('a', '@SUM(A1)')]));
  await mcptest(['tdqs', 'ingest', 'formula.jsonl', '--store', 'formula.db'], { cwd: folder });
  await mcptest(['tdqs', 'export', '--store', 'formula.db', '--format', 'csv', '--output', 'out.csv'], {
    cwd: folder,
  });
  expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toMatch(/\r\n'=1\+1,a,.*,'@SUM\(A1\)\r\n$/);
});
