/**
 * A registry at scale: the Toucan set of `MCPTEST_EVAL_DATA` repeated with variations, ingested and scored offline by
 * the built command on SQLite. Prints rows a second, minutes, peak memory and size at each size; what a second ingest
 * takes beside hashing the definitions; and how many judgements one changed tool makes.
 * `--sizes 2300,23000,230000`, `--node PATH` for another Node, `--threads N`.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inputHash } from '../src/catalog/input-hash.js';
import { linesOf } from '../src/registry/ingest/lines.js';
import type { Catalog } from '../src/types/catalog.js';
import { cli } from '../test/lib/cli.js';
import { toucanCatalogues } from './lib/catalogues.js';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '2300,23000,230000' },
    node: { type: 'string', default: process.execPath },
    threads: { type: 'string', default: '2' },
  },
});
const data = process.env.MCPTEST_EVAL_DATA;
if (data === undefined) throw new Error('Set MCPTEST_EVAL_DATA to the folder with toucan-catalogs.jsonl.gz.');
const catalogues = toucanCatalogues(data);
/** As many tools as a server of a registry has on average. */
const TOOLS_A_SERVER = 230_000 / 15_000;

/** Server `at`: tools of neighbouring servers of the set, each with a word of its own in the description. */
function variation(at: number, most: number): Catalog {
  const wanted = Math.min(
    most,
    Math.max(1, Math.round(TOOLS_A_SERVER * (0.2 + 1.6 * (((at * 7919) % 1000) / 1000)))),
  );
  const tools = new Map<string, Catalog['tools'][number]>();
  for (let from = at; tools.size < wanted; from += 1) {
    for (const tool of catalogues[from % catalogues.length]?.tools ?? []) {
      if (tools.size >= wanted || typeof tool.name !== 'string') break;
      const description =
        tool.description === undefined ? undefined : `${tool.description} For tenant ${at}.`;
      tools.set(tool.name, { ...tool, description });
    }
  }
  return { server: `registry/server-${at}`, tools: [...tools.values()] };
}

async function writeCorpus(file: string, size: number): Promise<{ servers: number; tools: number }> {
  const out = createWriteStream(file);
  let [servers, tools] = [0, 0];
  while (tools < size) {
    const catalog = variation(servers, size - tools);
    servers += 1;
    tools += catalog.tools.length;
    if (!out.write(`${JSON.stringify(catalog)}\n`))
      await new Promise<void>((done) => out.once('drain', () => done()));
  }
  await new Promise<void>((done) => out.end(() => done()));
  return { servers, tools };
}

interface Took {
  seconds: number;
  cpu: number;
  peak_mb: number;
  json: Record<string, unknown>;
}

async function run(args: string[]): Promise<Took> {
  const start = performance.now();
  const child = spawn(values.node, [cli, 'tdqs', ...args, '--format', 'json'], {
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
  return { seconds: (performance.now() - start) / 1000, cpu, peak_mb: peak, json: JSON.parse(text) };
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

const folder = mkdtempSync(join(tmpdir(), 'mcptest-scale-'));
let good = true;
for (const size of values.sizes.split(',').map(Number)) {
  const file = join(folder, `${size}.jsonl`);
  const store = join(folder, `${size}.db`);
  const { servers, tools } = await writeCorpus(file, size);
  const first = await run(['ingest', file, '--store', store]);
  console.log(
    `\n${tools} tools of ${servers} servers, ${(statSync(file).size / 1e6).toFixed(0)} MB (${first.json.driver})`,
  );
  tellPhase('ingest', first, tools);
  const sweep = await run(['sweep', '--store', store, '--concurrency', values.threads]);
  tellPhase('sweep', sweep, tools);
  const again = await run(['ingest', file, '--store', store]);
  tellPhase('second ingest', again, tools);
  const idle = await run(['sweep', '--store', store, '--concurrency', values.threads]);
  tellPhase('second sweep', idle, tools);
  const hashed = await hashing(file);
  const one = variation(0, size);
  const [changed] = one.tools;
  if (changed !== undefined) changed.description = `${changed.description ?? ''} Changed.`;
  const single = join(folder, 'one.json');
  writeFileSync(single, JSON.stringify(one));
  const touched = await run(['ingest', single, '--store', store]);
  const rescored = await run(['sweep', '--store', store, '--concurrency', values.threads]);
  console.log(
    `  in all ${((first.seconds + sweep.seconds) / 60).toFixed(2)} minutes (${((first.cpu + sweep.cpu) / 60).toFixed(2)} of processor); ` +
      `the store has ${(statSync(store).size / 1e6).toFixed(0)} MB; reading and hashing alone ${hashed.toFixed(1)} s, the second ` +
      `ingest ${(again.seconds / hashed).toFixed(2)} times that, ${idle.json.judged} judged; one changed tool: ${touched.json.changed} changed, ${rescored.json.judged} judged`,
  );
  good &&= sweep.json.judged === tools && idle.json.judged === 0 && rescored.json.judged === 1;
}
rmSync(folder, { recursive: true, force: true });
if (!good) console.log('NOT as promised: something was judged too often, or not at all');
process.exitCode = good ? 0 : 1;
