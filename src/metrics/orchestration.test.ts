import { describe, expect, it } from 'vitest';
import type { TraceCall } from '../types/trace.js';
import { METRICS } from './blocks.js';
import { measureOrchestration } from './orchestration.js';

const classes = [
  { name: 'search', members: ['search', 'find'] },
  { name: 'fetch', members: ['fetch'] },
];
const ok = (tool: string, args: unknown = { q: 1 }): TraceCall => ({ tool, args });
const bad = (tool: string): TraceCall => ({ tool, args: { q: 1 }, is_error: true });
const measure = (runs: TraceCall[][], extra = {}) =>
  measureOrchestration(
    runs.map((calls) => ({ calls })),
    {},
    { servers: ['s'], classes, ...extra },
  ).figures;

describe('orchestration', () => {
  it.each([
    [[3], 67],
    [[2, 4], 67],
    [[0, 2], 50],
    [[1], 100],
    [[0], 0],
  ])('gives runs of %j calls against two classes their efficiency', (lengths, efficiency) => {
    const runs = lengths.map((n) => Array.from({ length: n }, () => ok('search')));
    // A run shorter than the classes allow cannot beat them: one call earns at most 100.
    expect(measure(runs)['orchestration.efficiency']).toBe(efficiency);
  });

  it('reaches classes', () => {
    expect(measure([[ok('find')]])['orchestration.discovery']).toBe(50);
    expect(measure([[ok('find'), ok('fetch')]])['orchestration.discovery']).toBe(100);
  });

  it('has nothing to measure against without classes', () => {
    expect(measure([[ok('find')]], { classes: [] })).toMatchObject({
      'orchestration.efficiency': 0,
      'orchestration.discovery': 0,
    });
  });

  it('tells filled, empty and malformed arguments apart', () => {
    const odd = [ok('a'), ok('a', {}), ok('a', [1]), ok('a', 'x'), ok('a', null), { args: {} } as TraceCall];
    expect(measure([odd])).toMatchObject({
      'orchestration.parameterization': 17,
      'orchestration.syntax': 33,
    });
    expect(measure([[]])).toMatchObject({
      'orchestration.parameterization': 100,
      'orchestration.syntax': 100,
      'orchestration.error_recovery': 100,
    });
  });

  it('counts an error as recovered by the same tool or its class, later in the same run', () => {
    const recovery = (...runs: TraceCall[][]) => measure(runs)['orchestration.error_recovery'];
    expect(recovery([bad('search'), ok('search')])).toBe(100);
    expect(recovery([bad('search'), ok('find')])).toBe(100);
    expect(recovery([bad('search'), ok('fetch')])).toBe(0);
    expect(recovery([ok('search'), bad('search')])).toBe(0);
    expect(recovery([bad('search')], [ok('search')])).toBe(0);
    expect(recovery([bad('search'), bad('search'), ok('find'), bad('fetch')])).toBe(67);
  });

  it('validates arguments only where schemas and a validator are known', () => {
    const catalog = { s: [{ name: 'search', inputSchema: { good: true } }] };
    const validate = (schema: unknown, value: unknown) =>
      (schema as { good: boolean }).good && (value as { q?: number }).q === 1;
    const run = [[ok('search'), ok('search', { q: 2 }), ok('nowhere')]];
    expect(measure(run, { catalog, validate })['orchestration.schema_validity']).toBe(33);
    expect(measure(run, { catalog })).not.toHaveProperty(['orchestration.schema_validity']);
    expect(measure(run, { validate })).not.toHaveProperty(['orchestration.schema_validity']);
    expect(measure(run, { catalog, validate: () => undefined })).not.toHaveProperty([
      'orchestration.schema_validity',
    ]);
  });

  it('gates nothing by itself', () => {
    expect(METRICS.orchestration.defaults({})).toEqual([]);
  });
});
