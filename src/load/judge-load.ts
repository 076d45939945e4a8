/** The figures of a load run held against its gates. What was not measured is neither green nor red. */
import type { LoadResult } from '../types/load.js';
import type { LoadGates } from '../types/probes.js';
import type { Check, Outcome } from '../types/verdict.js';

interface Gate {
  figure: (result: LoadResult) => number | undefined;
  holds: (figure: number, bound: number) => boolean;
  unit: string;
  name: string;
}

const atMost = (figure: number, bound: number): boolean => figure <= bound;

const GATES: Record<keyof LoadGates, Gate> = {
  max_p50_ms: { name: 'p50', unit: ' ms', holds: atMost, figure: (result) => latency(result, 'p50') },
  max_p95_ms: { name: 'p95', unit: ' ms', holds: atMost, figure: (result) => latency(result, 'p95') },
  max_p99_ms: { name: 'p99', unit: ' ms', holds: atMost, figure: (result) => latency(result, 'p99') },
  max_error_rate: {
    name: 'error rate',
    unit: ' %',
    holds: atMost,
    figure: ({ calls, error_rate }) => (calls === 0 ? undefined : 100 * error_rate),
  },
  min_per_second: {
    name: 'calls a second',
    unit: '',
    holds: (figure, bound) => figure >= bound,
    figure: ({ calls, per_second }) => (calls === 0 ? undefined : per_second),
  },
  max_memory_growth_mb: {
    name: 'memory growth',
    unit: ' MiB',
    holds: atMost,
    figure: ({ memory }) => memory?.growth_mb,
  },
};

export function judgeLoad(result: LoadResult, gates: LoadGates): Check[] {
  return (Object.keys(GATES) as (keyof LoadGates)[]).flatMap((key) => {
    const bound = gates[key];
    return bound === undefined ? [] : [checkOf(key, bound, result)];
  });
}

function checkOf(key: keyof LoadGates, bound: number, result: LoadResult): Check {
  const { name, unit, holds, figure } = GATES[key];
  const value = figure(result);
  const known = { target: 'load', matcher: key, expected: bound };
  if (value === undefined)
    return { ...known, outcome: 'inconclusive', message: `${name} could not be measured` };
  const outcome: Outcome = holds(value, bound) ? 'pass' : 'fail';
  const asked = key.startsWith('min')
    ? `at least ${bound}${unit} required`
    : `at most ${bound}${unit} allowed`;
  const message = `${name} is ${rounded(value)}${unit}, ${asked}`;
  const kinds = Object.entries(result.errors_by_kind).map(([kind, count]) => `${kind}: ${count}`);
  const isErrors = key === 'max_error_rate' && outcome === 'fail';
  return { ...known, actual: rounded(value), outcome, message, ...(isErrors && { because: kinds }) };
}

function latency({ calls, errors, latency_ms }: LoadResult, name: 'p50' | 'p95' | 'p99'): number | undefined {
  return calls - errors > 0 ? latency_ms[name] : undefined;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
