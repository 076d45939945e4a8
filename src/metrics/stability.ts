/** `stability:` loops, repeated errors, thrashing and growing turns within a run; agreement across runs. */
import { distance } from 'fastest-levenshtein';
import type { Explanation, MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { ownValue } from '../util/plain.js';
import { percent } from '../util/ratio.js';
import { plural } from '../util/text.js';
import { listedTools, showCalls, toldLater } from './explain.js';
import { NO_RUNS, noFigures, splitFigures } from './result.js';
import { array, callKey, ofRun, type Run, readRuns } from './runs.js';
import type { Stability } from './schemas/stability.js';

export function measureStability(traces: Trace[], _block: Stability, ctx: MetricContext): MetricResult {
  if (traces.length === 0) return noFigures('stability', NO_RUNS);
  const { list } = readRuns(traces, ctx);
  const found = list.map((run) => ofRun(run, unsteadyCalls, unsteadyCalls));
  const calls = list.reduce((sum, run) => sum + run.tools.length, 0);
  const steady = (key: keyof UnsteadyCalls) => {
    const bad = found.reduce((sum, each) => sum + each[key].length, 0);
    return calls === 0 ? 100 : percent(calls - bad, calls);
  };
  return {
    ...splitFigures({
      'stability.loops': steady('loops'),
      'stability.errors': steady('errors'),
      'stability.thrash': steady('thrash'),
      'stability.tokens': tokenGrowth(list) ?? 'the tokens of the turns are not known',
      'stability.agreement': agreement(list),
    }),
    explain: list.flatMap((run, at) => explainRun(run, at, found[at] as UnsteadyCalls)),
  };
}

/** Places of calls, in order. */
interface UnsteadyCalls {
  loops: number[];
  errors: number[];
  thrash: number[];
}

const WRONG: Record<keyof UnsteadyCalls, string> = {
  loops: 'in a loop',
  errors: 'repeating a failure',
  thrash: 'back and forth',
};

function explainRun(run: Run, at: number, found: UnsteadyCalls): Explanation[] {
  const about = (leaf: string, text: () => string, counted?: Explanation['counted']): Explanation =>
    toldLater({ targets: [`stability.${leaf}`], run: at, counted }, text);
  const kinds = Object.keys(WRONG) as (keyof UnsteadyCalls)[];
  const unsteady = kinds.map((kind) => {
    const places = found[kind];
    const text = () => {
      const count = `${places.length} of ${plural(run.tools.length, 'call')} ${WRONG[kind]}`;
      return places.length === 0 ? count : `${count}: ${showCalls(run.calls, places)}`;
    };
    return about(kind, text, () => [{ as: WRONG[kind], good: false, calls: places }]);
  });
  const { first, last } = thirdsOf(run) ?? {};
  if (first !== undefined)
    unsteady.push(
      about('tokens', () => `${first} tokens in the first third of the turns, ${last} in the last`),
    );
  const called = () => (run.tools.length === 0 ? 'called nothing' : `called ${listedTools(run.tools)}`);
  return [...unsteady, about('agreement', called)];
}

function unsteadyCalls({ calls }: Run): UnsteadyCalls {
  const keys = calls.map(callKey);
  const out: UnsteadyCalls = { loops: [], errors: [], thrash: [] };
  let streak = 1;
  // The length of the stretch A B A B ... that ends here.
  let swing = 1;
  for (let i = 1; i < keys.length; i += 1) {
    const again = keys[i] === keys[i - 1];
    streak = again ? streak + 1 : 1;
    if (streak >= 3) out.loops.push(i);
    if (again && calls[i - 1]?.failed) out.errors.push(i);
    if (again) swing = 1;
    else swing = i >= 2 && keys[i] === keys[i - 2] ? swing + 1 : 2;
    if (swing > 4) out.thrash.push(i);
  }
  return out;
}

/** The first third of the turns against the last, by tokens; the lesser share counts. */
function tokenGrowth(runs: readonly Run[]): number | undefined {
  let [kept, spent] = [0, 0];
  for (const run of runs) {
    const thirds = thirdsOf(run);
    if (thirds === undefined) return undefined;
    const { first, last } = thirds;
    kept += Math.min(first, last);
    spent += last;
  }
  return spent === 0 ? 100 : percent(kept, spent);
}

function thirdsOf({ trace }: Run): { first: number; last: number } | undefined {
  const turns = array(trace.turns).map((turn) => ownValue(turn, 'tokens'));
  if (turns.length === 0 || !turns.every((n) => typeof n === 'number' && Number.isFinite(n) && n >= 0)) {
    return undefined;
  }
  const third = Math.max(1, Math.floor(turns.length / 3));
  return { first: total(turns.slice(0, third)), last: total(turns.slice(-third)) };
}

function total(numbers: unknown[]): number {
  return numbers.reduce<number>((sum, n) => sum + Number(n), 0);
}

const MAX_WORK = 400_000_000;
const MAX_SYMBOLS = 0xffff;
const MAX_SEQUENCES = 1000;

/**
 * The mean similarity of the tools called, over all pairs of runs; or why it cannot be told. Runs with
 * the same sequence are compared once. Exact: similarities are summed as fractions and rounded at the end.
 */
function agreement(runs: readonly Run[]): number | string {
  if (runs.length < 2) return 'agreement needs at least two runs';
  const times = countSequences(runs);
  if (times === undefined) return 'the runs call too many different tools to be compared';
  const sequences = [...times];
  if (sequences.length === 1) return 100;
  const length = sequences.reduce((sum, [text]) => sum + text.length, 0);
  if (length * length > MAX_WORK || sequences.length > MAX_SEQUENCES)
    return 'the runs are too many or too long to be compared';
  let similarity: Fraction = [0n, 1n];
  for (const [i, [a, n]] of sequences.entries()) {
    similarity = add(similarity, (n * (n - 1)) / 2, 1);
    for (const [b, m] of sequences.slice(i + 1)) {
      const longer = Math.max(a.length, b.length);
      similarity = add(similarity, n * m * (longer - distance(a, b)), longer);
    }
  }
  const pairs = BigInt((runs.length * (runs.length - 1)) / 2);
  const [p, q] = [similarity[0], similarity[1] * pairs];
  return Number((200n * p + q) / (2n * q));
}

/** Each sequence of tools, one character a tool, with how many runs called it. */
function countSequences(runs: readonly Run[]): Map<string, number> | undefined {
  const symbols = new Map<string, number>();
  const times = new Map<string, number>();
  for (const { tools } of runs) {
    const codes = tools.map(({ id }) => {
      const code = symbols.get(id) ?? symbols.size;
      symbols.set(id, code);
      return code;
    });
    const key = codes.map((code) => String.fromCharCode(code & MAX_SYMBOLS)).join('');
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return symbols.size > MAX_SYMBOLS ? undefined : times;
}

type Fraction = [p: bigint, q: bigint];

function add([p, q]: Fraction, numerator: number, denominator: number): Fraction {
  if (q % BigInt(denominator) === 0n) {
    return [p + BigInt(numerator) * (q / BigInt(denominator)), q];
  }
  return [p * BigInt(denominator) + BigInt(numerator) * q, q * BigInt(denominator)];
}
