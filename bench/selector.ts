/**
 * What choosing tools by words costs beside one pass of plain BM25 over the same catalogue and requests: the index,
 * the requests, and a whole `tool-bench` report with a word dropped here and there. On the ETOM registry where
 * `MCPTEST_EVAL_DATA` has it, else on made-up tools.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { plainBm25 } from '../eval/lib/selection/plain-bm25.js';
import { etomTasks } from '../eval/lib/selection/tasks.js';
import { nearWords } from '../src/catalog/near/near-words.js';
import { createRanker } from '../src/catalog/rank.js';
import { runBench } from '../src/tool-bench/run-bench.js';
import type { ToolDef } from '../src/types/catalog.js';
import { madeUpIntents, madeUpTools } from './goals/tools.js';
import { table } from './measure.js';

interface Load {
  tools: ToolDef[];
  intents: { query: string; gold: string[] }[];
}

const SIZES: [requests: number, tools: number][] = [
  [60, 2375],
  [10_000, 10_000],
];

export function benchSelector(): void {
  const near = nearWords();
  const source = load();
  const rows = [['requests, tools', 'plain BM25 ms', 'choose ms', 'ratio', 'whole report ms', 'ratio']];
  for (const [requests, size] of SIZES) {
    const { tools, intents } = ofSize(source, requests, size);
    const floor = time(() => {
      const rank = plainBm25(tools);
      for (const { query } of intents) rank(query);
    });
    const choose = time(() => {
      const ranker = createRanker(tools, near);
      for (const { query } of intents) ranker.rank(query, 5);
    });
    const mutations = intents
      .slice(0, 20)
      .map(({ gold }) => ({ tool: gold[0] ?? '', kind: 'blank' as const }));
    const whole = time(() => runBench({ catalog: { server: 'bench', tools }, intents, mutations }, near));
    rows.push([
      `${requests}, ${size}`,
      ...[floor, choose].map((ms) => ms.toFixed(0)),
      (choose / floor).toFixed(2),
      whole.toFixed(0),
      (whole / floor).toFixed(2),
    ]);
  }
  console.log(`\nSelector (CPU time)\n${table(rows)}`);
}

/** CPU time: other people work on the same machine. */
function time(work: () => unknown): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

function load(): Load {
  const folder = join(process.env.MCPTEST_EVAL_DATA ?? '', 'etom');
  if (!process.env.MCPTEST_EVAL_DATA || !existsSync(folder)) return madeUp();
  const [{ tasks } = { tasks: [] }] = etomTasks(folder);
  const tools = tasks[0]?.tools ?? [];
  return {
    tools,
    intents: tasks.map(({ query, gold }) => ({ query, gold: [...gold].map((at) => tools[at]!.name) })),
  };
}

/** More tools and requests than there are, each a little different from the one before. */
function ofSize({ tools, intents }: Load, requests: number, size: number): Load {
  return {
    tools: Array.from({ length: size }, (_, i) => {
      const tool = tools[i % tools.length]!;
      const copy = Math.floor(i / tools.length);
      return copy === 0 ? tool : { ...tool, name: `${tool.name}_${copy}` };
    }),
    intents: Array.from({ length: requests }, (_, i) => {
      const { query, gold } = intents[i % intents.length]!;
      const other = intents[(i * 7) % intents.length]!.query.split(' ')[i % 5] ?? '';
      return { query: i < intents.length ? query : `${query} ${other}`, gold };
    }),
  };
}

function madeUp(): Load {
  const tools = madeUpTools(2375);
  return { tools, intents: madeUpIntents(tools, 800) };
}
