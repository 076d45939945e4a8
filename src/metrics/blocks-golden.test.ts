import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { MetricBlock } from '../types/metric.js';
import { METRICS, metricsOfTarget } from './blocks.js';
import { METRIC_SCHEMAS } from './schemas.js';

interface Golden {
  needs: string;
  figures: string;
  gates: string[];
}

/** What each block needs, yields and gates by itself, as the specification of the metrics says. */
const BLOCKS: Partial<Record<MetricBlock, Golden>> = {
  equal_function_sets: {
    needs: '',
    figures: 'tool_selection: precision recall f1',
    gates: ['tool_selection.f1 >= 50'],
  },
  tool_selection: {
    needs: '',
    figures:
      'tool_selection: selection_rate pass_k tokens_median tokens_max rate_low rate_high; reliability: pass_hat_<n>',
    gates: [],
  },
  distractors: {
    needs: '',
    figures: 'distractors: accuracy chose_distractor certified_lower accuracy_at_<n>',
    gates: ['distractors.accuracy >= 50'],
  },
  discovery: { needs: 'catalog', figures: 'discovery: leaks', gates: [] },
  orchestration: {
    needs: 'catalog schemas',
    figures: 'orchestration: discovery parameterization syntax error_recovery efficiency schema_validity',
    gates: [],
  },
  token_efficiency: {
    needs: 'tokens catalog',
    figures:
      'token_efficiency: f1 tool_surface_tokens correct_selections cost tokens_per_correct cost_per_correct',
    gates: ['token_efficiency.f1 >= 50'],
  },
  tool_edges: {
    needs: '',
    figures: 'edges: allowed_pct restricted_attempts delegation_pct gate_passed',
    gates: ['edges.restricted_attempts <= 0'],
  },
  trajectory: {
    needs: 'matchers',
    figures: 'trajectory: matched similarity',
    gates: ['trajectory.matched >= 1'],
  },
  golden_path: {
    needs: 'matchers',
    figures: 'golden_path: efficiency wasted repeats backtracks',
    gates: ['golden_path.efficiency >= 50'],
  },
  stability: {
    needs: '',
    figures: 'stability: loops errors thrash tokens agreement',
    gates: ['stability.loops >= 50', 'stability.errors >= 50', 'stability.thrash >= 50'],
  },
  recovery: {
    needs: '',
    figures: 'recovery: recovered gave_up extra_calls',
    gates: ['recovery.recovered >= 50'],
  },
  narrative: {
    needs: 'catalog',
    figures: 'narrative: unsupported_tools unbacked_values claimed_after_error',
    gates: [
      'narrative.unsupported_tools <= 0',
      'narrative.unbacked_values <= 0',
      'narrative.claimed_after_error <= 0',
    ],
  },
};

const gatesOf = (block: MetricBlock, config = {}) =>
  METRICS[block].defaults(config).map(({ target, matcher }) => {
    const [[comparator, bound] = []] = Object.entries(matcher as object);
    return `${target} ${comparator} ${bound}`;
  });

describe.each(Object.entries(BLOCKS) as [MetricBlock, Golden][])('%s', (block, golden) => {
  it('needs, yields and gates what is written', () => {
    expect(METRICS[block].needs.join(' ')).toBe(golden.needs);
    const figures = golden.figures.split('; ').flatMap((group) => {
      const [root = '', leaves = ''] = group.split(': ');
      return leaves.split(' ').map((leaf) => `${root}.${leaf}`);
    });
    expect(METRICS[block].targets).toEqual(figures);
    expect(gatesOf(block)).toEqual(golden.gates);
    for (const figure of figures) {
      const [named, general] = [figure.replace('<n>', '12'), figure.replace('<n>', 'x')];
      expect(metricsOfTarget(named)).toContain(block);
      if (general !== figure) expect(metricsOfTarget(general)).toEqual([]);
    }
  });
});

describe('what a block gates by itself', () => {
  it('depends on a promise for discovery', () => {
    expect(gatesOf('discovery', { name_free: true })).toEqual(['discovery.leaks <= 0']);
    expect(gatesOf('discovery', { name_free: false })).toEqual([]);
  });
});

describe('how a block is written', () => {
  it('is described in the words that editors show', () => {
    const published = readFileSync(new URL('../../schema/v1.json', import.meta.url), 'utf8');
    for (const [block, schema] of Object.entries(METRIC_SCHEMAS)) {
      const said = [...JSON.stringify(z.toJSONSchema(schema)).matchAll(/"description":("(?:[^"\\]|\\.)*")/g)];
      expect(said.length, block).toBeGreaterThan(1);
      for (const [, text = ''] of said) expect(published, block).toContain(`"description": ${text}`);
    }
  });

  const fits = (block: MetricBlock, config: unknown) => z.safeParse(METRIC_SCHEMAS[block], config).success;
  const classes = [{ name: 'search', members: ['brave.web_search'] }];

  const GOOD: [MetricBlock, object][] = [
    ['equal_function_sets', { classes }],
    ['equal_function_sets', { classes: [], expect: [{ 'tool_selection.f1': { '>=': 1 } }] }],
    ['tool_selection', { expected_tool: 'a', min_selection_rate: 0 }],
    ['tool_selection', { expected_tool: 'a', min_selection_rate: 1, max_total_tokens: 1 }],
    ['tool_selection', { expected_tool: 'a', min_selection_rate: '80%' }],
    ['tool_selection', { expected_tool: 'a', min_selection_rate: '100 %' }],
    ['tool_selection', { expected_tool: 'a', min_selection_rate: '99.5%' }],
    ['tool_selection', { expected_tool: 'a', min_selection_rate: '0%' }],
    ['distractors', { count: 0, source: { from: 'catalog' }, correct: [] }],
    ['distractors', { counts: [0, 512], source: { from: 'catalog' }, correct: ['a'], complexity: 'serial' }],
    ['distractors', { count: 512, source: { from: 'near_duplicate', of: ['a'] }, correct: ['a'] }],
    ['distractors', { count: 1, source: { from: 'catalog' }, correct: ['a'], complexity: 'parallel' }],
    ['discovery', { name_free: true }],
    ['discovery', {}],
    ['orchestration', {}],
    ['token_efficiency', { classes }],
    ['tool_edges', {}],
    ['tool_edges', { allowed: ['a'], restricted: ['b'], delegation: [{ from: 'x', to: 'y' }] }],
    ['trajectory', { expected: [{ tool: 'a', args: { q: 1 }, match: { q: { contains: 'x' } } }] }],
    ['trajectory', { expected: [], mode: 'strict', args: 'exact', args_for: { a: 'ignore' } }],
    ...(['strict', 'unordered', 'subset', 'superset', 'subsequence'] as const).map(
      (mode): [MetricBlock, object] => ['trajectory', { expected: [], mode }],
    ),
    ...(['exact', 'subset', 'superset', 'ignore'] as const).map((args): [MetricBlock, object] => [
      'trajectory',
      { expected: [], args },
    ]),
    ['golden_path', { calls: ['a', { tool: 'b', args: {} }] }],
    ['stability', { expect: [] }],
    ['recovery', {}],
    ['narrative', {}],
  ];
  it.each(GOOD)('%s may be %j', (block, config) => {
    expect(fits(block, config)).toBe(true);
    // No other key beside them.
    expect(fits(block, { ...config, strange: 1 })).toBe(false);
    expect(fits(block, { ...config, expect: 'one' })).toBe(false);
  });

  const BAD: [MetricBlock, unknown][] = [
    ['equal_function_sets', {}],
    ['equal_function_sets', { classes: [{ name: '', members: ['a'] }] }],
    ['equal_function_sets', { classes: [{ name: 'x', members: [] }] }],
    ['equal_function_sets', { classes: [{ name: 'x', members: [''] }] }],
    ['equal_function_sets', { classes: [{ name: 'x', members: ['a'], other: 1 }] }],
    ['tool_selection', { expected_tool: 'a' }],
    ['tool_selection', { expected_tool: '', min_selection_rate: 1 }],
    ...[-0.1, 1.1, '101%', '80', 'x80%', '80%x', '100.5%', '123%', '8.%', '.5%'].map(
      (rate): [MetricBlock, unknown] => ['tool_selection', { expected_tool: 'a', min_selection_rate: rate }],
    ),
    ...[0, -1, 1.5].map((most): [MetricBlock, unknown] => [
      'tool_selection',
      { expected_tool: 'a', min_selection_rate: 1, max_total_tokens: most },
    ]),
    ['distractors', { source: { from: 'catalog' }, correct: [] }],
    ['distractors', { count: 1, counts: [1], source: { from: 'catalog' }, correct: [] }],
    ...[-1, 513, 1.5].map((count): [MetricBlock, unknown] => [
      'distractors',
      { count, source: { from: 'catalog' }, correct: [] },
    ]),
    ['distractors', { counts: [], source: { from: 'catalog' }, correct: [] }],
    ['distractors', { count: 1, source: { from: 'near_duplicate' }, correct: [] }],
    ['distractors', { count: 1, source: { from: 'near_duplicate', of: [] }, correct: [] }],
    ['distractors', { count: 1, source: { from: 'elsewhere' }, correct: [] }],
    ['distractors', { count: 1, source: { from: 'catalog', of: ['a'] }, correct: [] }],
    ['distractors', { count: 1, source: { from: 'catalog' } }],
    ['distractors', { count: 1, source: { from: 'catalog' }, correct: [], complexity: 'deep' }],
    ['discovery', { name_free: 'yes' }],
    ['token_efficiency', { classes: [] }],
    ['token_efficiency', {}],
    ['tool_edges', { delegation: [{ from: 'x' }] }],
    ['tool_edges', { delegation: [{ from: '', to: 'y' }] }],
    ['tool_edges', { delegation: [{ from: 'x', to: 'y', by: 'z' }] }],
    ['tool_edges', { allowed: [''] }],
    ['trajectory', {}],
    ['trajectory', { expected: [], mode: 'loose' }],
    ['trajectory', { expected: [], args: 'loose' }],
    ['trajectory', { expected: [{ args: {} }] }],
    ['trajectory', { expected: [{ tool: 'a', other: 1 }] }],
    ['golden_path', {}],
    ['golden_path', { calls: [''] }],
    ['golden_path', { calls: [{ tool: 'a', args: 1 }] }],
  ];
  it.each(BAD)('%s may not be %j', (block, config) => {
    expect(fits(block, config)).toBe(false);
  });

  it('says what a rate is, however it is wrong', () => {
    for (const rate of [2, '200%', true]) {
      const { error } = z.safeParse(METRIC_SCHEMAS.tool_selection, {
        expected_tool: 'a',
        min_selection_rate: rate,
      });
      expect(error?.issues.map(({ message }) => message)).toEqual([
        'expected a share from 0 to 1, or in percent such as 80%',
      ]);
    }
    const neither = z.safeParse(METRIC_SCHEMAS.distractors, { source: { from: 'catalog' }, correct: [] });
    expect(neither.error?.issues[0]?.message).toBe('give either `count` or `counts`');
  });
});
