/**
 * Scoring against the least that reading the same file could cost: JSON.parse of each line. Each row has
 * ten times the calls of the one before, so that anything worse than linear shows in the last column.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { score } from '../src/verbs/score.js';
import { scoreSuite, writeTraces } from './goals/inputs.js';
import { median, table } from './measure.js';

export async function benchScore(work: string): Promise<void> {
  const config = join(work, 'score.yml');
  writeFileSync(config, JSON.stringify(scoreSuite));
  for (const [title, shapes] of [
    ['traces of 100 calls', [10, 100, 1000, 10_000].map((traces) => [traces, 100])],
    ['calls in one trace', [1000, 10_000, 100_000, 1_000_000].map((calls) => [1, calls])],
  ] as [string, [number, number][]][]) {
    const rows = [[title, 'MB', 'JSON.parse ms', 'score ms', 'ratio', 'µs a call']];
    for (const [traces, calls] of shapes) {
      const file = join(work, `score-${traces}-${calls}.jsonl`);
      writeTraces(file, traces, calls);
      const bytes = statSync(file).size;
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
