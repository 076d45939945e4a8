/**
 * Linting 1,000 and 10,000 tools against the least that reading them could cost: JSON.parse and counting
 * their tokens. Ten times the tools in the last row, so that anything worse than linear shows; the memory is
 * the largest of a whole `mcptest lint` of the same file. On the Toucan catalogues where `MCPTEST_EVAL_DATA`
 * has them, else on made-up ones.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { readCatalog } from '../src/catalog/read-catalog.js';
import { tokenSurface } from '../src/catalog/token-surface.js';
import { lintCatalog } from '../src/lint/engine.js';
import { tokenCounter } from '../src/tokens/token-counter.js';
import type { Catalog, ToolDef } from '../src/types/catalog.js';
import { madeUpTools } from './goals/tools.js';
import { median, table } from './measure.js';

interface Paths {
  cli: string;
  root: string;
  work: string;
}

const SIZES = [1000, 10_000];
const PER_SERVER = 20;

export async function benchLint(paths: Paths, rounds: number): Promise<void> {
  const count = await tokenCounter();
  const { name, tools } = load();
  const rows = [['tools', 'MB', 'parse + tokens ms', 'lint ms', 'ratio', 'security ms', 'ratio', 'peak MB']];
  const perTool: number[][] = [];
  for (const size of SIZES) {
    const file = join(paths.work, `lint-${size}.json`);
    const text = JSON.stringify(servers(tools, size));
    writeFileSync(file, text);
    const read = () => readCatalog(text, file);
    const samples = { floor: [] as number[], lint: [] as number[], security: [] as number[] };
    for (let round = 0; round < Math.max(1, Math.min(rounds, 3)); round += 1) {
      samples.floor.push(
        time(() => {
          for (const catalog of JSON.parse(text) as Catalog[]) tokenSurface(catalog.tools, count);
        }),
      );
      // Read afresh each time: nothing that was worked out for a tool may be left from the round before.
      const [first, second] = [read(), read()];
      samples.lint.push(time(() => lintCatalog(first)));
      samples.security.push(time(() => lintCatalog(second, { rules: ['SEC'] })));
    }
    const [floor, lint, security] = [samples.floor, samples.lint, samples.security].map(median);
    perTool.push([lint! / size, security! / size]);
    rows.push([
      String(size),
      (text.length / 1e6).toFixed(1),
      ...[floor!, lint!].map((ms) => ms.toFixed(0)),
      (lint! / floor!).toFixed(2),
      security!.toFixed(0),
      (security! / floor!).toFixed(2),
      peakMegabytes(paths, file),
    ]);
  }
  const [lint, security] = [0, 1].map((i) => (perTool[1]![i]! / perTool[0]![i]!).toFixed(2));
  const one = [{ server: 'one', tools: servers(tools, SIZES.at(-1)!).flatMap((catalog) => catalog.tools) }];
  const single = ['DESC', 'SCH', 'SEC'].map((family) => time(() => lintCatalog(one, { rules: [family] })));
  console.log(`\nLint, ${name}`);
  console.log(table(rows));
  console.log(`ten times the tools, for each tool: ${lint} times the time of lint, ${security} of security`);
  console.log(
    `10000 tools in one server: DESC, SCH, SEC in ${single.map((ms) => ms.toFixed(0)).join(', ')} ms`,
  );
}

function time(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function peakMegabytes({ cli, root, work }: Paths, file: string): string {
  const hook = pathToFileURL(join(root, 'bench', 'report-memory.mjs')).href;
  const answer = join(work, 'lint-memory.txt');
  try {
    execFileSync(
      process.execPath,
      ['--import', hook, cli, 'lint', '--from', file, '--format', 'json', '--output', join(work, 'lint.out')],
      { env: { ...process.env, MEMORY_FILE: answer }, stdio: 'ignore' },
    );
  } catch (error) {
    // Findings are what is asked for.
    if ((error as { status?: number }).status !== 1) throw error;
  }
  return JSON.parse(readFileSync(answer, 'utf8')).largest.toFixed(0);
}

/** Every tool has texts of its own: one that was seen before could be remembered. */
function servers(tools: readonly ToolDef[], size: number): Catalog[] {
  const all = Array.from({ length: size }, (_, i): ToolDef => {
    const tool = tools[i % tools.length]!;
    const copy = Math.floor(i / tools.length);
    if (copy === 0) return tool;
    return { ...tool, name: `${tool.name}_${copy}`, description: `${tool.description ?? ''} Copy ${copy}.` };
  });
  return Array.from({ length: Math.ceil(size / PER_SERVER) }, (_, s) => ({
    server: `server-${s}`,
    tools: all.slice(s * PER_SERVER, (s + 1) * PER_SERVER),
  }));
}

function load(): { name: string; tools: ToolDef[] } {
  const file = join(process.env.MCPTEST_EVAL_DATA ?? '', 'toucan-catalogs.jsonl.gz');
  if (!process.env.MCPTEST_EVAL_DATA || !existsSync(file))
    return { name: 'made-up tools', tools: madeUpTools(5000) };
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  const tools = lines.flatMap((line) => readCatalog(line, 'toucan.json')).flatMap((catalog) => catalog.tools);
  return { name: 'Toucan tools', tools };
}
