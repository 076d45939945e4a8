/** What a block gets to measure with: the tokenizer and the matchers that it needs, and those that the caller brings. */
import { describe, expect, it } from 'vitest';
import type { MetricContext } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { withWordPicks } from './dataset/by-words.js';
import { meansChange } from './dataset/changes.js';
import { confusionOf } from './dataset/confusion.js';
import { measureBlock } from './measure.js';

const run = (...calls: [string, object?][]) =>
  ({ calls: calls.map(([tool, args = {}]) => ({ tool, args })) }) as unknown as Trace;
const path = (match: unknown) => ({ calls: [{ tool: 'tow', match: { hull: match } }] });
const golden = (traces: Trace[], config: unknown, ctx: Partial<MetricContext> = {}) =>
  measureBlock('golden_path', traces, config, { servers: [], ...ctx });

describe('a block is measured', () => {
  it('with a tokenizer where it needs one', async () => {
    const catalog = { s: [{ name: 'tow', description: 'Tows a boat.' }] };
    const config = { classes: [{ name: 'tow', members: ['tow'] }] };
    const { figures } = await measureBlock('token_efficiency', [run(['tow'])], config, {
      servers: ['s'],
      catalog,
    });
    expect(figures['token_efficiency.tool_surface_tokens']).toBeGreaterThan(4);
  });

  it('with matchers judged ahead, or with those of the caller', async () => {
    const traces = [run(['tow', { hull: 'R2' }])];
    expect((await golden(traces, path('R2'))).figures['golden_path.efficiency']).toBe(100);
    expect((await golden(traces, path('R3'))).figures['golden_path.efficiency']).toBe(0);
    const brought = await golden(traces, path('R3'), { matches: () => true });
    expect(brought.figures['golden_path.efficiency']).toBe(100);
  });

  it('leaves no figure where a matcher cannot be judged on one of the calls, though the path was gone', async () => {
    const matches: MetricContext['matches'] = (_, args) =>
      (args as { hull: string }).hull === 'R2' ? true : undefined;
    const judged = await golden([run(['tow', { hull: 'R2' }])], path('R2'), { matches });
    expect(judged.figures['golden_path.efficiency']).toBe(100);
    const left = await golden([run(['tow', { hull: 'R2' }], ['tow', { hull: 'R9' }])], path('R2'), {
      matches,
    });
    expect(left.figures['golden_path.efficiency']).toBeUndefined();
  });
});

describe('the mean of a number over pairs of cases', () => {
  it('moves by the difference, with an interval from two cases on', () => {
    expect(meansChange('tokens', [])).toBeUndefined();
    expect(meansChange('tokens', [[10, 13]])).not.toHaveProperty('interval');
    const two = meansChange('tokens', [
      [10, 13],
      [20, 25],
    ]);
    expect(two).toMatchObject({ figure: 'tokens', cases: 2, base: 15, now: 19, difference: 4 });
    expect(two?.interval?.[0]).toBeLessThan(4);
    expect(two?.interval?.[1]).toBeGreaterThan(4);
  });
});

it('words alone lead to a tool by its server where there are several, and to none where they lead nowhere', async () => {
  const row = (name: string, prompt: string) => ({
    dataset: {
      case: name,
      expected: ['harbour.tow_boat'],
      called: ['marina.sink_boat'],
      correct: false,
      calls: 1,
    },
    trace: {
      prompt,
      servers: ['harbour', 'marina'],
      catalog: {
        harbour: [{ name: 'tow_boat', description: 'Tows a boat.' }],
        marina: [{ name: 'sink_boat', description: 'Sinks a boat.' }],
      },
    },
  });
  const rows = [row('a', 'Tow it'), row('b', 'Sink it'), row('c', 'Xyzzy qwfp')];
  const [pair] = await withWordPicks(confusionOf(rows.map(({ dataset }) => dataset)), rows);
  expect(pair).toMatchObject({ by_words: { rows: 3, expected: 1, called: 1 } });
});
