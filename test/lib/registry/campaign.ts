/**
 * Worker processes that score a registry with a slow judge while they are killed with SIGKILL and their
 * connections to the database are cut; what is left in the end, and what it cost beyond the minimum.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../../src/registry/store.js';
import { cli } from '../cli.js';
import { type SlowJudge, startSlowJudge } from './slow-judge.js';

export interface CampaignOptions {
  folder: string;
  store: string;
  tools: number;
  /** Worker processes; on SQLite there is one. */
  workers: number;
  concurrency: number;
  kills: number;
  cuts: number;
  delay_ms: number;
  /** Cuts every connection to the database of the store. */
  cut?: () => Promise<void>;
  log?: (line: string) => void;
}

export interface CampaignResult {
  tools: number;
  scored: number;
  doubled: number;
  /** Servers with a figure. */
  servers: number;
  calls: number;
  /** Calls beyond one a tool. */
  extra: number;
  /** Jobs that were in hand at a kill or a cut, in all. */
  in_hand: number;
  kills: number;
  cuts: number;
  seconds: number;
}

const SERVER_SIZE = 10;

export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { store: place, tools, log = () => {} } = options;
  const judge = await startSlowJudge(options.delay_ms);
  const catalogues = join(options.folder, 'campaign.jsonl');
  writeFileSync(catalogues, lines(tools));
  await command(['ingest', catalogues, '--store', place]);
  const flags = ['--store', place, '--judge', 'slow', '--base-url', judge.url];
  const queued = place.startsWith('postgres');
  if (queued) await command(['sweep', ...flags]);
  const verb = queued ? 'worker' : 'sweep';
  const start = (): ChildProcess =>
    spawn(process.execPath, [cli, 'tdqs', verb, ...flags, '--concurrency', String(options.concurrency)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const workers = Array.from({ length: options.workers }, start);
  const began = performance.now();
  const store = await openStore(place);
  const done = { kills: 0, cuts: 0, in_hand: 0 };
  for (const { what, at } of blows(options)) {
    await untilAsked(judge, at);
    const asked = `${judge.asked.size} of ${tools} tools asked about`;
    if (what === 'cut') {
      done.in_hand += await jobsOf(store.db, '%');
      await options.cut?.();
      done.cuts += 1;
      log(`cut ${done.cuts} of ${options.cuts}, ${asked}`);
      continue;
    }
    const which = Math.floor(Math.random() * workers.length);
    if (queued) done.in_hand += await jobsOf(store.db, `% ${workers[which]?.pid}`);
    await killed(workers[which]);
    if (!queued) done.in_hand += judge.asked.size - (await scoredIn(store.db));
    done.kills += 1;
    workers[which] = start();
    log(`kill ${done.kills} of ${options.kills}, ${asked}`);
  }
  await finished(store.db, { tools, flags, workers, start, queued });
  for (const worker of workers) worker.kill('SIGINT');
  await Promise.all(workers.map(ended));
  const [counts] = await store.db.all<{ scored: number; tools: number; servers: number }>(
    `select (select count(*) from scores) as scored, (select count(distinct tool_id) from scores) as tools,
      (select count(*) from server_scores where overall is not null) as servers`,
  );
  await store.close();
  await judge.close();
  const calls = [...judge.asked.values()].reduce((sum, n) => sum + n, 0);
  return {
    tools,
    scored: counts?.tools ?? 0,
    doubled: (counts?.scored ?? 0) - (counts?.tools ?? 0),
    servers: counts?.servers ?? 0,
    calls,
    extra: calls - tools,
    ...done,
    seconds: Math.round((performance.now() - began) / 100) / 10,
  };
}

type Store = Awaited<ReturnType<typeof openStore>>['db'];

/** Jobs that processes have in hand, by the names that their workers gave as signs of life. */
async function jobsOf(db: Store, place: string): Promise<number> {
  const [row] = await db.all<{ n: number }>(
    `select count(*) as n from graphile_worker.jobs where locked_by in (select id from workers where place like ?)`,
    [place],
  );
  return row?.n ?? 0;
}

/** What was asked about and is not among them, the one process had in hand. */
async function scoredIn(db: Store): Promise<number> {
  const [row] = await db.all<{ n: number }>('select count(*) as n from scores');
  return row?.n ?? 0;
}

async function finished(
  db: Store,
  given: { tools: number; flags: string[]; workers: ChildProcess[]; start(): ChildProcess; queued: boolean },
): Promise<void> {
  for (let round = 1; ; round += 1) {
    const [row] = await db.all<{ scored: number; open: number }>(
      `select (select count(*) from scores) as scored, (select count(*) from servers) -
        (select count(*) from server_scores where overall is not null) as open`,
    );
    if (row !== undefined && row.scored >= given.tools && row.open === 0) return;
    if (!given.queued && given.workers[0]?.exitCode !== null) given.workers[0] = given.start();
    if (given.queued && round % 12 === 0) await command(['sweep', ...given.flags]);
    await sleep(250);
  }
}

/** Kills and cuts, spread over the whole work: each at a random place of its own part of it. */
function blows({ tools, kills, cuts }: CampaignOptions): { what: 'kill' | 'cut'; at: number }[] {
  const spread = (what: 'kill' | 'cut', count: number) =>
    Array.from({ length: count }, (_, i) => ({ what, at: (tools * (i + 0.9 * Math.random())) / count }));
  return [...spread('kill', kills), ...spread('cut', cuts)].sort((a, b) => a.at - b.at);
}

/** Until so many tools were asked about, and a question is open. */
async function untilAsked({ asked, pending }: SlowJudge, at: number): Promise<void> {
  const until = Date.now() + 300_000;
  while ((asked.size < at || pending.size === 0) && Date.now() < until) await sleep(5);
}

function lines(tools: number): string {
  const rows: string[] = [];
  for (let from = 0; from < tools; from += SERVER_SIZE) {
    const list = Array.from({ length: Math.min(SERVER_SIZE, tools - from) }, (_, i) => ({
      name: `get_thing_${from + i}`,
      description: `Gets the thing of tool-${from + i} by its id.`,
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    }));
    rows.push(JSON.stringify({ server: `server-${from / SERVER_SIZE}`, tools: list }));
  }
  return `${rows.join('\n')}\n`;
}

function command(args: string[]): Promise<void> {
  const child = spawn(process.execPath, [cli, 'tdqs', ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  return ended(child);
}

async function killed(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return;
  const gone = ended(child);
  child.kill('SIGKILL');
  await gone;
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once('exit', () => done()));
}
