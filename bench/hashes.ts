/**
 * One hash for what each judgement says of the catalogues in `MCPTEST_EVAL_DATA`, and `score` of made-up traces: what
 * only got faster says the same.
 * `npm run bench -- --only hashes`, before and after; `BENCH_SERVERS` takes more or fewer of them.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { etomTasks } from '../eval/lib/selection/tasks.js';
import { nearWords } from '../src/catalog/near/near-words.js';
import { readCatalog } from '../src/catalog/read-catalog.js';
import { lintCatalog } from '../src/lint/engine.js';
import { offlineJudge } from '../src/tdqs/offline/judge.js';
import { scoreServer } from '../src/tdqs/server-score.js';
import { runBench } from '../src/tool-bench/run-bench.js';
import type { Catalog } from '../src/types/catalog.js';
import { score } from '../src/verbs/score.js';
import { scoreSuite, writeChain, writeMixedTraces } from './goals/inputs.js';

const tell = (what: string, value: unknown): void =>
  console.log(createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16), what);

export async function benchHashes(work: string): Promise<void> {
  await hashScores(work);
  const folder = process.env.MCPTEST_EVAL_DATA;
  if (!folder) {
    console.error('Set MCPTEST_EVAL_DATA to the folder that holds the catalogues.');
    process.exitCode = 2;
    return;
  }
  const packed = gunzipSync(readFileSync(join(folder, 'toucan-catalogs.jsonl.gz'))).toString();
  const lines = packed
    .split('\n')
    .filter(Boolean)
    .slice(0, Number(process.env.BENCH_SERVERS ?? 120));
  await hashJudgements(
    '',
    lines.flatMap((line) => readCatalog(line, 'toucan.json')),
  );
  const files = readdirSync(join(folder, 'catalogs')).filter((file) => file.endsWith('.json'));
  await hashJudgements(
    ' of packages',
    files.flatMap((file) => readCatalog(readFileSync(join(folder, 'catalogs', file), 'utf8'), file)),
  );
  const [{ tasks } = { tasks: [] }] = etomTasks(join(folder, 'etom'));
  const tools = tasks[0]?.tools ?? [];
  const intents = tasks
    .slice(0, 60)
    .map(({ query, gold }) => ({ query, gold: [...gold].map((at) => tools[at]!.name) }));
  tell('tool-bench', runBench({ catalog: { server: 'etom', tools }, intents, mutations: [] }, nearWords()));
}

async function hashJudgements(of: string, catalogs: readonly Catalog[]): Promise<void> {
  tell(`lint${of}`, lintCatalog(catalogs));
  tell(`security${of}`, lintCatalog(catalogs, { rules: ['SEC'] }));
  const scores = [];
  for (const each of catalogs) scores.push(await scoreServer(each, { judge: offlineJudge, scoredAt: '' }));
  tell(`tdqs${of}`, scores);
}

/** The rows and figures of many traces at once; times and names of the run are its own. */
async function hashScores(work: string): Promise<void> {
  const config = join(work, 'hashes.yml');
  writeFileSync(config, JSON.stringify(scoreSuite));
  const files: [string, (file: string) => void][] = [
    ['score', (file) => writeMixedTraces(file, 400)],
    ['score of OTLP', (file) => writeChain(file, 2000)],
  ];
  for (const [what, write] of files) {
    const traces = [join(work, `${what}.jsonl`)];
    write(traces[0] as string);
    const { envelope, floors } = await score({ paths: [config], traces, cwd: work, env: {}, save: false });
    const { results, groups } = envelope;
    // The folder of this run stands in the commands that repeat a row.
    tell(what, JSON.parse(JSON.stringify([results, groups, floors]).replaceAll(work, '')));
  }
}
