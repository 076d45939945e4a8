import { describe, expect, it } from 'vitest';
import fc, { runs } from '../../test/lib/properties.js';
import type { Measure, MetricBlock, MetricContext } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { METRIC_BLOCKS, METRICS } from './blocks.js';
import { MEASURES } from './registry.js';
import { METRIC_SCHEMAS } from './schemas.js';

const classes = [
  { name: 'search', members: ['a', 's.b'] },
  { name: 'fetch', members: ['c', 'a'] },
];

/** One block of each kind that reads as much as it can. */
const BLOCKS: Record<MetricBlock, Record<string, unknown>> = {
  equal_function_sets: { classes },
  tool_selection: { expected_tool: 'a', min_selection_rate: 0.5, max_total_tokens: 10 },
  distractors: { counts: [0, 2], source: { from: 'near_duplicate', of: ['a'] }, correct: ['s.a'] },
  discovery: { name_free: true },
  orchestration: {},
  token_efficiency: { classes },
  tool_edges: { allowed: ['a', 'b'], restricted: ['c'], delegation: [{ from: 'a', to: 'b' }] },
  trajectory: { expected: [{ tool: 'a', args: { q: 1 } }, { tool: 'b' }], mode: 'superset', args: 'subset' },
  golden_path: { calls: ['a', { tool: 'b', args: {} }] },
  stability: {},
  recovery: {},
  narrative: {},
};

const COUNTS =
  /tokens|correct_selections|cost|wasted|repeats|backtracks|leaks|attempts|chose|gave_up|extra|narrative|rate|pass_k|hat/;

const ctx: MetricContext = {
  servers: ['s'],
  classes,
  countTokens: (text) => text.length,
  validate: (schema, value) => typeof value === 'object' && schema !== null,
};

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const tool = fc.constantFrom('a', 'b', 'c', 's.a', 'a_v2', 'x');
const call = fc.record({
  tool,
  args: fc.constantFrom({}, { q: 1 }, [1], 'text', null),
  result: fc.jsonValue({ maxDepth: 2 }),
  is_error: fc.boolean(),
});
const trace: fc.Arbitrary<Trace> = fc.record({
  calls: fc.array(call, { maxLength: 8 }),
  final_response: fc.constantFrom('I used a_v2 for 45 things.', 'Done.', ''),
  prompt: fc.constant('find it'),
  cost_usd: fc.constantFrom(0, 0.1, 0.2, 0.7),
  tokens: fc.record({ total: fc.nat(20) }),
  turns: fc.array(fc.record({ tokens: fc.nat(50) }), { minLength: 1, maxLength: 7 }),
  catalog: fc.constantFrom<Trace['catalog'][]>(
    undefined,
    { s: [{ name: 'a' }] },
    { s: [{ name: 'a', description: 'A.' }] },
  ),
  delegations: fc.array(fc.record({ from: tool, to: tool }), { maxLength: 3 }),
  faults: fc.array(fc.record({ call: fc.nat(8), kind: fc.constantFrom('error', 'slow', 'empty') }), {
    maxLength: 3,
  }),
});

const json = fc.jsonValue({ maxDepth: 3 });
/** Anything at all under the keys of a trace. */
const wild = fc.oneof(
  json,
  fc.record(
    {
      agent: json,
      servers: json,
      calls: fc.oneof(
        json,
        fc.array(
          fc.oneof(
            json,
            fc.record(
              { tool: json, server: json, args: json, result: json, is_error: json },
              { requiredKeys: [] },
            ),
          ),
        ),
      ),
      delegations: json,
      final_response: fc.oneof(json, fc.string()),
      prompt: fc.oneof(json, fc.string()),
      turns: json,
      tokens: json,
      cost_usd: json,
      catalog: fc.oneof(json, fc.dictionary(fc.string(), json)),
      faults: fc.oneof(json, fc.array(fc.record({ call: json, kind: json }))),
      distractors: json,
    },
    { requiredKeys: [] },
  ),
) as fc.Arbitrary<Trace>;

describe.each(METRIC_BLOCKS)('%s', async (block) => {
  const metric = METRICS[block];
  const measureIt = (await MEASURES[block]()) as Measure<unknown>;
  const measure = (traces: Trace[], context = ctx) => measureIt(traces, BLOCKS[block], context);

  it('reads its own example block', () => {
    const schema = METRIC_SCHEMAS[block];
    expect(schema.safeParse(BLOCKS[block]).success).toBe(true);
    expect(schema.safeParse({ ...BLOCKS[block], unknown_key: 1 }).success).toBe(false);
  });

  it('never throws on anything in the shape of a trace', () => {
    fc.assert(
      fc.property(fc.array(wild, { maxLength: 3 }), maybe(fc.string()), (traces, prompt) => {
        for (const value of Object.values(measure(traces, { ...ctx, prompt }).figures)) {
          expect(Number.isFinite(value)).toBe(true);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('survives arguments nested without end', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    const run = {
      calls: [
        { tool: 'a', args: deep, result: deep },
        { tool: 'a', args: deep },
      ],
      final_response: '45',
    };
    expect(() => measure([run, run])).not.toThrow();
  });

  it('gives the same figures for any order of runs, and percentages within 0 and 100', () => {
    fc.assert(
      fc.property(fc.array(trace, { minLength: 1, maxLength: 4 }), fc.nat(), (traces, turn) => {
        const at = turn % traces.length;
        const { figures } = measure(traces);
        expect(measure([...traces.slice(at), ...traces.slice(0, at)].reverse()).figures).toEqual(figures);
        for (const [target, value] of Object.entries(figures)) {
          expect(value, target).toBeGreaterThanOrEqual(0);
          if (!COUNTS.test(target)) expect(value, target).toBeLessThanOrEqual(100);
        }
      }),
    );
  });

  it('names every figure, present or absent, among its targets', () => {
    fc.assert(
      fc.property(fc.array(trace, { maxLength: 3 }), (traces) => {
        const { figures, absent = {} } = measure(traces);
        for (const target of [...Object.keys(figures), ...Object.keys(absent)]) {
          expect(metric.targets).toContain(target.replace(/_\d+$/, '_<n>'));
        }
        expect(Object.keys(figures).filter((target) => target in absent)).toEqual([]);
        if (traces.length === 0 && block !== 'discovery') expect(figures).toEqual({});
      }),
      { numRuns: runs(50) },
    );
  });

  it('gates only what it measures by default', () => {
    for (const { target } of metric.defaults(BLOCKS[block])) expect(metric.targets).toContain(target);
  });
});
