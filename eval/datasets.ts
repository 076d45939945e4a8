/**
 * `npm run eval:datasets`: sets of others as `cases:` of a suite, by their documented mapping, with the `lexical` driver. Is
 * the accuracy that of the selector (`npm run eval:selector`), how much processor time does the run take beside it (whole, and
 * beyond a run of one row, which starts the command and its server too), and how much memory does a row take? The sets are
 * in the folder that MCPTEST_EVAL_DATA names; nothing of them is kept. A number takes only so many requests of each, a word
 * (`rows`, `etom`, `repeated`, `bfcl`, `long`) one part.
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearWords } from '../src/catalog/near/near-words.js';
import { createRanker } from '../src/catalog/rank.js';
import { chooseRows } from '../src/suite/cases/choose-rows.js';
import { mapRows } from '../src/suite/cases/map-rows.js';
import { rowsOfFile } from '../src/suite/cases/read-cases.js';
import type { ToolDef } from '../src/types/catalog.js';
import { isObject } from '../src/util/plain.js';
import { run } from '../src/verbs/run.js';
import {
  fail,
  folderOf,
  type Measured,
  measured,
  peakOf,
  type Suite,
  work,
  writeLines,
} from './lib/dataset-runs.js';
import { bfclTasks, etomTasks, type Task } from './lib/selection/tasks.js';

/** The run may take so many times as long as the selector alone. */
const MOST_TIMES = 3;
/** Live heap, and how much more memory four times as many rows may take at most. */
const MOST_KB_A_ROW = 0.5;
const MOST_PEAK = 1.15;
const PROMPT = ['$', '{case.prompt}'].join('');
const most = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
const folder = process.env.MCPTEST_EVAL_DATA;
if (!folder) {
  console.error('Set MCPTEST_EVAL_DATA to the folder that holds etom/ and bfcl/.');
  process.exit(2);
}
try {
  const parts = { rows: manyRows, etom, repeated, bfcl, long: longRun };
  for (const [name, measure] of Object.entries(parts))
    if (process.argv[3] === undefined || process.argv[3] === name) await measure(folder);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Every tool once and under a name of its own, as the tools of one server are. */
function asOneServer(tools: readonly ToolDef[]): { listed: ToolDef[]; names: Map<ToolDef, string> } {
  const taken = new Map<string, number>();
  const names = new Map<ToolDef, string>();
  const listed = tools.map((tool) => {
    const again = taken.get(tool.name) ?? 0;
    taken.set(tool.name, again + 1);
    const name = again === 0 ? tool.name : `${tool.name}_${again}`;
    names.set(tool, name);
    return { ...tool, name, inputSchema: schemaOf(tool) };
  });
  return { listed, names };
}

/** Sets have types of their own at the top (`dict`); what the selector reads of a schema stays. */
function schemaOf({ inputSchema }: ToolDef): object {
  return isObject(inputSchema) ? { ...inputSchema, type: 'object' } : { type: 'object' };
}

/** Processor time of ours so far, in milliseconds. */
function spentHere(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The requests of ETOM with the tools of all, as a suite of the rows that `asked` has. */
function etomSuite(cwd: string, listed: ToolDef[], asked: object): Suite {
  writeFileSync(join(cwd, 'tools.json'), JSON.stringify(listed));
  return {
    servers: { all: { command: ['mcptest', 'mock', '--tools-from', 'tools.json'] } },
    agents: [
      {
        name: 'etom',
        model: 'lexical',
        share_servers: true,
        prompt: PROMPT,
        cases: { ...asked, map: { name: 'query_id', prompt: 'query', expect_tools: 'right' } },
        dataset: { expect: [{ 'dataset.accuracy': { '>=': 0 } }] },
      },
    ],
  };
}

/** What the selector alone makes of the requests. */
function selectorAlone(tasks: readonly Task[]): { right: number; alone: number; asked: number } {
  const started = spentHere();
  const ranker = createRanker(tasks[0]!.tools, nearWords());
  const indexed = spentHere() - started;
  const right = tasks.filter(({ query, gold }) => gold.has(ranker.rank(query, 1)[0]?.index ?? -1)).length;
  const alone = spentHere() - started;
  // A run of one row makes the index too.
  return { right, alone, asked: alone - indexed };
}

/** The set knows which tools are equal; a row says it as `a|b`. */
function etomRows(data: string, tasks: readonly Task[]) {
  const { tools } = tasks[0]!;
  const { listed, names } = asOneServer(tools);
  const ids = JSON.parse(readFileSync(join(data, 'etom/level-1.json'), 'utf8')) as { query_id: unknown }[];
  const rows = tasks.map(({ query, gold }, at) => ({
    query_id: ids[at]!.query_id,
    query,
    right: [...gold].map((place) => names.get(tools[place]!)!).join('|'),
  }));
  return { listed, rows };
}

async function etom(data: string): Promise<void> {
  const tasks = etomTasks(join(data, 'etom'))[0]!.tasks.slice(0, most);
  const found = selectorAlone(tasks);
  const { listed, rows } = etomRows(data, tasks);
  const cwd = folderOf('etom');
  cpSync(join(data, 'etom/level-1.json'), join(cwd, 'level-1.json'));
  writeLines(
    join(cwd, 'classes.jsonl'),
    rows.map(({ query_id, right }) => ({ query_id, right })),
  );
  const suite = etomSuite(cwd, listed, {
    from: 'level-1.json',
    ...(Number.isFinite(most) && { limit: most }),
    join: { from: 'classes.jsonl', on: 'query_id' },
  });
  const made = await measured(suite, 'etom');
  tell(`ETOM level 1, ${tasks.length} requests, ${listed.length} tools`, { ...made, ...found });
  judgeTime(made, found.alone);
}

/** The same requests again and again: what a row takes where the start weighs little, and the most memory. */
async function repeated(data: string): Promise<void> {
  const requests = etomTasks(join(data, 'etom'))[0]!.tasks;
  const count = Math.min(most * 10, 20_000);
  const tasks = Array.from({ length: count }, (_, at) => requests[at % requests.length]!);
  const found = selectorAlone(tasks);
  const { listed, rows } = etomRows(data, requests);
  const cwd = folderOf('repeated');
  writeLines(
    join(cwd, 'rows.jsonl'),
    Array.from({ length: count }, (_, at) => ({
      ...rows[at % rows.length],
      query_id: `${rows[at % rows.length]!.query_id} ${at}`,
    })),
  );
  const made = await measured(etomSuite(cwd, listed, { from: 'rows.jsonl' }), 'repeated');
  tell(`ETOM level 1 repeated to ${count} requests, ${listed.length} tools`, { ...made, ...found });
  console.log(`  at most ${(await peakOf('repeated')).toFixed(0)} MB`);
  judgeTime(made, found.alone);
}

/** Each row has tools of its own: one server has those of all rows, and a row says which of them are offered. */
async function bfcl(data: string): Promise<void> {
  const tasks = bfclTasks(join(data, 'bfcl'))[0]!.tasks.slice(0, most);
  const started = spentHere();
  const right = tasks.filter(({ query, tools, gold }) =>
    gold.has(createRanker(tools, nearWords()).rank(query, 1)[0]?.index ?? -1),
  ).length;
  const alone = spentHere() - started;
  const cwd = folderOf('bfcl');
  for (const file of ['multiple.jsonl', 'multiple-answers.jsonl'])
    cpSync(join(data, 'bfcl', file), join(cwd, file));
  // Two rows may have different tools of one name.
  const { listed, names } = asOneServer(onceEach(tasks));
  writeFileSync(join(cwd, 'tools.json'), JSON.stringify(listed));
  const ids = readFileSync(join(cwd, 'multiple.jsonl'), 'utf8').split('\n');
  writeLines(
    join(cwd, 'offered.jsonl'),
    tasks.map(({ tools, gold }, at) => ({
      id: (JSON.parse(ids[at]!) as { id: string }).id,
      offered: tools.map((tool) => names.get(tool)!),
      right: [...gold].map((place) => names.get(tools[place]!)!).join('|'),
    })),
  );
  const suite = {
    servers: { all: { command: ['mcptest', 'mock', '--tools-from', 'tools.json'] } },
    agents: [
      {
        name: 'bfcl',
        model: 'lexical',
        share_servers: true,
        prompt: PROMPT,
        cases: {
          from: 'multiple.jsonl',
          ...(Number.isFinite(most) && { limit: most }),
          join: { from: 'offered.jsonl', on: 'id' },
          map: {
            name: 'id',
            prompt: 'question.0.0.content',
            expect_tools: 'right',
            offer_tools: 'offered',
          },
        },
        dataset: { expect: [{ 'dataset.accuracy': { '>=': 0 } }] },
      },
    ],
  };
  const made = await measured(suite, 'bfcl');
  tell(`BFCL multiple, ${tasks.length} requests, 2 to 4 tools each`, { ...made, right, alone, asked: alone });
  judgeTime(made, alone);
}

/** Of tools that say the same only one, under which the tasks then have it. */
function onceEach(tasks: Task[]): ToolDef[] {
  const known = new Map<string, ToolDef>();
  for (const task of tasks)
    task.tools = task.tools.map((tool) => {
      const text = JSON.stringify(tool);
      const first = known.get(text) ?? tool;
      known.set(text, first);
      return first;
    });
  return [...known.values()];
}

function judgeTime({ took, start }: Measured, alone: number): void {
  if (took <= MOST_TIMES * alone) return;
  const share = Math.round((100 * start) / (MOST_TIMES * alone));
  fail(
    `the run takes more than ${MOST_TIMES} times the selector; to start the command and its server for one row takes ${share} % of that`,
  );
}

interface Told extends Measured {
  right: number;
  alone: number;
  /** Of it what the requests took. */
  asked: number;
}

function tell(title: string, { right, alone, asked, dataset, took, start, html }: Told): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  console.log(title);
  console.log(`  selector alone   ${right} right in ${seconds(alone)}`);
  console.log(
    `  as a dataset     ${dataset?.correct} right in ${seconds(took)}, ${(took / alone).toFixed(1)} times`,
  );
  console.log(
    `  beyond the start ${seconds(took - start)} (one row takes ${seconds(start)}), ${((took - start) / asked).toFixed(1)} times`,
  );
  const rows = dataset?.n ?? 1;
  console.log(
    `  of a row         ${(asked / rows).toFixed(2)} ms are the selector, ${((took - start - asked) / rows).toFixed(2)} ms the call of a real server, redaction, judging, the figures and the record`,
  );
  const cells = dataset?.confusion.filter(({ expected, called }) => expected !== called).length;
  console.log(`  ${cells} confused pairs, page of ${(html / 1000).toFixed(0)} kB`);
  if (dataset?.correct !== right) fail('the accuracy is not that of the selector');
}

/** 20,000 rows of 2 kB through mapping and sampling: what is held is the sample. */
async function manyRows(): Promise<void> {
  const file = join(work, 'many.jsonl');
  const text = 'x'.repeat(2_000);
  writeLines(
    file,
    Array.from({ length: 20_000 }, (_, at) => ({ id: at, q: { text: `${at} ${text}` } })),
  );
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
    `20,000 rows of 2 kB (40 MB) read, sample of ${taken.length}: ${held.toFixed(1)} MB between least and most`,
  );
  if (held > 15) fail('rows are held');
}

/** Runs of many rows on few tools at three sizes: what is live a row, and the most memory of the command as a user has it. */
async function longRun(): Promise<void> {
  const rows = Math.min(most * 10, 20_000);
  // What is loaded once is there after the first run.
  await heapOf(10);
  const sizes = [rows / 4, rows / 2, rows];
  const held: Held[] = [];
  for (const size of sizes) held.push({ ...(await heapOf(size)), peak: await peakOf(`long-${size}`) });
  const [few, , many] = held as [Held, Held, Held];
  const perRow = (more: number, less: number) => ((more - less) / (rows * 0.75)) * 1000;
  const [planned, all] = [perRow(many.planned, few.planned), perRow(many.done, few.done)];
  console.log(`  ${all.toFixed(2)} kB a row at the last row, ${planned.toFixed(2)} of them for its plan`);
  const peaks = held.map(({ peak }, at) => `${peak.toFixed(0)} MB of ${sizes[at]} rows`).join(', ');
  console.log(`  at most ${peaks}: ${(many.peak / few.peak).toFixed(2)} times`);
  if (all > MOST_KB_A_ROW) fail(`a row keeps more than ${MOST_KB_A_ROW} kB`);
  if (many.peak > MOST_PEAK * few.peak) fail(`the most memory grows by more than ${MOST_PEAK} times`);
}

interface Held {
  planned: number;
  done: number;
  peak: number;
}

/** Live heap before the first and at the last row, in MB. */
async function heapOf(rows: number): Promise<Omit<Held, 'peak'>> {
  const cwd = folderOf(`long-${rows}`);
  const words = 'weather invoice photo train recipe song letter garden doctor bank'.split(' ');
  const tools = words.map((word) => ({
    name: `get_${word}`,
    description: `Get what is known about a ${word}`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  }));
  writeFileSync(join(cwd, 'tools.json'), JSON.stringify(tools));
  writeLines(
    join(cwd, 'rows.jsonl'),
    Array.from({ length: rows }, (_, at) => ({
      name: `r${at}`,
      prompt: `Tell me about the ${words[at % 10]} ${at}`,
      expect_tools: `get_${words[at % 10]}`,
    })),
  );
  const suite = {
    servers: { all: { command: ['mcptest', 'mock', '--tools-from', 'tools.json'] } },
    agents: [
      {
        name: 'long',
        model: 'lexical',
        share_servers: true,
        prompt: PROMPT,
        cases: { from: 'rows.jsonl' },
        dataset: { expect: [{ 'dataset.accuracy': 100 }] },
      },
    ],
  };
  writeFileSync(join(cwd, 'mcptest.yml'), JSON.stringify(suite));
  const begun = performance.now();
  const heap: number[] = [];
  let [planned, done] = [0, 0];
  const { envelope, warnings } = await run({
    cwd,
    workspace: cwd,
    progress: (event) => {
      if (event.type === 'run') {
        globalThis.gc?.();
        planned = process.memoryUsage().heapUsed / 1e6;
      }
      if (event.type !== 'case-end') return;
      done += 1;
      if (done % Math.ceil(rows / 10) !== 0) return;
      globalThis.gc?.();
      heap.push(process.memoryUsage().heapUsed / 1e6);
    },
  });
  const took = performance.now() - begun;
  const kept = join(cwd, '.mcptest', 'runs', envelope.run_id, 'envelope.json');
  const bytes = existsSync(kept) ? readFileSync(kept).length : 0;
  console.log(
    `${rows} rows run: ${(took / rows).toFixed(2)} ms a row, heap at each tenth ${heap.map((mb) => mb.toFixed(0)).join(', ')} MB, record of ${(bytes / 1e6).toFixed(1)} MB`,
  );
  if (envelope.datasets?.[0]?.accuracy !== 100) fail('not all rows are right');
  for (const warning of warnings) fail(warning);
  return { planned, done: heap.at(-1) ?? 0 };
}
