import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { METRICS } from '../metrics/blocks.js';
import { createRedactor } from '../redact/redactor.js';
import type { MetricBlock } from '../types/metric.js';
import type { PlannedGroup } from '../types/plan.js';
import type { AgentSpec, Suite } from '../types/suite.js';
import type { Trace } from '../types/trace.js';
import { scoreGroup } from './score-group.js';

const TOOLS = ['search_orders', 'refund_payment', 'summarise', 'openTicket'];

/** Every place that a tool can be named in; `tool` there passes on a run that calls `refund_payment`, then `openTicket`. */
const PLACES: Record<string, (tool: string) => [MetricBlock, object]> = {
  restricted: (tool) => ['tool_edges', { restricted: [tool] }],
  allowed: (tool) => ['tool_edges', { allowed: [tool] }],
  'one member': (tool) => ['equal_function_sets', { classes: [{ name: 'do', members: [tool] }] }],
  'a member of several': (tool) => [
    'equal_function_sets',
    { classes: [{ name: 'do', members: ['refund_payment', tool] }] },
  ],
  'members for tokens': (tool) => [
    'token_efficiency',
    { classes: [{ name: 'do', members: ['refund_payment', tool] }] },
  ],
  expected_tool: (tool) => ['tool_selection', { expected_tool: tool, min_selection_rate: 0 }],
  correct: (tool) => [
    'distractors',
    { count: 0, source: { from: 'catalog' }, correct: ['refund_payment', tool] },
  ],
  of: (tool) => [
    'distractors',
    { count: 2, source: { from: 'near_duplicate', of: [tool] }, correct: ['refund_payment'] },
  ],
  golden_path: (tool) => ['golden_path', { calls: ['refund_payment', { tool }] }],
  trajectory: (tool) => ['trajectory', { expected: [{ tool: 'refund_payment' }, { tool }], mode: 'subset' }],
  args_for: (tool) => [
    'trajectory',
    { expected: [{ tool: 'refund_payment' }], mode: 'superset', args_for: { [tool]: 'ignore' } },
  ],
};

function planned([block, config]: [MetricBlock, object], runs: number): PlannedGroup {
  const gates = METRICS[block].defaults(config as never);
  const agent = {
    name: 'asks',
    place: { line: 1 },
    servers: ['shop'],
    runs,
    tags: [],
    expect: { assertions: [] },
  };
  return {
    suite: { display_file: 'mcptest.yml', run_options: {} } as Suite,
    agent: { ...agent, metrics: [{ block, config, gates }] } as unknown as AgentSpec,
    name: 'asks',
    runs: Array.from({ length: runs }, (_, i) => ({ id: `${i}`, name: `asks #${i}`, run: i + 1, repro: '' })),
    complete: true,
  };
}

const good: Trace = {
  calls: ['refund_payment', 'openTicket'].map((tool) => ({ tool, server: 'shop', args: {}, result: {} })),
  catalog: { shop: TOOLS.map((name) => ({ name })) },
  distractors: [],
};

const judge = (test: [MetricBlock, object], trace = good, runs = 2) =>
  scoreGroup(
    planned(test, runs),
    Array.from({ length: runs }, () => ({ trace })),
    { redactor: createRedactor([]), countTokens: (text) => text.length },
  );

/** One slip of a finger. */
const slip = fc.record({
  at: fc.nat(100),
  kind: fc.constantFrom('drop', 'double', 'swap', 'other'),
  tool: fc.constantFrom(...TOOLS),
  server: fc.constantFrom('', 'shop.'),
});

function misspell({
  at,
  kind,
  tool,
  server,
}: {
  at: number;
  kind: string;
  tool: string;
  server: string;
}): string {
  const i = at % (tool.length - 1);
  const [a = '', b = ''] = [tool[i], tool[i + 1]];
  const made = { drop: b, double: `${a}${a}${b}`, swap: `${b}${a}`, other: `q${b}` }[kind];
  return `${server}${tool.slice(0, i)}${made}${tool.slice(i + 2)}`;
}

describe('the tool names of a test', () => {
  for (const [place, testOf] of Object.entries(PLACES)) {
    it(`never pass when one is misspelt in ${place}`, async () => {
      await fc.assert(
        fc.asyncProperty(slip, fc.constantFrom(1, 2), async (how, runs) => {
          const name = misspell(how);
          fc.pre(name !== `${how.server}${how.tool}`);
          const { results, group } = await judge(testOf(name), good, runs);
          expect(results.map(({ verdict }) => verdict)).toEqual(Array(runs).fill('fail'));
          expect(group?.verdict).toBe('fail');
          expect(JSON.stringify(results[0]?.checks)).toContain(`did you mean`);
        }),
      );
    });
  }

  it('pass where they are spelt right', async () => {
    for (const place of Object.values(PLACES)) {
      const { results } = await judge(place('openTicket'));
      expect(JSON.stringify(results.map(({ checks }) => checks))).not.toContain('known');
    }
  });

  it('are a note where no catalogue is known, unless somebody called them', async () => {
    const { catalog: _, ...blind } = good;
    const [row] = (await judge(['tool_edges', { restricted: ['serch'] }], blind)).results;
    expect(row).toMatchObject({
      verdict: 'pass',
      notes: [expect.stringContaining('catalogue is not known: serch')],
    });
    const [called] = (await judge(['golden_path', { calls: ['openTicket'] }], blind)).results;
    expect(called?.notes).toBeUndefined();
  });
});
