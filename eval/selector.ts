/**
 * How often the lexical selector of tool-bench finds the right tool: hit@1, 3 and 5 and the mean reciprocal rank on
 * several sets, beside itself without its tables of words and plain BM25, and how far each falls when the descriptions of the
 * right tools are damaged. Intervals draw whole servers again, never single requests. `--servers` splits hit@1 by
 * server, `--misses` lists every request that got another tool, `--short` takes the short requests alone. The sets of others are not part of this repository;
 * MCPTEST_EVAL_DATA names their folder, and without it only our own are measured.
 */
import { join } from 'node:path';
import { nearWords } from '../src/catalog/near/near-words.js';
import { createRanker } from '../src/catalog/rank.js';
import { GENERIC_DESCRIPTION, mutateTool } from '../src/tool-bench/mutate.js';
import type { ToolDef } from '../src/types/catalog.js';
import { randomOf } from './lib/random.js';
import { plainBm25 } from './lib/selection/plain-bm25.js';
import { bfclTasks, etomTasks, ownTasks, realTasks, type Task, type TaskSet } from './lib/selection/tasks.js';

type Rank = (query: string) => number[];
type Selector = (tools: ToolDef[]) => Rank;

interface Outcome {
  task: Task;
  /** Where the first right tool stands; 0 when none was found. */
  place: number;
  picked: string;
}

const selectors: Record<string, Selector> = {
  'tool-bench': (tools) => ranking(createRanker(tools, nearWords())),
  // Without the table of words that people use for one another.
  'near words': (tools) => ranking(createRanker(tools, { ...nearWords(), same: () => new Set() })),
  'words alone': (tools) => ranking(createRanker(tools)),
  'plain BM25': plainBm25,
};

const damages: Record<string, (tool: ToolDef) => ToolDef> = {
  blank: (tool) => mutateTool(tool, { tool: tool.name, kind: 'blank' }),
  genericize: (tool) => mutateTool(tool, { tool: tool.name, kind: 'genericize' }),
  'truncate 40': (tool) => mutateTool(tool, { tool: tool.name, kind: 'truncate', chars: 40 }),
  'truncate 20': (tool) => mutateTool(tool, { tool: tool.name, kind: 'truncate', chars: 20 }),
};

function ranking(ranker: ReturnType<typeof createRanker>): Rank {
  return (query) => ranker.rank(query).map(({ index }) => index);
}

function outcomes(tasks: readonly Task[], selector: Selector): Outcome[] {
  const ranks = new Map<ToolDef[], Rank>();
  return tasks.map((task) => {
    const rank = ranks.get(task.tools) ?? selector(task.tools);
    ranks.set(task.tools, rank);
    const found = rank(task.query);
    const place = found.findIndex((at) => task.gold.has(at)) + 1;
    return { task, place, picked: task.tools[found[0] ?? -1]?.name ?? 'nothing' };
  });
}

function share(list: readonly Outcome[], most: number): number {
  return list.filter(({ place }) => place > 0 && place <= most).length / Math.max(1, list.length);
}

function reciprocal(list: readonly Outcome[]): number {
  return list.reduce((sum, { place }) => sum + (place > 0 ? 1 / place : 0), 0) / Math.max(1, list.length);
}

function byServer(list: readonly Outcome[]): Map<string, Outcome[]> {
  const servers = new Map<string, Outcome[]>();
  for (const each of list) servers.set(each.task.server, [...(servers.get(each.task.server) ?? []), each]);
  return servers;
}

/** Where 95 of 100 shares lie when servers are drawn again with replacement; the same draws each time. */
function interval(list: readonly Outcome[], draws = 1000): [number, number] {
  const random = randomOf(1);
  const groups = [...byServer(list).values()].map((group) => [
    group.filter(({ place }) => place === 1).length,
    group.length,
  ]);
  const drawn = Array.from({ length: draws }, () => {
    let [hit, all] = [0, 0];
    for (const _ of groups) {
      const [hits, size] = random.pick(groups);
      hit += hits!;
      all += size!;
    }
    return hit / all;
  }).sort((a, b) => a - b);
  return [drawn[Math.floor(draws * 0.025)]!, drawn[Math.ceil(draws * 0.975) - 1]!];
}

/** Every right tool of every task damaged at once, as if nobody had written its description well. */
function damaged(tasks: readonly Task[], damage: (tool: ToolDef) => ToolDef): Task[] {
  const golds = new Map<ToolDef[], Set<number>>();
  for (const { tools, gold } of tasks) golds.set(tools, new Set([...(golds.get(tools) ?? []), ...gold]));
  const changed = new Map(
    [...golds].map(([tools, gold]) => [tools, tools.map((tool, i) => (gold.has(i) ? damage(tool) : tool))]),
  );
  return tasks.map((task) => ({ ...task, tools: changed.get(task.tools)! }));
}

function measure(set: TaskSet, flags: ReadonlySet<string>): boolean {
  const servers = new Set(set.tasks.map(({ server }) => server)).size;
  const sizes = [...new Set(set.tasks.map(({ tools }) => tools.length))].sort((a, b) => a - b);
  const range = [...new Set([sizes[0], sizes.at(-1)])].join(' to ');
  console.log(`\n${set.name}: ${set.tasks.length} requests of ${servers} servers, ${range} tools each`);
  let reached = true;
  for (const [label, selector] of Object.entries(selectors)) {
    const all = outcomes(set.tasks, selector);
    const hit = share(all, 1);
    const [low, high] = interval(all);
    let verdict = '';
    if (label === 'tool-bench' && set.bar !== undefined) {
      reached = hit >= set.bar;
      verdict = `  (bar ${set.bar}: ${reached ? 'reached' : 'MISSED'})`;
    }
    const figures = [share(all, 3), share(all, 5), reciprocal(all)].map((each) => each.toFixed(3));
    console.log(
      `  ${label.padEnd(11)} hit@1 ${hit.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]  ` +
        `hit@3 ${figures[0]}  hit@5 ${figures[1]}  rank ${figures[2]}${verdict}`,
    );
    if (set.damaged && (label === 'tool-bench' || label === 'plain BM25'))
      showDamage(set.tasks, selector, hit);
    if (label === 'tool-bench') showDetails(all, flags);
  }
  return reached;
}

function showDamage(tasks: readonly Task[], selector: Selector, whole: number): void {
  for (const [kind, damage] of Object.entries(damages)) {
    const left = share(outcomes(damaged(tasks, damage), selector), 1);
    console.log(`    ${kind.padEnd(11)} hit@1 ${left.toFixed(3)}  drop ${(whole - left).toFixed(3)}`);
  }
}

function showDetails(all: readonly Outcome[], flags: ReadonlySet<string>): void {
  if (flags.has('--servers')) {
    const rows = [...byServer(all)].map(([server, group]) => ({
      server,
      hit: share(group, 1),
      n: group.length,
    }));
    rows.sort((a, b) => a.hit - b.hit || b.n - a.n);
    for (const { server, hit, n } of rows) console.log(`    ${hit.toFixed(2)} of ${n}  ${server}`);
  }
  if (!flags.has('--misses')) return;
  for (const { task, place, picked } of all.filter((each) => each.place !== 1)) {
    const wanted = [...task.gold].map((at) => task.tools[at]?.name).join(' or ');
    const where = place === 0 ? 'not found' : `place ${place}`;
    console.log(`    [${task.server}] ${JSON.stringify(task.query)}: ${picked}, not ${wanted} (${where})`);
  }
}

const given = new Set(process.argv.slice(2));
const dataFolder = process.env.MCPTEST_EVAL_DATA;
let sets = ownTasks();
if (dataFolder === undefined || dataFolder === '') {
  console.error(
    'Set MCPTEST_EVAL_DATA to the folder that holds etom/, bfcl/ and catalogues; measured are our own requests.',
  );
} else {
  sets.push(
    ...realTasks(dataFolder),
    ...etomTasks(join(dataFolder, 'etom')),
    ...bfclTasks(join(dataFolder, 'bfcl')),
  );
}
if (given.has('--short')) sets = sets.filter(({ name }) => name.includes('short requests'));
console.log(`generic description: "${GENERIC_DESCRIPTION}"; 95 % intervals over servers in brackets`);
process.exitCode = sets.map((set) => measure(set, given)).every(Boolean) ? 0 : 1;
