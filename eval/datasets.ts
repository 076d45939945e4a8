/**
 * `npm run eval:datasets`: sets of others as `cases:` of a suite, by their documented mapping, with the `lexical` driver. Is
 * the accuracy that of the selector alone, how long does the run take beside it, and does the memory stay flat over 20,000
 * rows? The sets are in the folder that MCPTEST_EVAL_DATA names; nothing of them is kept.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nearWords } from '../src/catalog/near/near-words.js';
import { createRanker } from '../src/catalog/rank.js';
import { chooseRows } from '../src/suite/cases/choose-rows.js';
import { mapRows } from '../src/suite/cases/map-rows.js';
import { rowsOfFile } from '../src/suite/cases/read-cases.js';
import { run } from '../src/verbs/run.js';
import { etomTasks, type Task } from './lib/selection/tasks.js';

const most = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
const folder = process.env.MCPTEST_EVAL_DATA;
if (!folder) {
  console.error('Set MCPTEST_EVAL_DATA to the folder that holds etom/.');
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), 'eval-datasets-'));
try {
  await etom(folder);
  await manyRows();
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The tools that are right for a request, and those that do the same, as one class. */
function classOf({ tools, gold }: Task, places: Map<object, string>): string {
  return [...gold].map((at) => places.get(tools[at]!)!).join('|');
}

async function etom(data: string): Promise<void> {
  const tasks = etomTasks(join(data, 'etom'))[0]!.tasks.slice(0, most);
  const { tools } = tasks[0]!;
  // Servers of the set share names of tools; here they are one server, so that a name has its place beside it.
  const taken = new Map<string, number>();
  const places = new Map<object, string>();
  const listed = tools.map((tool) => {
    const again = taken.get(tool.name) ?? 0;
    taken.set(tool.name, again + 1);
    const name = again === 0 ? tool.name : `${tool.name}_${again}`;
    places.set(tool, name);
    return { ...tool, name, inputSchema: { type: 'object' } };
  });
  const started = performance.now();
  const ranker = createRanker(listed, nearWords());
  const right = tasks.filter(({ query, gold }) => gold.has(ranker.rank(query, 1)[0]?.index ?? -1)).length;
  const alone = performance.now() - started;
  cpSync(join(data, 'etom/level-1.json'), join(work, 'level-1.json'));
  const expected = Object.fromEntries(tasks.map((task, at) => [at + 1, classOf(task, places)]));
  writeFileSync(
    join(work, 'classes.jsonl'),
    Object.entries(expected)
      .map(([id, names]) => JSON.stringify({ query_id: Number(id), right: names }))
      .join('\n'),
  );
  writeFileSync(join(work, 'tools.json'), JSON.stringify(listed));
  const suite = {
    servers: { all: { command: ['mcptest', 'mock', '--tools-from', 'tools.json'] } },
    agents: [
      {
        name: 'etom',
        model: 'lexical',
        servers: ['all'],
        prompt: ['$', '{case.prompt}'].join(''),
        cases: {
          from: 'level-1.json',
          ...(Number.isFinite(most) && { limit: most }),
          join: { from: 'classes.jsonl', on: 'query_id' },
          map: { name: 'query_id', prompt: 'query', expect_tools: 'right' },
        },
        dataset: { expect: [{ 'dataset.accuracy': { '>=': 0 } }] },
      },
    ],
  };
  writeFileSync(join(work, 'mcptest.yml'), JSON.stringify(suite));
  const begun = performance.now();
  const { envelope } = await run({ cwd: work, save: false });
  const took = performance.now() - begun;
  const [dataset] = envelope.datasets ?? [];
  const same = dataset?.correct === right;
  console.log(`ETOM level 1, ${tasks.length} requests, ${tools.length} tools`);
  console.log(`  selector alone   ${right} right in ${(alone / 1000).toFixed(1)} s`);
  console.log(
    `  as a dataset     ${dataset?.correct} right in ${(took / 1000).toFixed(1)} s, ${(took / alone).toFixed(1)} times`,
  );
  console.log(`  ${same ? 'the same' : 'NOT the same'}`);
  if (!same) process.exitCode = 1;
}

/** 20,000 rows of 2 kB through mapping and sampling: what is held is the sample. */
async function manyRows(): Promise<void> {
  const file = join(work, 'many.jsonl');
  const text = 'x'.repeat(2_000);
  const rows = Array.from({ length: 20_000 }, (_, at) =>
    JSON.stringify({ id: at, q: { text: `${at} ${text}` } }),
  );
  writeFileSync(file, rows.join('\n'));
  rows.length = 0;
  const seen: number[] = [];
  async function* watched() {
    let at = 0;
    for await (const row of mapRows(rowsOfFile(file, 'many.jsonl'), { name: 'id', prompt: 'q.text' })) {
      at += 1;
      if (at % 1_000 === 0) {
        globalThis.gc?.();
        seen.push(process.memoryUsage().heapUsed);
      }
      yield row;
    }
  }
  const taken = await chooseRows(watched(), { sample: 500 });
  // Between the least and the most after each thousand: a list of all rows would grow by 40 MB.
  const held = (Math.max(...seen) - Math.min(...seen)) / 1e6;
  console.log(
    `20,000 rows of 2 kB (40 MB), sample of ${taken.length}: ${held.toFixed(1)} MB between least and most`,
  );
  if (held > 15) process.exitCode = 1;
}
