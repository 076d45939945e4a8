/**
 * The paths that have a goal: what each costs beside the least that the same work could cost, at three sizes. What only
 * computes is measured in this process, by its CPU time, since other people work on the same machine.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainBm25 } from '../../eval/lib/selection/plain-bm25.js';
import { nearWords } from '../../src/catalog/near/near-words.js';
import { readCatalog } from '../../src/catalog/read-catalog.js';
import { tokenSurface } from '../../src/catalog/token-surface.js';
import { lintCatalog } from '../../src/lint/engine.js';
import { html } from '../../src/report/html.js';
import { json } from '../../src/report/json.js';
import { junit } from '../../src/report/junit.js';
import { offlineJudge } from '../../src/tdqs/offline/judge.js';
import { scoreServer } from '../../src/tdqs/server-score.js';
import { tokenCounter } from '../../src/tokens/token-counter.js';
import { runBench } from '../../src/tool-bench/run-bench.js';
import type { Catalog } from '../../src/types/catalog.js';
import type { Reporter } from '../../src/types/reporter.js';
import { score } from '../../src/verbs/score.js';
import { mixed } from '../../test/lib/sample-pages.js';
import { scoreSuite, threeBlocks, writeChain, writeTraces } from './inputs.js';
import { spentBy } from './spent-by.js';
import { madeUpIntents, madeUpTools } from './tools.js';

export interface Sides {
  floor: () => unknown;
  /** Gives its processor time in milliseconds where it spends it in another process. */
  ours: () => unknown;
  /** The command that does the same, for its largest memory. */
  command?: string[];
}

export interface Row {
  id: string;
  path: string;
  floor: string;
  /** The ratio to reach. */
  goal: number;
  sizes: [number, number, number];
  /** What `--full` measures in place of the last size. */
  full?: number;
  prepare(size: number, work: string): Sides | Promise<Sides>;
}

const PER_SERVER = 20;
const STYLE = { color: false, width: 80, agent_budget: 0 };

export const ROWS: Row[] = [
  scoring('score-traces', {
    path: 'score, selection, orchestration and edges: traces of 100 calls',
    write: (file, size) => writeTraces(file, size, 100),
  }),
  scoring('score-every-block', {
    path: 'score, every block: traces of 100 calls',
    suite: scoreSuite,
    write: (file, size) => writeTraces(file, size, 100),
  }),
  {
    ...scoring('score-one-trace', {
      path: 'score: calls in one trace',
      write: (file, size) => writeTraces(file, 1, size),
    }),
    sizes: [1000, 10_000, 100_000],
    goal: 5,
    full: 1_000_000,
  },
  {
    ...scoring('score-otlp', { path: 'score: a chain of OTLP spans', write: writeChain }),
    sizes: [500, 5000, 50_000],
    goal: 5,
    full: undefined,
  },
  catalogue('lint', 3, (text) => lintCatalog(readCatalog(text, 'tools.json'))),
  catalogue('security', 5, (text) => lintCatalog(readCatalog(text, 'tools.json'), { rules: ['SEC'] })),
  catalogue('tdqs', 6, async (text) => {
    for (const each of readCatalog(text, 'tools.json')) {
      await scoreServer(each, { judge: offlineJudge, scoredAt: '' });
    }
  }),
  wholeCommand('lint', 3),
  wholeCommand('security', 6),
  {
    id: 'tool-bench',
    path: 'tool-bench: 60 requests on tools',
    floor: 'one pass of plain BM25',
    goal: 5,
    sizes: [240, 750, 2375],
    prepare(size) {
      const tools = madeUpTools(size);
      const intents = madeUpIntents(tools, 60);
      return {
        floor: () => {
          const rank = plainBm25(tools);
          for (const { query } of intents) rank(query);
        },
        ours: () => runBench({ catalog: { server: 'bench', tools }, intents, mutations: [] }, nearWords()),
      };
    },
  },
  report('json', json),
  report('junit', junit),
  report('html', html),
];

interface Scored {
  path: string;
  suite?: object;
  write: (file: string, size: number) => void;
}

function scoring(id: string, { path, suite = threeBlocks, write }: Scored): Row {
  return {
    id,
    path,
    floor: 'JSON.parse',
    goal: 6,
    sizes: [10, 100, 1000],
    full: 10_000,
    prepare(size, work) {
      const [config, file] = [join(work, `${id}.yml`), join(work, `${id}-${size}.jsonl`)];
      writeFileSync(config, JSON.stringify(suite));
      write(file, size);
      return {
        floor: () => {
          for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '') JSON.parse(line);
        },
        ours: () => score({ paths: [config], traces: [file], cwd: work, env: {}, save: false }),
        command: [
          'score',
          config,
          '--trace',
          file,
          '--no-save',
          '--reporter',
          'minimal',
          '--workspace',
          work,
        ],
      };
    },
  };
}

function catalogue(id: string, goal: number, judge: (text: string) => unknown): Row {
  return {
    id,
    path: `${id} of a catalogue, tools`,
    floor: 'tokenizing',
    goal,
    sizes: [100, 1000, 5000],
    full: 100_000,
    async prepare(size, work) {
      const { file, text, tokenize } = await madeUpCatalogue(size, work);
      const words = id === 'tdqs' ? ['tdqs', 'score'] : [id];
      return {
        floor: tokenize,
        ours: () => judge(text),
        command: [...words, '--from', file, '--format', 'json'],
      };
    },
  };
}

/** From the start of the process to the last line of the report, as a person sees it. */
function wholeCommand(id: 'lint' | 'security', goal: number): Row {
  return {
    id: `${id}-command`,
    path: `the command ${id} --from FILE, tools`,
    floor: 'tokenizing',
    goal,
    sizes: [1000, 5000, 20_000],
    full: 100_000,
    async prepare(size, work) {
      const { file, tokenize } = await madeUpCatalogue(size, work);
      return { floor: tokenize, ours: () => spentBy([id, '--from', file], work).cpu };
    },
  };
}

async function madeUpCatalogue(size: number, work: string) {
  const count = await tokenCounter();
  const file = join(work, `catalogue-${size}.json`);
  const all = madeUpTools(size);
  const servers = Array.from({ length: Math.ceil(size / PER_SERVER) }, (_, s) => ({
    server: `server-${s}`,
    tools: all.slice(s * PER_SERVER, (s + 1) * PER_SERVER),
  }));
  const text = JSON.stringify(servers);
  writeFileSync(file, text);
  const tokenize = () => {
    for (const { tools } of JSON.parse(text) as Catalog[]) tokenSurface(tools, count);
  };
  return { file, text, tokenize };
}

function report(id: string, reporter: Reporter): Row {
  return {
    id: `report-${id}`,
    path: `report of results: ${id}`,
    floor: 'JSON.stringify',
    goal: 3,
    sizes: [100, 1000, 10_000],
    prepare(size) {
      const run = mixed(size);
      return { floor: () => JSON.stringify(run), ours: () => reporter(run, STYLE) };
    },
  };
}
