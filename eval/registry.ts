/**
 * A registry at scale: the Toucan set of `MCPTEST_EVAL_DATA` repeated with variations, ingested and scored offline by
 * the built command. Prints rows a second, minutes, peak memory and size at each size; what a second ingest takes
 * beside hashing the definitions; and how many judgements one changed tool makes.
 * `--sizes 2300,23000,230000`, `--node PATH` for another Node, `--threads N`, `--store postgres` for a PostgreSQL of its
 * own instead of SQLite: there a sweep queues, and one worker judges. `--megabytes 155,2000` only ingests files of these
 * sizes, to see that memory does not grow with them.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inputHash } from '../src/catalog/input-hash.js';
import { linesOf } from '../src/registry/ingest/lines.js';
import type { Catalog } from '../src/types/catalog.js';
import { cli } from '../test/lib/cli.js';
import { type Postgres, startPostgres } from '../test/lib/postgres.js';
import { corpusOf } from './lib/registry/corpus.js';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '2300,23000,230000' },
    node: { type: 'string', default: process.execPath },
    threads: { type: 'string', default: '2' },
    store: { type: 'string', default: 'sqlite' },
    megabytes: { type: 'string' },
  },
});
const data = process.env.MCPTEST_EVAL_DATA;
if (data === undefined) throw new Error('Set MCPTEST_EVAL_DATA to the folder with toucan-catalogs.jsonl.gz.');
const { variation, writeCorpus } = corpusOf(data);

interface Took {
  seconds: number;
  cpu: number;
  peak_mb: number;
  json: Record<string, unknown>;
}

async function run(args: string[]): Promise<Took> {
  const start = performance.now();
  // A worker has nothing to print.
  const json = args[0] === 'worker' ? [] : ['--format', 'json'];
  const child = spawn(values.node, [cli, 'tdqs', ...args, ...json], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  let [peak, cpu] = [0, 0];
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      cpu = (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      // It has just ended, or this system has no /proc.
    }
  }, 50);
  const code = await new Promise<number | null>((done) => child.once('close', done));
  clearInterval(look);
  if (code !== 0) throw new Error(`tdqs ${args[0]} ended with ${code}: ${text}`);
  return { seconds: (performance.now() - start) / 1000, cpu, peak_mb: peak, json: JSON.parse(text || '{}') };
}

/** What every ingest must do at least: read, parse, hash. */
async function hashing(file: string): Promise<number> {
  const start = performance.now();
  for await (const { bytes } of linesOf(file, 2 ** 28)) {
    if (bytes === undefined || bytes.length === 0) continue;
    const { tools } = JSON.parse(bytes.toString('utf8')) as Catalog;
    for (const tool of tools) inputHash(tool);
  }
  return (performance.now() - start) / 1000;
}

function tellPhase(name: string, { seconds, cpu, peak_mb }: Took, tools: number): void {
  console.log(
    `  ${name.padEnd(14)} ${seconds.toFixed(1).padStart(7)} s  ${cpu.toFixed(1).padStart(7)} s of processor  ` +
      `${Math.round(tools / seconds)
        .toString()
        .padStart(6)} tools/s  ${peak_mb.toFixed(0).padStart(5)} MB peak`,
  );
}

/** A sweep, and on PostgreSQL the worker that does what it queued: together as one. */
async function score(store: string): Promise<Took> {
  const flags = ['--store', store, '--concurrency', values.threads];
  const swept = await run(['sweep', ...flags]);
  if (postgres === undefined) return swept;
  const { queued = 0, carried = 0 } = swept.json as { queued?: number; carried?: number };
  if (queued === 0) return swept;
  tellPhase(`queued ${queued}`, swept, queued);
  const worked = await run(['worker', '--until-empty', ...flags]);
  const after = await run(['sweep', ...flags]);
  return {
    seconds: swept.seconds + worked.seconds,
    cpu: swept.cpu + worked.cpu,
    peak_mb: worked.peak_mb,
    json: { ...after.json, judged: Number(after.json.carried) - carried },
  };
}

async function sizeOf(store: string): Promise<number> {
  if (postgres === undefined) return statSync(store).size;
  const { default: pg } = await import('pg');
  const client = new pg.Client(store);
  await client.connect();
  const { rows } = await client.query('select pg_database_size(current_database()) as size');
  await client.end();
  return Number(rows[0].size);
}

const folder = mkdtempSync(join(tmpdir(), 'mcptest-scale-'));
const postgres: Postgres | undefined = values.store === 'postgres' ? await startPostgres() : undefined;
let good = true;
for (const megabytes of values.megabytes?.split(',').map(Number) ?? []) {
  const file = join(folder, 'large.jsonl');
  const { servers, tools } = await writeCorpus(file, Number.POSITIVE_INFINITY, megabytes * 1e6);
  const taken = await run(['ingest', file, '--store', join(folder, `${megabytes}.db`)]);
  console.log(
    `\n${(statSync(file).size / 1e6).toFixed(0)} MB, ${tools} tools of ${servers} servers (${taken.json.driver})`,
  );
  tellPhase('ingest', taken, tools);
  good &&= taken.json.added === tools && taken.peak_mb < 600;
}
const sizes = values.megabytes === undefined ? values.sizes.split(',').map(Number) : [];
for (const size of sizes) {
  const file = join(folder, `${size}.jsonl`);
  const store = (await postgres?.database(`tools_${size}`)) ?? join(folder, `${size}.db`);
  const { servers, tools } = await writeCorpus(file, size);
  const first = await run(['ingest', file, '--store', store]);
  console.log(
    `\n${tools} tools of ${servers} servers, ${(statSync(file).size / 1e6).toFixed(0)} MB (${first.json.driver})`,
  );
  tellPhase('ingest', first, tools);
  const sweep = await score(store);
  tellPhase('sweep', sweep, tools);
  const again = await run(['ingest', file, '--store', store]);
  tellPhase('second ingest', again, tools);
  const idle = await score(store);
  tellPhase('second sweep', idle, tools);
  const hashed = await hashing(file);
  const one = variation(0, size);
  const [changed] = one.tools;
  if (changed !== undefined) changed.description = `${changed.description ?? ''} Changed.`;
  const single = join(folder, 'one.json');
  writeFileSync(single, JSON.stringify(one));
  const touched = await run(['ingest', single, '--store', store]);
  const rescored = await score(store);
  console.log(
    `  in all ${((first.seconds + sweep.seconds) / 60).toFixed(2)} minutes (${((first.cpu + sweep.cpu) / 60).toFixed(2)} of processor${postgres === undefined ? '' : ', without that of PostgreSQL'}); ` +
      `the store has ${((await sizeOf(store)) / 1e6).toFixed(0)} MB; reading and hashing alone ${hashed.toFixed(1)} s, the second ` +
      `ingest ${(again.seconds / hashed).toFixed(2)} times that, ${idle.json.judged} judged; one changed tool: ${touched.json.changed} changed, ${rescored.json.judged} judged`,
  );
  good &&= sweep.json.judged === tools && idle.json.judged === 0 && rescored.json.judged === 1;
}
await postgres?.stop();
rmSync(folder, { recursive: true, force: true });
if (!good) console.log('NOT as promised: something was judged too often, or not at all');
process.exitCode = good ? 0 : 1;
