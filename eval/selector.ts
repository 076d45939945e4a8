/**
 * How often the lexical selector of tool-bench finds the right tool: hit@1 and hit@5 on ETOM level 1
 * (equal-function sets count as right) and on BFCL multiple, beside plain BM25 over name and
 * description, and how far each falls when the description of the right tools is damaged. The data is
 * not part of this repository; MCPTEST_EVAL_DATA names its folder.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRanker } from '../src/catalog/rank.js';
import { GENERIC_DESCRIPTION, mutateTool } from '../src/tool-bench/mutate.js';
import type { ToolDef } from '../src/types/catalog.js';
import { compareText } from '../src/util/compare-text.js';
import { wilson } from '../src/util/intervals.js';

/** One request against one catalogue; `gold` holds places in it. */
interface Task {
  query: string;
  tools: ToolDef[];
  gold: Set<number>;
}

interface Dataset {
  name: string;
  bar: number;
  /** Tasks that share a catalogue object share an index. */
  tasks: Task[];
}

type Rank = (query: string) => number[];
type Selector = (tools: ToolDef[]) => Rank;

const selectors: Record<string, Selector> = {
  'tool-bench': (tools) => {
    const ranker = createRanker(tools);
    return (query) => ranker.rank(query, 5).map(({ index }) => index);
  },
  'plain BM25': plainBm25,
};

const damages: Record<string, (tool: ToolDef) => ToolDef> = {
  blank: (tool) => mutateTool(tool, { tool: tool.name, kind: 'blank' }),
  genericize: (tool) => mutateTool(tool, { tool: tool.name, kind: 'genericize' }),
  'truncate 40': (tool) => mutateTool(tool, { tool: tool.name, kind: 'truncate', chars: 40 }),
  'truncate 20': (tool) => mutateTool(tool, { tool: tool.name, kind: 'truncate', chars: 20 }),
};

/** Lower-case words of name and description, no stemming, no weights, k1 1.2, b 0.75. */
function plainBm25(tools: ToolDef[]): Rank {
  const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const texts = tools.map((tool) => wordsOf(`${tool.name} ${tool.description ?? ''}`));
  const mean = texts.reduce((sum, words) => sum + words.length, 0) / texts.length;
  const postings = new Map<string, Map<number, number>>();
  for (const [doc, words] of texts.entries()) {
    for (const word of words) {
      const docs = postings.get(word) ?? new Map<number, number>();
      postings.set(word, docs.set(doc, (docs.get(doc) ?? 0) + 1));
    }
  }
  return (query) => {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(query))) {
      const docs = postings.get(word) ?? new Map<number, number>();
      const idf = Math.log(1 + (tools.length - docs.size + 0.5) / (docs.size + 0.5));
      for (const [doc, count] of docs) {
        const gain = (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * texts[doc]!.length) / mean));
        scores.set(doc, (scores.get(doc) ?? 0) + gain);
      }
    }
    const name = (doc: number) => tools[doc]!.name;
    return [...scores]
      .sort(([a, x], [b, y]) => y - x || compareText(name(a), name(b)) || a - b)
      .slice(0, 5)
      .map(([doc]) => doc);
  };
}

function etom(folder: string): Dataset {
  interface Named {
    tool_id: string;
  }
  const registry = json<{ servers: { server_name: string; tools: Record<string, unknown>[] }[] }>(
    folder,
    'registry.json',
  );
  const place = new Map<string, number>();
  const tools: ToolDef[] = [];
  for (const server of registry.servers) {
    for (const tool of server.tools) {
      place.set(`${server.server_name}::${tool.tool_name}`, tools.length);
      tools.push({
        name: String(tool.tool_name),
        description: String(tool.tool_description ?? ''),
        inputSchema: tool.input_schema,
      });
    }
  }
  const equal = new Map<string, string[]>();
  for (const { tools: set } of json<{ tools: Named[] }[]>(folder, 'equivalence-sets.json')) {
    for (const { tool_id } of set) {
      equal.set(tool_id, [...(equal.get(tool_id) ?? []), ...set.map((tool) => tool.tool_id)]);
    }
  }
  const queries = json<{ query: string; ground_truth_tools: Named[] }[]>(folder, 'level-1.json');
  const tasks = queries.map(({ query, ground_truth_tools }) => {
    const ids = ground_truth_tools.flatMap(({ tool_id }) => [tool_id, ...(equal.get(tool_id) ?? [])]);
    return { query, tools, gold: new Set(ids.map((id) => place.get(id) ?? -1)) };
  });
  return { name: `ETOM level 1 (${tasks.length} requests, ${tools.length} tools)`, bar: 0.93, tasks };
}

function bfcl(folder: string): Dataset {
  const answers = new Map(
    jsonLines<{ id: string; ground_truth: Record<string, unknown>[] }>(folder, 'multiple-answers.jsonl').map(
      ({ id, ground_truth }) => [id, new Set(ground_truth.flatMap((call) => Object.keys(call)))],
    ),
  );
  interface Row {
    id: string;
    question: { role: string; content: string }[][];
    function: { name: string; description: string; parameters: unknown }[];
  }
  const tasks = jsonLines<Row>(folder, 'multiple.jsonl').map((row) => {
    const tools = row.function.map(({ name, description, parameters }) => ({
      name,
      description,
      inputSchema: parameters,
    }));
    const query = row.question
      .flat()
      .filter(({ role }) => role === 'user')
      .map(({ content }) => content)
      .join('\n');
    const gold = tools.flatMap((tool, i) => (answers.get(row.id)?.has(tool.name) ? [i] : []));
    return { query, tools, gold: new Set(gold) };
  });
  return { name: `BFCL multiple (${tasks.length} requests, 2 to 4 tools each)`, bar: 0.98, tasks };
}

function hits(tasks: readonly Task[], selector: Selector): { one: number; five: number } {
  const ranks = new Map<ToolDef[], Rank>();
  let one = 0;
  let five = 0;
  for (const { query, tools, gold } of tasks) {
    const rank = ranks.get(tools) ?? selector(tools);
    ranks.set(tools, rank);
    const found = rank(query);
    if (gold.has(found[0] ?? -1)) one += 1;
    if (found.some((doc) => gold.has(doc))) five += 1;
  }
  return { one, five };
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

function show(count: number, n: number): string {
  const [low, high] = wilson(count, n);
  return `${(count / n).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

function measure({ name, bar, tasks }: Dataset): boolean {
  console.log(name);
  let reached = true;
  for (const [label, selector] of Object.entries(selectors)) {
    const n = tasks.length;
    const whole = hits(tasks, selector);
    const judged = label === 'tool-bench';
    const enough = whole.one / n >= bar;
    if (judged) reached = enough;
    const verdict = judged ? `  (bar ${bar}: ${enough ? 'reached' : 'MISSED'})` : '';
    console.log(`  ${label.padEnd(11)} hit@1 ${show(whole.one, n)}  hit@5 ${show(whole.five, n)}${verdict}`);
    for (const [kind, damage] of Object.entries(damages)) {
      const { one } = hits(damaged(tasks, damage), selector);
      const drop = (whole.one - one) / n;
      console.log(`    ${kind.padEnd(11)} hit@1 ${show(one, n)}  drop ${drop.toFixed(3)}`);
    }
  }
  return reached;
}

function json<T>(folder: string, file: string): T {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;
}

function jsonLines<T>(folder: string, file: string): T[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T);
}

const dataFolder = process.env.MCPTEST_EVAL_DATA;
if (dataFolder === undefined || dataFolder === '') {
  console.error('Set MCPTEST_EVAL_DATA to the folder that holds etom/ and bfcl/.');
  process.exitCode = 2;
} else {
  console.log(`generic description: "${GENERIC_DESCRIPTION}"; 95 % Wilson intervals in brackets`);
  const reached = [etom(join(dataFolder, 'etom')), bfcl(join(dataFolder, 'bfcl'))].map(measure);
  process.exitCode = reached.every(Boolean) ? 0 : 1;
}
