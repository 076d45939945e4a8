import { describe, expect, it } from 'vitest';
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
        },
      ],
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
    expect(intents[0]).toMatchObject({ picked: null, correct: false });
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

  it('damages every tool of a name', () => {
    const twin = { ...forecast };
    const report = runBench({ ...spec, catalog: { server: 'c', tools: [forecast, twin] } });
    expect(report.mutations[0]).toMatchObject({ accuracy: 0, drop: 1 });
  });
});

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
