/**
 * One hash for what each judgement says of the catalogues in `MCPTEST_EVAL_DATA`: what only got faster says the same.
 * `npm run bench -- --only hashes`, before and after; `BENCH_SERVERS` takes more or fewer of them.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { etomTasks } from '../eval/lib/selection/tasks.js';
import { nearWords } from '../src/catalog/near/near-words.js';
import { readCatalog } from '../src/catalog/read-catalog.js';
import { lintCatalog } from '../src/lint/engine.js';
import { offlineJudge } from '../src/tdqs/offline/judge.js';
import { scoreServer } from '../src/tdqs/server-score.js';
import { runBench } from '../src/tool-bench/run-bench.js';

export async function benchHashes(): Promise<void> {
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
  const catalogs = lines.flatMap((line) => readCatalog(line, 'toucan.json'));
  const tell = (what: string, value: unknown): void =>
    console.log(createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16), what);
  tell('lint', lintCatalog(catalogs));
  tell('security', lintCatalog(catalogs, { rules: ['SEC'] }));
  const scores = [];
  for (const each of catalogs) scores.push(await scoreServer(each, { judge: offlineJudge, scoredAt: '' }));
  tell('tdqs', scores);
  const [{ tasks } = { tasks: [] }] = etomTasks(join(folder, 'etom'));
  const tools = tasks[0]?.tools ?? [];
  const intents = tasks
    .slice(0, 60)
    .map(({ query, gold }) => ({ query, gold: [...gold].map((at) => tools[at]!.name) }));
  tell('tool-bench', runBench({ catalog: { server: 'etom', tools }, intents, mutations: [] }, nearWords()));
}
