import { describe, expect, it } from 'vitest';
import type { PlannedGroup } from '../types/plan.js';
import type { AgentSpec, Suite } from '../types/suite.js';
import { checkAgents, modelLookup } from './check-agents.js';

const agent = (extra: Partial<AgentSpec> = {}): AgentSpec => ({
  name: 'buys',
  place: { file: 'shop.yml', line: 7, column: 1 },
  tags: [],
  only: false,
  models: [],
  servers: [],
  prompt: 'Buy a lamp.',
  runs: 1,
  delegates: [],
  scripts: [],
  faults: [],
  metrics: [],
  expect: {} as AgentSpec['expect'],
  ...extra,
});
const script = [[{ say: 'Done.' }]] as unknown as AgentSpec['scripts'];

function group(extra: Partial<AgentSpec>, model?: string, suite: Partial<Suite> = {}): PlannedGroup {
  const whole = { display_file: 'shop.yml', delegates: {}, ...suite } as Suite;
  return { suite: whole, agent: agent(extra), name: 'buys', model, runs: [], complete: true };
}

function problems(groups: PlannedGroup[], live = false): string {
  try {
    checkAgents(groups, modelLookup(), () => live);
    return '';
  } catch (error) {
    expect(error).toMatchObject({ code: 'agent-not-runnable', exitCode: 2 });
    return (error as Error).message;
  }
}

const budget = { per_test_usd: 1 } as Suite['budget'];
const unpriced = { house: { provider: 'openai', model: 'house-1' } } as unknown as Suite['models'];

describe('checkAgents', () => {
  it.each([
    ['a scripted agent with its script', group({ scripts: script }, 'scripted')],
    ['a model that is known', group({}, 'gpt-4o')],
    ['an agent of the user', group({ command: ['node', 'agent.js'] })],
    ['a test that is skipped, whatever it lacks', group({ skip: 'later', prompt: undefined })],
  ])('has nothing against %s', (_what, one) => {
    expect(problems([one])).toBe('');
  });

  it.each([
    ['has no `prompt`', group({ prompt: undefined }, 'gpt-4o')],
    ['names no `model`', group({})],
    ['is `scripted` and has no `script`', group({}, 'scripted')],
    ['has `agent: { command }` and a `script`', group({ command: ['a'], scripts: script })],
    ['has `agent: { command }` and `delegates`', group({ command: ['a'], delegates: ['b'] })],
    [
      'is judged by `lexical`, which is not a model',
      group({ judged: { model: 'lexical' } as AgentSpec['judged'] }, 'gpt-4o'),
    ],
  ])('says that it %s, with its place', (problem, one) => {
    expect(problems([one])).toContain(`shop.yml:7: \`buys\` ${problem}`);
  });

  it('shows all problems at once, each one once', () => {
    const bad = group({ prompt: undefined });
    expect(problems([bad, bad, group({ name: 'pays' })]).split('\n')).toHaveLength(3);
  });

  it('looks at those that work is handed to, also when they hand it on in a circle', () => {
    const delegates = {
      clerk: agent({ name: 'clerk', delegates: ['buyer'], models: ['scripted'] }),
      buyer: agent({ name: 'buyer', delegates: ['clerk'], models: ['scripted'], scripts: script }),
    };
    expect(problems([group({ delegates: ['clerk'] }, 'gpt-4o', { delegates })])).toMatch(
      /hands work to `clerk`, which is `scripted` and has no `script`$/,
    );
  });

  it('a budget needs a price, but not where a recording is played', () => {
    const one = group({}, 'house', { budget, models: unpriced });
    expect(problems([one], true)).toContain('the price of `house` is not known');
    expect(problems([one], false)).toBe('');
    expect(problems([group({}, 'house', { models: unpriced })], true)).toBe('');
  });

  it('a model that nobody knows is said by its name', () => {
    expect(() => checkAgents([group({}, 'no-such-model')], modelLookup(), () => false)).toThrow(
      expect.objectContaining({ code: 'unknown-model' }),
    );
  });
});
