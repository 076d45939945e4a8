/**
 * Checks the run statistics against published data: pass^k of a tau-bench run, and exact intervals.
 * The data is not part of this repository; MCPTEST_EVAL_DATA names its folder.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  clopperPearson,
  clopperPearsonLower,
  clopperPearsonUpper,
  passHatK,
  wilson,
} from '../src/util/intervals.js';

interface Trial {
  task: number;
  trial: number;
  reward: number;
}

interface IntervalRow {
  k: number;
  n: number;
  cp95: [number, number];
  cp95OneSidedLower: number;
  cp95OneSidedUpper: number;
  wilson95: [number, number];
}

const PUBLISHED = ['0.4200', '0.2733', '0.2200', '0.2000'];
const TOLERANCE = 1e-9;

function read<T>(folder: string, file: string): T {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;
}

function checkPassHat(trials: Trial[]): boolean {
  const passes = new Map<number, number>();
  for (const { task, reward } of trials) passes.set(task, (passes.get(task) ?? 0) + (reward >= 1 ? 1 : 0));
  const n = trials.length / passes.size;
  const found = PUBLISHED.map((_, i) => passHatK([...passes.values()], n, i + 1).toFixed(4));
  const good = found.every((value, i) => value === PUBLISHED[i]);
  console.log(`tau-bench: ${passes.size} tasks x ${n} trials`);
  for (const [i, value] of found.entries()) {
    console.log(
      `  pass^${i + 1}  ${value}  published ${PUBLISHED[i]}  ${value === PUBLISHED[i] ? 'ok' : 'OFF'}`,
    );
  }
  return good;
}

function checkIntervals(rows: IntervalRow[]): boolean {
  let worst = 0;
  console.log(`intervals: ${rows.length} rows`);
  for (const row of rows) {
    const found = [
      ...clopperPearson(row.k, row.n),
      clopperPearsonLower(row.k, row.n),
      clopperPearsonUpper(row.k, row.n),
      ...wilson(row.k, row.n),
    ];
    const known = [...row.cp95, row.cp95OneSidedLower, row.cp95OneSidedUpper, ...row.wilson95];
    const error = Math.max(...found.map((value, i) => Math.abs(value - known[i]!)));
    worst = Math.max(worst, error);
    console.log(`  ${row.k}/${row.n}  error ${error.toExponential(1)}  ${error <= TOLERANCE ? 'ok' : 'OFF'}`);
  }
  console.log(`  max error ${worst.toExponential(1)}`);
  return rows.length > 0 && worst <= TOLERANCE;
}

const dataFolder = process.env.MCPTEST_EVAL_DATA;
if (dataFolder === undefined || dataFolder === '') {
  console.error(
    'Set MCPTEST_EVAL_DATA to the folder that holds intervals.json and taubench-gpt-4o-airline.json.',
  );
  process.exitCode = 2;
} else {
  const results = [
    checkPassHat(read<Trial[]>(dataFolder, 'taubench-gpt-4o-airline.json')),
    checkIntervals(read<IntervalRow[]>(dataFolder, 'intervals.json')),
  ];
  process.exitCode = results.every(Boolean) ? 0 : 1;
}
