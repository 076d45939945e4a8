import { expect, it } from 'vitest';
import type { MetricBlock } from '../types/metric.js';
import { classes, type Golden, measured } from './three-runs-testkit.js';

const GOLDEN: [MetricBlock, object, Golden][] = [
  [
    'equal_function_sets',
    { classes: classes },
    {
      figures: { 'tool_selection.precision': 80, 'tool_selection.recall': 67, 'tool_selection.f1': 73 },
      told: [
        '0 (recall f1 precision) 2 right, 1 unexpected, 0 missed',
        '0 (precision f1) unexpected crm.delete',
        '    bad: unexpected 2',
        '0 (recall f1) reached look by shop.search, pay by shop.buy',
        '    good: look 0',
        '    good: pay 3',
        '1 (recall f1 precision) 2 right, 0 unexpected, 0 missed',
        '1 (recall f1) reached look by shop.find, pay by shop.buy',
        '    good: look 0',
        '    good: pay 1',
        '2 (recall f1 precision) 0 right, 0 unexpected, 2 missed',
        '2 (recall f1) missed look (shop.search or find), pay (buy)',
      ],
    },
  ],
  [
    'distractors',
    { counts: [1, 2, 8], source: { from: 'catalog' }, correct: ['find', 'search'], complexity: 'serial' },
    {
      figures: {
        'distractors.accuracy': 80,
        'distractors.chose_distractor': 1,
        'distractors.certified_lower': 1,
        'distractors.accuracy_at_1': 100,
        'distractors.accuracy_at_2': 67,
      },
      told: [
        '0 (accuracy certified_lower accuracy_at_2 chose_distractor) distractors called: crm.delete',
        '    bad: distractor 2',
        '0 (accuracy certified_lower accuracy_at_2) right tools called: shop.search x2',
        '    good: right tool 0,1',
        '0 (accuracy certified_lower accuracy_at_2) serial task; 2 distractors offered',
        '1 (accuracy certified_lower accuracy_at_1) right tools called: shop.find x2',
        '    good: right tool 0,3',
        '1 (accuracy certified_lower accuracy_at_1) serial task; 1 distractor offered',
        '2 (accuracy certified_lower accuracy_at_3) no right tool called',
        '    good: right tool ',
        '2 (accuracy certified_lower accuracy_at_3) serial task; 3 of 8 distractors offered',
      ],
      more: {
        notes: ['3 of the 8 distractors that are asked for: there are no more'],
        distractors: {
          complexity: 'serial',
          at: [
            { count: 1, runs: 1, right: 2, wrong: 0, accuracy: 100 },
            { count: 2, runs: 1, right: 2, wrong: 1, accuracy: 67 },
            { count: 3, runs: 1, right: 0, wrong: 0, accuracy: 0 },
          ],
        },
        absent: { 'distractors.accuracy_at_8': 'no run had 8 distractors' },
      },
    },
  ],
  [
    'discovery',
    {},
    {
      figures: { 'discovery.leaks': 2 },
      told: ['all (leaks) the prompt names the tool search and the server crm'],
    },
  ],
  [
    'orchestration',
    {},
    {
      figures: {
        'orchestration.discovery': 67,
        'orchestration.parameterization': 75,
        'orchestration.syntax': 88,
        'orchestration.error_recovery': 100,
        'orchestration.efficiency': 40,
        'orchestration.schema_validity': 75,
      },
      told: [
        '0 (parameterization) without arguments: call 3 crm.delete {}, call 4 shop.buy "x"',
        '    bad: without arguments 2,3',
        '0 (syntax) arguments that are not an object: call 4 shop.buy "x"',
        '    bad: arguments that are not an object 3',
        '0 (schema_validity) not valid under the input schema: call 3 crm.delete {}, call 4 shop.buy "x"',
        '    bad: not valid under the input schema 2,3',
        '0 (discovery) 2 right, 1 unexpected, 0 missed',
        '0 () unexpected crm.delete',
        '    bad: unexpected 2',
        '0 (discovery) reached look by shop.search, pay by shop.buy',
        '    good: look 0',
        '    good: pay 3',
        '1 (discovery) 2 right, 0 unexpected, 0 missed',
        '1 (discovery) reached look by shop.find, pay by shop.buy',
        '    good: look 0',
        '    good: pay 1',
        '2 (discovery) 0 right, 0 unexpected, 2 missed',
        '2 (discovery) missed look (shop.search or find), pay (buy)',
        '0 (efficiency) 4 calls where 2 would do: shop.search x2, crm.delete, shop.buy',
        '1 (efficiency) 4 calls where 2 would do: shop.find x2, shop.buy x2',
        '2 (efficiency) 0 calls where 2 would do: none',
        'all (error_recovery) 8 calls, 1 failed, 1 of them made good later',
      ],
    },
  ],
  [
    'token_efficiency',
    { classes: classes },
    {
      figures: {
        'token_efficiency.f1': 73,
        'token_efficiency.correct_selections': 4,
        'token_efficiency.tool_surface_tokens': 60,
        'token_efficiency.cost': 0.75,
        'token_efficiency.tokens_per_correct': 15,
        'token_efficiency.cost_per_correct': 0.1875,
      },
      told: [
        'all (f1) grade C for an F1 of 73',
        '0 (f1 tokens_per_correct cost_per_correct correct_selections) 2 right, 1 unexpected, 0 missed',
        '0 (f1) unexpected crm.delete',
        '    bad: unexpected 2',
        '0 (f1 tokens_per_correct cost_per_correct correct_selections) reached look by shop.search, pay by shop.buy',
        '    good: look 0',
        '    good: pay 3',
        '1 (f1 tokens_per_correct cost_per_correct correct_selections) 2 right, 0 unexpected, 0 missed',
        '1 (f1 tokens_per_correct cost_per_correct correct_selections) reached look by shop.find, pay by shop.buy',
        '    good: look 0',
        '    good: pay 1',
        '2 (f1 tokens_per_correct cost_per_correct correct_selections) 0 right, 0 unexpected, 2 missed',
        '2 (f1 tokens_per_correct cost_per_correct correct_selections) missed look (shop.search or find), pay (buy)',
        'all (tool_surface_tokens tokens_per_correct) 4 tools, 60 tokens; the most expensive: search 40, buy 10, delete 6, find 4',
        '0 (cost cost_per_correct) cost $0.5',
        '1 (cost cost_per_correct) cost $0.25',
        '2 (cost cost_per_correct) cost $0',
      ],
      more: { grade: 'C' },
    },
  ],
  [
    'tool_edges',
    {
      allowed: ['find', 'buy', 'shop.other'],
      restricted: ['delete', 'crm.drop'],
      delegation: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
    },
    {
      figures: {
        'edges.allowed_pct': 67,
        'edges.restricted_attempts': 1,
        'edges.delegation_pct': 50,
        'edges.gate_passed': 0,
      },
      told: [
        '0 (restricted_attempts gate_passed) restricted: call 3 crm.delete {}',
        '    bad: restricted 2',
        'all (allowed_pct) 2 of 3 allowed tools called; not shop.other',
        'all (delegation_pct) 1 of 2 hand-offs seen; not b → c',
      ],
    },
  ],
  [
    'recovery',
    {},
    {
      figures: { 'recovery.recovered': 50, 'recovery.gave_up': 1, 'recovery.extra_calls': 1 },
      told: [
        '0 (recovered extra_calls) error at call 1 (shop.search): recovered after 1 more call',
        '    good: recovered 0',
        '0 (recovered gave_up) timeout at call 4 (shop.buy): gave up',
        '    bad: gave up 3',
      ],
    },
  ],
];

it.each(GOLDEN)('%s of %j: figures, and why they are what they are', async (block, config, golden) => {
  expect(await measured(block, config)).toEqual(golden);
});
