/**
 * What it costs to score definitions offline, as a ratio to counting their tokens; whether ten times the
 * tools take ten times as long; and how much memory is held. On the Toucan catalogues where
 * `MCPTEST_EVAL_DATA` has them, else on made-up ones of the same size.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readCatalog } from '../src/catalog/read-catalog.js';
import { tokenSurface } from '../src/catalog/token-surface.js';
import { offlineJudge } from '../src/tdqs/offline/judge.js';
import { scoreServer } from '../src/tdqs/server-score.js';
import { tokenCounter } from '../src/tokens/token-counter.js';
import type { Catalog } from '../src/types/catalog.js';
import { median, table } from './measure.js';

const SERVERS = 870;
const TOOLS = 6044;
const ROUNDS = 2;

export async function tdqs(): Promise<void> {
  const { name, catalogs } = load();
  const count = await tokenCounter();
  const tokenizing = (list: Catalog[]) => {
    for (const { tools } of list) tokenSurface(tools, count);
  };
  const ten = Array.from({ length: 10 }, (_, i) => renamed(catalogs, i)).flat();
  const rows = [['tools', 'tokenizing ms', 'scoring ms', 'ratio', 'µs a tool', 'heap MB']];
  const perTool: number[] = [];
  for (const list of [catalogs, ten]) {
    const tools = list.reduce((sum, catalog) => sum + catalog.tools.length, 0);
    const times = { tokens: [] as number[], scores: [] as number[] };
    let heap = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      times.tokens.push(await time(async () => tokenizing(list)));
      times.scores.push(
        await time(async () => {
          for (const catalog of list) {
            await scoreServer(catalog, { judge: offlineJudge, scoredAt: '' });
            heap = Math.max(heap, process.memoryUsage().heapUsed);
          }
        }),
      );
    }
    const [tokens, scores] = [median(times.tokens), median(times.scores)];
    perTool.push((scores * 1000) / tools);
    rows.push([
      String(tools),
      tokens.toFixed(0),
      scores.toFixed(0),
      (scores / tokens).toFixed(2),
      perTool.at(-1)!.toFixed(0),
      (heap / 1e6).toFixed(0),
    ]);
  }
  const one = { server: 'one', tools: ten.flatMap(({ tools }) => tools).slice(0, 10_000) };
  const single = await time(async () => void (await scoreServer(one, { judge: offlineJudge, scoredAt: '' })));
  console.log(`\nTDQS offline, ${name}`);
  console.log(table(rows));
  console.log(`ten times the tools: ${(perTool[1]! / perTool[0]!).toFixed(2)} times the time for each`);
  console.log(`10000 tools in one server: ${single.toFixed(0)} ms`);
}

/** Milliseconds of processor time, which a busy machine changes less than the time on the wall. */
async function time(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function load(): { name: string; catalogs: Catalog[] } {
  const file = join(process.env.MCPTEST_EVAL_DATA ?? '', 'toucan-catalogs.jsonl.gz');
  if (process.env.MCPTEST_EVAL_DATA === undefined || !existsSync(file))
    return { name: 'made-up catalogues', catalogs: madeUp() };
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  return { name: 'Toucan catalogues', catalogs: lines.flatMap((line) => readCatalog(line, 'toucan.json')) };
}

/** Other definitions with the same text: nothing may be remembered from one to the next. */
function renamed(catalogs: Catalog[], copy: number): Catalog[] {
  return catalogs.map(({ server, tools }) => ({
    server: `${server} ${copy}`,
    tools: tools.map((tool) => ({ ...tool, name: `${tool.name}_${copy}` })),
  }));
}

function madeUp(): Catalog[] {
  const nouns = ['boat', 'quay', 'mooring', 'tide', 'ferry', 'lock', 'beacon', 'harbour'];
  const verbs = ['Finds', 'Lists', 'Creates', 'Removes', 'Updates', 'Moves'];
  const tool = (i: number) => {
    const [noun, verb] = [nouns[i % nouns.length]!, verbs[i % verbs.length]!];
    return {
      name: `${verb.toLowerCase()}_${noun}_${i}`,
      description: `${verb} one ${noun} of row ${i} by its number. Use it when a skipper asks for row ${i}. Returns JSON with name, length and draught; fails when the ${noun} is closed.`,
      inputSchema: {
        type: 'object',
        properties: {
          number: { type: 'integer', description: `The number of the ${noun}.` },
          note: { type: 'string' },
        },
        required: ['number'],
      },
    };
  };
  const each = TOOLS / SERVERS;
  return Array.from({ length: SERVERS }, (_, s) => ({
    server: `server-${s}`,
    tools: Array.from({ length: Math.round((s + 1) * each) - Math.round(s * each) }, (_tool, k) =>
      tool(Math.round(s * each) + k),
    ),
  }));
}
