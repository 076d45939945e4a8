/**
 * Scoring against the least that reading the same file could cost: JSON.parse of each line. Each row has
 * ten times the calls of the one before, so that anything worse than linear shows in the last column.
 */
import { once } from 'node:events';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { score } from '../src/verbs/score.js';
import { median, table } from './measure.js';

const TOOLS = ['find', 'read', 'write', 'stat', 'list'];

const suite = {
  servers: { fs: { command: ['never-started'] } },
  agents: [
    {
      name: 'bench',
      prompt: 'Find the file and read it.',
      equal_function_sets: {
        classes: [
          { name: 'search', members: ['fs.find', 'fs.list'] },
          { name: 'fetch', members: ['fs.read'] },
        ],
        expect: [{ 'tool_selection.recall': { '>=': 0 } }],
      },
      tool_selection: { expected_tool: 'find', min_selection_rate: 0 },
      orchestration: {},
      tool_edges: { allowed: ['fs.find'], restricted: ['fs.delete'] },
      golden_path: { calls: ['find', 'read'], expect: [{ 'golden_path.wasted': { '>=': 0 } }] },
      stability: { expect: [{ 'stability.loops': { '>=': 0 } }] },
      narrative: { expect: [{ 'narrative.unsupported_tools': { '>=': 0 } }] },
      expect: [{ tool_names: { contains: 'find' } }],
    },
  ],
};

export async function benchScore(work: string): Promise<void> {
  const config = join(work, 'score.yml');
  writeFileSync(config, JSON.stringify(suite));
  for (const [title, shapes] of [
    ['traces of 100 calls', [10, 100, 1000, 10_000].map((traces) => [traces, 100])],
    ['calls in one trace', [1000, 10_000, 100_000, 1_000_000].map((calls) => [1, calls])],
  ] as [string, [number, number][]][]) {
    const rows = [[title, 'MB', 'JSON.parse ms', 'score ms', 'ratio', 'µs a call']];
    for (const [traces, calls] of shapes) {
      const file = join(work, `score-${traces}-${calls}.jsonl`);
      const bytes = await writeTraces(file, traces, calls);
      const rounds = traces * calls < 1e6 ? 3 : 1;
      const parse = await timed(rounds, () => parseLines(file));
      const scored = await timed(rounds, () =>
        score({ paths: [config], traces: [file], cwd: work, env: {}, save: false }),
      );
      rows.push([
        `${traces * calls} calls in ${traces === 1 ? '1 trace' : `${traces} traces`}`,
        (bytes / 1e6).toFixed(1),
        parse.toFixed(1),
        scored.toFixed(0),
        (scored / parse).toFixed(1),
        ((scored * 1000) / (traces * calls)).toFixed(2),
      ]);
    }
    console.log(`\nScoring, ${title}`);
    console.log(table(rows));
  }
}

async function writeTraces(file: string, traces: number, calls: number): Promise<number> {
  const out = createWriteStream(file);
  let bytes = 0;
  for (let t = 0; t < traces; t += 1) {
    const list = Array.from({ length: calls }, (_, n) => ({
      tool: TOOLS[(n * 7 + t) % TOOLS.length],
      server: 'fs',
      args: { n: n % 50 },
    }));
    const line = `${JSON.stringify({ calls: list, final_response: 'Done.', tokens: { total: calls } })}\n`;
    bytes += line.length;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  return bytes;
}

function parseLines(file: string): void {
  for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '') JSON.parse(line);
}

async function timed(rounds: number, work: () => unknown): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await work();
    samples.push(performance.now() - started);
  }
  return median(samples);
}
