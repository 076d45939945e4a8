/** Requests with their right tools, set by set. What is not our own comes from `MCPTEST_EVAL_DATA`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ToolDef } from '../../../src/types/catalog.js';
import { randomOf } from '../random.js';

/** One request against one catalogue; tasks that share a catalogue object share an index. */
export interface Task {
  query: string;
  tools: ToolDef[];
  /** Places in `tools`. */
  gold: Set<number>;
  /** Whose tool is asked for: splits and intervals go by it. */
  server: string;
}

export interface TaskSet {
  name: string;
  tasks: Task[];
  /** The least hit@1 that counts as reached. */
  bar?: number;
  /** Damage to descriptions is measured on these. */
  damaged?: boolean;
}

/** So many tools a client has when it searches. */
const POOL = 199;

/** 199 tools of our own making with a request each, in other words than theirs; half of the servers are held back. */
export function ownTasks(): TaskSet[] {
  const text = readFileSync(new URL('./short-requests.txt', import.meta.url), 'utf8');
  const tools: ToolDef[] = [];
  const rows: { query: string; server: string }[] = [];
  let server = '';
  for (const line of text.split('\n').filter(Boolean)) {
    if (line.startsWith('# ')) server = line.slice(2);
    else {
      const [name = '', description = '', query = ''] = line.split(' | ');
      tools.push({ name, description });
      rows.push({ query, server });
    }
  }
  const tasks = rows.map((row, i) => ({ ...row, tools, gold: new Set([i]) }));
  const servers = [...new Set(rows.map((row) => row.server))].sort();
  const seen = new Set(servers.filter((_, i) => i % 2 === 0));
  return [
    { name: 'our own short requests, servers seen', tasks: tasks.filter((task) => seen.has(task.server)) },
    {
      name: 'our own short requests, servers held back',
      tasks: tasks.filter((task) => !seen.has(task.server)),
    },
  ];
}

/**
 * Requests of ours for tools of real servers, in the words that came to mind at the name of the tool. Those for
 * LiveMCPBench were looked at while the selector was changed; those for tools drawn from Toucan by chance were written
 * once it was done, and nothing was changed after them.
 */
export function realTasks(folder: string): TaskSet[] {
  const live = json<Served[]>(folder, 'livemcpbench-catalogs.json');
  const toucan = gunzipSync(readFileSync(join(folder, 'toucan-catalogs.jsonl.gz'))).toString();
  const drawn = toucan.split('\n').filter(Boolean);
  return [
    { name: 'short requests, LiveMCPBench', tasks: requestsOn(live, 'real-tool-requests.txt') },
    {
      name: 'short requests, Toucan, written blind',
      tasks: requestsOn(
        drawn.map((line) => JSON.parse(line) as Served),
        'drawn-tool-requests.txt',
      ),
      bar: 0.55,
    },
  ];
}

interface Served {
  server: string;
  tools: ToolDef[];
}

/** All tools that are asked for, the first of each name, filled up with others drawn by chance. */
function requestsOn(catalogs: readonly Served[], file: string): Task[] {
  const text = readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
  const rows = text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' | ') as [string, string]);
  const wanted = new Set(rows.flatMap(([names]) => names.split(', ')));
  const byName = new Map<string, { tool: ToolDef; server: string }>();
  for (const { server, tools } of catalogs) {
    for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, { tool, server });
  }
  const golds = [...byName.values()].filter(({ tool }) => wanted.has(tool.name));
  const others = [...byName.values()].filter(({ tool }) => !wanted.has(tool.name));
  const pool = [...golds, ...randomOf(9).sample(others, Math.max(0, POOL - golds.length))];
  const tools = pool.map(({ tool }) => tool);
  return rows.map(([names, query]) => {
    const right = new Set(names.split(', '));
    const gold = new Set(tools.flatMap(({ name }, at) => (right.has(name) ? [at] : [])));
    return { query, tools, gold, server: pool[[...gold][0] ?? 0]!.server };
  });
}

export function etomTasks(folder: string): TaskSet[] {
  const { tools, servers, place, sets } = etomRegistry(folder);
  const equal = new Map<number, number[]>();
  for (const set of sets) for (const at of set) equal.set(at, [...(equal.get(at) ?? []), ...set]);
  const queries = json<{ query: string; ground_truth_tools: { tool_id: string }[] }[]>(
    folder,
    'level-1.json',
  );
  const whole = queries.map(({ query, ground_truth_tools }): Task => {
    const ids = ground_truth_tools.flatMap(({ tool_id }) => {
      const at = place.get(tool_id);
      return at === undefined ? [] : [at, ...(equal.get(at) ?? [])];
    });
    return { query, tools, gold: new Set(ids), server: servers[ids[0] ?? 0]! };
  });
  const random = randomOf(5);
  const short = whole.map((task) => ({
    ...pooled(task, random),
    query: firstWords(task.query.replace(/^(?:On|Using|In|With|Via|From|Through|At) [^,]{1,40}, */, ''), 6),
  }));
  // What one server says of a tool, asked of another server that has the same tool in other words.
  const retold = sets.flatMap((set) =>
    set.flatMap((at): Task[] => {
      const gold = new Set(set.filter((other) => servers[other] !== servers[at]));
      if (gold.size === 0) return [];
      const others = new Set(set.filter((other) => !gold.has(other)));
      const query = firstWords(tools[at]!.description ?? '', 8);
      return [pooled({ query, tools, gold, server: servers[at]! }, random, others)];
    }),
  );
  return [
    { name: 'ETOM level 1', tasks: whole, bar: 0.93, damaged: true },
    { name: 'ETOM level 1, first six words', tasks: short },
    { name: 'ETOM equal tools, retold', tasks: retold },
  ];
}

export function bfclTasks(folder: string): TaskSet[] {
  interface Row {
    id: string;
    question: { role: string; content: string }[][];
    function: { name: string; description: string; parameters: unknown }[];
  }
  const answers = new Map(
    jsonLines<{ id: string; ground_truth: Record<string, unknown>[] }>(folder, 'multiple-answers.jsonl').map(
      ({ id, ground_truth }) => [id, new Set(ground_truth.flatMap((call) => Object.keys(call)))],
    ),
  );
  const tasks = jsonLines<Row>(folder, 'multiple.jsonl').map((row): Task => {
    const tools = row.function.map(({ name, description, parameters }) => ({
      name,
      description,
      inputSchema: parameters,
    }));
    const said = row.question.flat().filter(({ role }) => role === 'user');
    const names = answers.get(row.id) ?? new Set();
    const gold = tools.flatMap((tool, i) => (names.has(tool.name) ? [i] : []));
    const server = tools[gold[0] ?? 0]!.name.split(/[._]/)[0]!;
    return { query: said.map(({ content }) => content).join('\n'), tools, gold: new Set(gold), server };
  });
  const all = [...new Map(tasks.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool]))).values()];
  const random = randomOf(7);
  const crowded = tasks.map((task): Task => {
    const own = new Set(task.tools.map((tool) => tool.name));
    const rest = all.filter((tool) => !own.has(tool.name));
    return { ...task, tools: [...task.tools, ...random.sample(rest, POOL - task.tools.length)] };
  });
  return [
    { name: 'BFCL multiple', tasks, bar: 0.98, damaged: true },
    { name: 'BFCL multiple, among 199', tasks: crowded },
  ];
}

function etomRegistry(folder: string) {
  const registry = json<{ servers: { server_name: string; tools: Record<string, unknown>[] }[] }>(
    folder,
    'registry.json',
  );
  const place = new Map<string, number>();
  const tools: ToolDef[] = [];
  const servers: string[] = [];
  for (const server of registry.servers) {
    for (const tool of server.tools) {
      place.set(`${server.server_name}::${tool.tool_name}`, tools.length);
      servers.push(server.server_name);
      tools.push({
        name: String(tool.tool_name),
        description: String(tool.tool_description ?? ''),
        inputSchema: tool.input_schema,
      });
    }
  }
  const sets = json<{ tools: { tool_id: string }[] }[]>(folder, 'equivalence-sets.json').map((set) =>
    set.tools.flatMap(({ tool_id }) => place.get(tool_id) ?? []),
  );
  return { tools, servers, place, sets };
}

/** The right tools among others drawn by chance. */
function pooled(task: Task, random: ReturnType<typeof randomOf>, without = new Set<number>()): Task {
  const rest = task.tools.flatMap((_, i) => (task.gold.has(i) || without.has(i) ? [] : [i]));
  const places = [...task.gold, ...random.sample(rest, POOL - task.gold.size)].sort((a, b) => a - b);
  return {
    ...task,
    tools: places.map((at) => task.tools[at]!),
    gold: new Set(places.flatMap((at, i) => (task.gold.has(at) ? [i] : []))),
  };
}

function firstWords(text: string, count: number): string {
  return text.split(/\s+/).slice(0, count).join(' ');
}

function json<T>(folder: string, file: string): T {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;
}

function jsonLines<T>(folder: string, file: string): T[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T);
}
