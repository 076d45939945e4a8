import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { nearWords } from '../catalog/near/near-words.js';
import { createRanker } from '../catalog/rank.js';
import type { ToolDef } from '../types/catalog.js';
import { contentWords, mutateTool, withoutWord } from './mutate.js';
import { runBench } from './run-bench.js';
import type { BenchSpec } from './spec.js';

const forecast = {
  name: 'lookup_a',
  description: 'Return the current weather forecast for a city, as JSON.',
};
const ferry = { name: 'lookup_b', description: 'Return the ferry timetable of a harbour, as JSON.' };
const spec: BenchSpec = {
  catalog: { server: 'catalog', tools: [forecast, ferry] },
  intents: [{ query: 'what is the weather forecast in Paris', gold: ['lookup_a'] }],
  mutations: [{ tool: 'lookup_a', kind: 'blank' }],
};

describe('runBench', () => {
  it('shows that a blank description loses its only request', () => {
    const report = runBench(spec);
    expect(report).toMatchObject({
      accuracy: 1,
      n: 1,
      intents: [
        {
          query: 'what is the weather forecast in Paris',
          gold: ['lookup_a'],
          picked: 'lookup_a',
          correct: true,
          rank: 1,
        },
      ],
      hits: { at_1: 1, at_3: 1, at_5: 1 },
      mean_reciprocal_rank: 1,
      mutations: [{ tool: 'lookup_a', kind: 'blank', accuracy: 0, drop: 1, tokens_removed: 10 }],
      max_drop: 1,
      tokens: 21,
    });
    expect(report.mutations[0]?.smells_added).toContain('underspecified');
    expect(report.interval[0]).toBeCloseTo(0.2065, 4);
  });

  it('prints the documented keys and no others', () => {
    expect(Object.keys(runBench(spec))).toEqual([
      ...[
        'accuracy',
        'interval',
        'n',
        'hits',
        'mean_reciprocal_rank',
        'intents',
        'mutations',
        'max_drop',
        'description_score',
        'smells',
        'tokens',
      ],
      'words',
    ]);
    expect(Object.keys(runBench({ ...spec, mutations: [] }))).not.toContain('max_drop');
  });

  it('measures each mutation alone', () => {
    const tools = [forecast, { name: 'ferries', description: 'Weather-proof ferry timetable.' }];
    const { mutations } = runBench({
      catalog: { server: 'c', tools },
      intents: [...spec.intents, { query: 'when does the ferry leave', gold: ['ferries'] }],
      mutations: [
        { tool: 'lookup_a', kind: 'drop_keyword', word: 'forecast' },
        { tool: 'lookup_a', kind: 'drop_keyword', word: 'city' },
        { tool: 'lookup_a', kind: 'genericize' },
        { tool: 'ferries', kind: 'truncate', chars: 7 },
      ],
    });
    // Both tools speak of weather, so that `forecast` decides; the ferry is in the name as well.
    expect(mutations.map(({ drop }) => drop)).toEqual([0.5, 0, 0.5, 0]);
  });

  it('picks nothing when no tool shares a word, and calls that wrong', () => {
    const { intents, accuracy } = runBench({
      ...spec,
      intents: [{ query: 'play a song', gold: ['lookup_a'] }],
    });
    expect(intents[0]).toMatchObject({ picked: null, correct: false, rank: null });
    expect(accuracy).toBe(0);
  });

  it('ranks the words that carry the selection', () => {
    const { words } = runBench({
      ...spec,
      intents: [
        { query: 'the forecast please', gold: ['lookup_a'] },
        { query: 'a forecast for tomorrow in a city', gold: ['lookup_a'] },
      ],
    });
    expect(words).toEqual([{ word: 'forecast', tool: 'lookup_a', drop: 0.5 }]);
  });

  it('tells how far down the right tool stands', () => {
    const tools = ['a', 'b', 'c', 'd'].map((name) => ({
      name: `${name}_label`,
      description: 'Print a label.',
    }));
    const { hits, mean_reciprocal_rank, intents } = runBench({
      catalog: { server: 'c', tools },
      intents: ['b_label', 'd_label'].map((name) => ({ query: 'print label', gold: [name] })),
      mutations: [],
    });
    expect(intents.map(({ rank }) => rank)).toEqual([2, 4]);
    expect(hits).toEqual({ at_1: 0, at_3: 0.5, at_5: 1 });
    expect(mean_reciprocal_rank).toBeCloseTo((1 / 2 + 1 / 4) / 2, 12);
  });

  it('counts damage as scoring every tool again for every request would', () => {
    const word = fc.constantFrom('weather', 'ferry', 'city', 'harbour', 'list', 'send', 'boat');
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
    const tool = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'ferry_list', 'boat'), description: text });
    fc.assert(
      fc.property(
        fc.array(tool, { minLength: 1, maxLength: 6 }),
        fc.array(text, { minLength: 1, maxLength: 6 }),
        word,
        (tools, queries, dropped) => {
          const name = tools[0]!.name;
          const intents = queries.map((query, i) => ({ query, gold: [tools[i % tools.length]!.name] }));
          const mutations = [
            { tool: name, kind: 'blank' as const },
            { tool: name, kind: 'drop_keyword' as const, word: dropped },
          ];
          const report = runBench({ catalog: { server: 'c', tools }, intents, mutations }, nearWords());
          for (const [at, mutation] of mutations.entries()) {
            const damaged = tools.map((each) => (each.name === name ? mutateTool(each, mutation) : each));
            expect(report.mutations[at]?.accuracy).toBe(bruteForce(tools, damaged, intents));
          }
        },
      ),
    );
  });

  it('damages every tool of a name', () => {
    const twin = { ...forecast };
    const report = runBench({ ...spec, catalog: { server: 'c', tools: [forecast, twin] } });
    expect(report.mutations[0]).toMatchObject({ accuracy: 0, drop: 1 });
  });
});

/** The share of requests whose best tool is right, scored one by one with what words are worth in `tools`. */
function bruteForce(tools: ToolDef[], damaged: ToolDef[], intents: BenchSpec['intents']): number {
  const ranker = createRanker(tools, nearWords());
  const right = intents.filter(({ query, gold }) => {
    const request = ranker.request(query);
    const scored = damaged.map((tool) => {
      const weighed = ranker.weigh(tool);
      let words = 0;
      for (const [term, gain] of weighed.gains) words += gain * (request.weights.get(term) ?? 0);
      return { name: tool.name, score: words === 0 ? 0 : ranker.total(words, request, weighed) };
    });
    const [best] = scored
      .filter(({ score }) => score > 0)
      .sort((one, two) => two.score - one.score || (one.name < two.name ? -1 : 1));
    return best !== undefined && gold.includes(best.name);
  });
  return right.length / intents.length;
}

describe('mutateTool', () => {
  it('never splits a character, and leaves the tool as it was', () => {
    const tool = { name: 'a', description: '🚢🚢 sails' };
    expect(mutateTool(tool, { tool: 'a', kind: 'truncate', chars: 3 }).description).toBe('🚢');
    expect(tool.description).toBe('🚢🚢 sails');
  });

  it('drops every form of a word, alone or inside a name', () => {
    expect(withoutWord('List issues; an Issue, or open_issues (issued).', 'issue')).toBe(
      'List; an, or open ().',
    );
    expect(withoutWord('tissue  paper', 'issue')).toBe('tissue  paper');
  });

  it('takes a tool without a description', () => {
    for (const kind of ['blank', 'genericize'] as const) mutateTool({ name: 'a' }, { tool: 'a', kind });
    expect(mutateTool({ name: 'a' }, { tool: 'a', kind: 'drop_keyword', word: 'x' }).description).toBe('');
  });

  it('names each word once', () => {
    expect(contentWords('Get the city. Get all cities of a country')).toEqual(['get', 'city', 'country']);
  });
});
