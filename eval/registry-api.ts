/**
 * The API of a registry under load, on SQLite and on PostgreSQL: 200 connections for 30 s on loopback, beside as many
 * plain SELECTs, and what the databases do for each question.
 *
 *   npm run eval:registry-api -- [--tools 230000] [--seconds 30] [--connections 200] [--store FILE or postgres://…]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Db, SqlValue } from '../src/registry/db/types.js';
import { openPair } from '../src/registry/search/update-index.js';
import { answer } from '../src/registry/serve/api.js';
import { openStore } from '../src/registry/store.js';
import { findPostgres, startPostgres } from '../test/lib/postgres.js';
import { fillStore } from './lib/registry/big-store.js';
import { asker, atOnce, type Load } from './lib/registry/load.js';

const { values: flags } = parseArgs({
  options: {
    tools: { type: 'string', default: '230000' },
    seconds: { type: 'string', default: '30' },
    connections: { type: 'string', default: '200' },
    store: { type: 'string' },
  },
});
const tools = Number(flags.tools);
const seconds = Number(flags.seconds);
const connections = Number(flags.connections);
const servers = Math.max(1, Math.round(tools / 15.3));
const scope = { judge: 'offline', rubric: 'made' };

/** Lists, searches of common, rare and several words, filters, documents. */
const QUESTIONS = [
  '/v1/servers',
  '/v1/servers?tier=C&limit=20',
  '/v1/servers?q=order',
  '/v1/tools',
  '/v1/tools?sort=worst&limit=20',
  '/v1/tools?q=get',
  '/v1/tools?q=list+invoice',
  '/v1/tools?q=word4711',
  '/v1/tools?q=metric+log+alert&limit=20',
  '/v1/tools?tier=D&smell=purpose_clarity&limit=20',
  '/v1/tools?flag=no-description&q=order',
  '/v1/tools?smell=usage_guidelines&smell=parameter_semantics&limit=20',
];

async function measure(place: string): Promise<void> {
  const store = await openStore(place);
  console.log(`\n## ${store.db.driver}\n`);
  const [known] = await store.db.all<{ n: number }>('select count(*) as n from tools');
  if (known?.n === 0) {
    await timed(`${tools} tools of ${servers} servers written`, () => fillStore(store, { servers, tools }));
    await timed('index of the search built', () => openPair(store.db, scope));
    if (store.db.kind === 'postgres') await store.db.run('analyze');
  }
  if (store.db.kind === 'sqlite') console.log(`${(statSync(place).size / 1e6).toFixed(0)} MB`);
  await explain(store.db);
  await store.close();
  const served = await startServer(place);
  const { ask, close } = asker(served.url, connections);
  for (const path of QUESTIONS) {
    const began = performance.now();
    await ask(path);
    console.log(`  ${(performance.now() - began).toFixed(1).padStart(7)} ms alone  ${path}`);
  }
  const etag = (await ask('/v1/tools/1')) ?? '';
  const load = await atOnce(connections, seconds, async (turn) => {
    const kind = turn % 4;
    if (kind === 0) await ask(QUESTIONS[(turn / 4) % QUESTIONS.length] ?? '/v1/tools');
    else if (kind === 1) await ask(`/v1/tools/${1 + ((turn * 7919) % tools)}`);
    else if (kind === 2) await ask(`/v1/tools?q=word${(turn * 31) % 50_000}`);
    else await ask('/v1/tools/1', { 'if-none-match': etag });
  });
  close();
  await served.stop();
  report(`API, ${connections} connections, ${seconds} s`, load);
  const plain = await openStore(place);
  const select = await atOnce(connections, Math.min(10, seconds), async (turn) => {
    await plain.db.all('select * from tools join scores on tool_id = id where id = ?', [
      1 + ((turn * 7919) % tools),
    ]);
  });
  report(`plain SELECT of a tool and its score, ${connections} at a time`, select);
  await plain.close();
  if (load.errors.length > 0) {
    console.log(load.errors.slice(0, 5).join('\n'));
    process.exitCode = 1;
  }
}

function report(what: string, { answers, errors, p50, p99, most, per_second }: Load): void {
  console.log(
    `${what}: ${answers} answers, ${per_second.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, most ${most.toFixed(0)} ms, ${errors.length} errors`,
  );
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  const memory = process.memoryUsage().rss / 1e6;
  console.log(
    `${what}: ${((performance.now() - began) / 1000).toFixed(1)} s, ${memory.toFixed(0)} MB of memory`,
  );
}

/** The plans of all statements that the questions come to. */
async function explain(db: Db): Promise<void> {
  const pair = await openPair(db, scope);
  const seen = new Map<string, readonly SqlValue[]>();
  const noting: Db = {
    ...db,
    all: (text, given) => {
      if (!seen.has(text)) seen.set(text, given ?? []);
      return db.all(text, given);
    },
  };
  const sources = { db: noting, pair, stats: () => ({}) as never };
  for (const question of [
    ...QUESTIONS,
    '/v1/tools/1',
    '/v1/servers/order%20server%200',
    '/v1/servers?sort=name',
  ]) {
    const [path = '', search] = question.split('?');
    const parts = path.split('/').slice(2).map(decodeURIComponent);
    await answer(sources, parts, new URLSearchParams(search))?.catch(() => {});
  }
  let scans = 0;
  for (const [text, given] of seen) {
    const how = db.kind === 'sqlite' ? 'explain query plan' : 'explain (costs off)';
    const rows = await db.all<Record<string, string>>(`${how} ${text}`, given);
    const lines = rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '');
    const whole = lines.filter((line) =>
      /^SCAN (?!CONSTANT)(?!.*VIRTUAL TABLE INDEX)|Seq Scan/.test(line.trim().replace(/^-> +/, '')),
    );
    scans += whole.length;
    console.log(
      `- ${text.replace(/\s+/g, ' ').slice(0, 140)}\n${lines.map((line) => `    ${line}`).join('\n')}`,
    );
  }
  console.log(`${seen.size} statements, ${scans} of them with a scan of a whole table\n`);
}

function startServer(place: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['dist/cli.js', 'tdqs', 'serve', '--store', place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((done, failed) => {
    child.once('exit', (code) => failed(new Error(`tdqs serve ended with ${code}`)));
    child.stdout.once('data', (chunk) =>
      done({
        url: String(chunk).trim(),
        stop: () =>
          new Promise((ended) => {
            child.removeAllListeners('exit');
            child.once('exit', () => ended());
            child.kill('SIGINT');
          }),
      }),
    );
  });
}

if (flags.store !== undefined) await measure(flags.store);
else {
  const folder = mkdtempSync(join(tmpdir(), 'mcptest-registry-api-'));
  await measure(join(folder, 'registry.db'));
  const found = findPostgres();
  if ('missing' in found) console.log(`\nPostgreSQL was not measured: ${found.missing}`);
  else {
    const postgres = await startPostgres();
    await measure(await postgres.database('registry'));
    await postgres.stop();
  }
  rmSync(folder, { recursive: true, force: true });
}
