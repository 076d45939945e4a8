/** Every metric block on one agent that hands work on, meets faults and distractors, and says too much. */
import { describe, expect, it } from 'vitest';
import { METRIC_BLOCKS, METRICS } from '../src/metrics/blocks.js';
import { forbidden, judgedPart, manifests, project, runAgents, servers, write } from './lib/agents.js';
import { mcptest } from './lib/cli.js';

describe('every metric block', () => {
  it('gives the same live, from a cassette and from the saved traces', async () => {
    const calls = [
      { call: 'weather.search', args: { q: 'Oslo' } },
      { call: 'hand_off.helper', args: { task: 'Look at Oslo.' } },
      { call: 'weather.search', args: { q: 'Oslo' } },
    ];
    const classes = [
      { name: 'weather', members: ['weather.get_weather'] },
      { name: 'search', members: ['weather.search'] },
    ];
    const blocks = {
      equal_function_sets: { classes },
      tool_selection: { expected_tool: 'get_weather', min_selection_rate: 0.9, max_total_tokens: 5000 },
      distractors: {
        count: 6,
        source: { from: 'near_duplicate', of: ['search'] },
        correct: ['weather.search'],
      },
      discovery: { name_free: true },
      orchestration: {},
      token_efficiency: { classes },
      tool_edges: { allowed: ['search'], restricted: ['drop'], delegation: [{ from: 'asks', to: 'helper' }] },
      trajectory: { expected: [{ tool: 'search' }, { tool: 'get_weather' }], mode: 'superset' },
      golden_path: { calls: ['weather.search', 'weather.get_weather'] },
      stability: {},
      recovery: {},
      narrative: {},
    };
    expect(Object.keys(blocks)).toEqual(METRIC_BLOCKS);
    const asks = {
      name: 'asks',
      model: 'scripted',
      prompt: 'Is it warm in Oslo?',
      runs: 3,
      delegates: ['helper'],
      faults: [{ kind: 'error', tool: 'search', times: 1 }],
      scripts: [
        [...calls, { say: 'Sunny, 21 degrees.' }],
        [...calls.slice(0, 2), { say: 'It is 35 degrees.' }],
        [{ call: 'weather.search_v2', args: { q: 'Oslo' } }, ...calls.slice(1), { say: 'Sunny.' }],
      ],
      ...blocks,
    };
    const helper = {
      name: 'helper',
      servers: ['weather'],
      script: [{ call: 'weather.get_weather', args: { q: 'Oslo' } }, { say: 'Sunny, 21 degrees.' }],
    };
    const cwd = project({
      ...manifests({
        weather: [
          { name: 'get_weather', description: 'Current weather of a city.', text: 'Sunny, 21 degrees.' },
          { name: 'search', description: 'Searches the archive of old reports.' },
        ],
      }),
      'mcptest.yml': { servers: servers('weather'), agents: [asks, helper] },
    });
    const live = await runAgents(cwd, ['--record']);
    const [group] = live.envelope.groups!;
    const measured = METRIC_BLOCKS.filter((block) =>
      Object.keys(group!.figures).some((target) => METRICS[block].targets.includes(target)),
    );
    expect(measured).toEqual(METRIC_BLOCKS);
    expect(group!.figures).toMatchObject({
      'tool_selection.f1': 92,
      'edges.delegation_pct': 100,
      'recovery.recovered': 33,
      'distractors.chose_distractor': 1,
      'narrative.unbacked_values': 1,
    });
    const replay = await runAgents(cwd, [], forbidden);
    expect(judgedPart(replay.envelope)).toEqual(judgedPart(live.envelope));
    expect(replay.envelope.results.map(({ trace }) => trace?.delegations)).toEqual(
      Array(3).fill([{ from: 'asks', to: 'helper' }]),
    );
    write(cwd, 'run.json', live.envelope);
    const scored = await mcptest(['score', '--trace', 'run.json', '--reporter', 'json'], { cwd });
    expect(judgedPart(JSON.parse(scored.stdout)).groups).toEqual(live.envelope.groups);
  });
});
