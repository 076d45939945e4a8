/** `judged:` a model says what it thinks of a run, once. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Cassette } from '../src/types/cassette.js';
import { claude, manifests, project, runAgents, served, servers } from './lib/agents.js';

describe('judged metrics', () => {
  const tools = manifests({ store: [{ name: 'read', text: 'value' }] });
  const agent = {
    name: 'is judged',
    model: 'scripted',
    prompt: 'Read it.',
    script: [{ call: 'store.read', args: {} }, { say: 'It says value.' }],
  };

  it('are asked of a model, written into the trace and free on replay', async () => {
    const provider = await claude([
      { when: 'Was it polite', turns: [{ text: '{"reason":"curt","score":0.4}' }] },
      { turns: [{ text: '{"reason":"it read the value","score":0.9}' }] },
    ]);
    const judged = {
      model: 'claude-sonnet-4-5',
      task_completion: { threshold: 0.8 },
      rubric: { text: 'Was it polite?', threshold: 0.5 },
    };
    const cwd = project({
      ...tools,
      'mcptest.yml': { ...served(provider.url), servers: servers('store'), agents: [{ ...agent, judged }] },
    });
    const live = await runAgents(cwd, ['--record']);
    const { checks, trace } = live.envelope.results[0]!;
    expect(checks.map(({ target, outcome }) => [target, outcome])).toEqual([
      ['judged.task_completion', 'pass'],
      ['judged.rubric', 'fail'],
    ]);
    expect(trace?.judgements?.[1]).toEqual({
      metric: 'rubric',
      model: 'claude-sonnet-4-5',
      score: 0.4,
      reason: 'curt',
    });
    expect(JSON.stringify(provider.requests[0]?.body.messages)).toContain('It says value.');
    expect(live.code).toBe(1);
    const asked = provider.requests.length;
    const replay = await runAgents(cwd, [], { ANTHROPIC_API_KEY: undefined });
    expect(replay.envelope.results[0]?.checks).toEqual(checks);
    expect(provider.requests).toHaveLength(asked);
    const file = join(cwd, 'cassettes', 'is-judged.json');
    const cassette = JSON.parse(readFileSync(file, 'utf8')) as Cassette;
    cassette.models.scripted!.runs[0]!.events.pop();
    writeFileSync(file, JSON.stringify(cassette));
    const short = await runAgents(cwd, []);
    expect(short.envelope.results[0]?.checks).toMatchObject([
      { target: 'cassette', outcome: 'inconclusive' },
    ]);
    expect(provider.requests).toHaveLength(asked);
  });

  it('are inconclusive before anything starts where the judge has no key', async () => {
    const judged = { model: 'gpt-5', task_completion: { threshold: 0.5 } };
    const cwd = project({
      'mcptest.yml': {
        servers: { store: { command: ['does-not-exist-at-all'] } },
        agents: [{ ...agent, judged }],
      },
    });
    const { code, envelope } = await runAgents(cwd, [], { OPENAI_API_KEY: undefined });
    expect(envelope.results[0]?.checks[0]?.message).toContain('OPENAI_API_KEY is not set');
    expect(code).toBe(3);
  });

  it('are inconclusive without a judge', async () => {
    const cwd = project({
      ...tools,
      'mcptest.yml': {
        servers: servers('store'),
        agents: [{ ...agent, judged: { task_completion: { threshold: 0.5 } } }],
      },
    });
    const { code, envelope } = await runAgents(cwd);
    expect(envelope.results[0]?.checks[0]?.message).toContain('no judge was asked');
    expect(code).toBe(3);
  });
});
