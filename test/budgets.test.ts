/** A budget stops a run before the call that would pass it, with what there is of the report. */
import { afterEach, describe, expect, it } from 'vitest';
import { type LoopbackProvider, startProvider } from '../fixtures/provider/loopback.js';
import { puppet } from '../fixtures/provider/puppet.js';
import { manifest, mock, project, runAgents } from './lib/agents.js';
import { mcptest } from './lib/cli.js';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  await Promise.all(providers.splice(0).map((provider) => provider.close()));
});

/** Two turns a run; each costs 0.003 at 3 and 15 dollars a million. */
async function costly(): Promise<LoopbackProvider> {
  const usage = { input: 500, output: 100 };
  const provider = await startProvider(
    'anthropic',
    puppet([
      {
        turns: [
          { calls: [{ name: 'store__read', args: {} }], usage },
          { text: 'Read.', usage },
        ],
      },
    ]),
  );
  providers.push(provider);
  return provider;
}

const store = { 'store.json': manifest('store', [{ name: 'read' }]) };
const agent = {
  name: 'reads',
  model: 'claude-sonnet-4-5',
  prompt: 'Read it.',
  expect: [{ tool_names: { contains: 'read' } }],
};
const suite = (
  url: string,
  budget: object,
  agents: object[],
  price: object | null = { input: 3, output: 15 },
) => ({
  budget,
  models: { 'claude-sonnet-4-5': { base_url: url, ...(price && { price }) } },
  servers: { store: mock('store.json') },
  agents,
});

describe('a budget', () => {
  it('of one cent stops before the call that would pass it: exit 5, with the partial report', async () => {
    const provider = await costly();
    const cwd = project({
      ...store,
      'mcptest.yml': suite(provider.url, { per_suite_usd: 0.01 }, [{ ...agent, runs: 5 }]),
    });
    const { code, envelope, stderr } = await runAgents(cwd, ['--concurrency', '1']);
    expect(code).toBe(5);
    expect(provider.requests).toHaveLength(3);
    expect(envelope.results.map(({ verdict }) => verdict)).toEqual([
      'pass',
      'inconclusive',
      'inconclusive',
      'inconclusive',
      'inconclusive',
    ]);
    expect(envelope.results[1]?.checks[0]?.message).toMatch(/per_suite_usd is \$0\.01, \$0\.009 is spent/);
    expect(envelope.results[2]?.checks[0]?.message).toMatch(/^not run: per_suite_usd/);
    expect(envelope.errors?.[0]).toMatchObject({ where: 'budget' });
    expect(stderr).not.toContain('mcptest broke');
  });

  it('is kept by runs side by side', async () => {
    const provider = await costly();
    const cwd = project({
      ...store,
      'mcptest.yml': suite(provider.url, { per_suite_usd: 0.01 }, [{ ...agent, runs: 8 }]),
    });
    const { code } = await runAgents(cwd, ['--concurrency', '8']);
    expect(code).toBe(5);
    expect(provider.requests).toHaveLength(3);
  });

  it('ends a model that calls without end', async () => {
    const usage = { input: 500, output: 100 };
    const calls = [{ name: 'store__read', args: {} }];
    const provider = await startProvider('anthropic', () => ({ calls, usage }));
    providers.push(provider);
    const endless = { ...agent, max_turns: 100 };
    const cwd = project({ ...store, 'mcptest.yml': suite(provider.url, { per_test_usd: 0.02 }, [endless]) });
    const { code, envelope } = await runAgents(cwd);
    expect(code).toBe(5);
    expect(provider.requests).toHaveLength(6);
    expect(envelope.results[0]?.trace?.calls).toHaveLength(6);
  });

  it('of one test leaves the others alone', async () => {
    const provider = await costly();
    const cwd = project({
      ...store,
      'mcptest.yml': suite(provider.url, { per_test_usd: 0.007 }, [
        { ...agent, name: 'many', runs: 3 },
        { ...agent, name: 'one' },
      ]),
    });
    const { code, envelope } = await runAgents(cwd, ['--concurrency', '1']);
    expect(code).toBe(5);
    expect(envelope.results.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['many #1', 'pass'],
      ['many #2', 'inconclusive'],
      ['many #3', 'inconclusive'],
      ['one', 'pass'],
    ]);
  });

  it('that is enough changes nothing', async () => {
    const provider = await costly();
    const cwd = project({ ...store, 'mcptest.yml': suite(provider.url, { per_test_usd: 1 }, [agent]) });
    const { code } = await runAgents(cwd);
    expect(code).toBe(0);
  });

  it('too small for a single call asks nobody', async () => {
    const provider = await costly();
    const cwd = project({ ...store, 'mcptest.yml': suite(provider.url, { per_test_usd: 0.00001 }, [agent]) });
    const { code } = await runAgents(cwd);
    expect(code).toBe(5);
    expect(provider.requests).toHaveLength(0);
  });

  it('without a known price is exit 2; nothing is asked', async () => {
    const provider = await costly();
    const cwd = project({ ...store, 'mcptest.yml': suite(provider.url, { per_test_usd: 1 }, [agent], null) });
    const { code, stderr } = await mcptest(['run'], { cwd });
    expect(stderr).toMatch(/the price of `claude-sonnet-4-5` is not known \(the table is of \d{4}-\d\d\)/);
    expect(code).toBe(2);
    expect(provider.requests).toHaveLength(0);
  });

  it('is not spent by a replay', async () => {
    const provider = await costly();
    const generous = suite(provider.url, { per_test_usd: 1 }, [{ ...agent, runs: 3 }]);
    const cwd = project({ ...store, 'mcptest.yml': generous });
    await runAgents(cwd, ['--record']);
    const tight = { ...generous, budget: { per_test_usd: 0.0001 } };
    const again = project({ ...store, 'mcptest.yml': tight });
    const { cp } = await import('node:fs/promises');
    await cp(`${cwd}/cassettes`, `${again}/cassettes`, { recursive: true });
    const { code, envelope } = await runAgents(again);
    expect(code).toBe(0);
    expect(envelope.results[0]?.trace?.cost_usd).toBeCloseTo(0.006, 9);
  });

  describe('with a model that judges definitions', () => {
    const tools = Array.from({ length: 5 }, (_, at) => ({ name: `read_${at}` }));
    const judged = async (budget: object | undefined, args: string[], price?: object | null) => {
      const usage = { input: 500, output: 100 };
      const provider = await startProvider('anthropic', () => ({ text: 'no', usage }));
      providers.push(provider);
      const { agents: _, ...rest } = suite(provider.url, budget ?? {}, [], price);
      const tdqs = [{ name: 'definitions', judge: 'claude-sonnet-4-5' }];
      const cwd = project({ 'store.json': manifest('store', tools), 'mcptest.yml': { ...rest, tdqs } });
      return { ...(await runAgents(cwd, args)), asked: provider.requests.length };
    };

    it.each([
      ['--max-cost', undefined, ['--max-cost', '0.02']],
      ['per_suite_usd', { per_suite_usd: 0.02 }, []],
      ['per_test_usd', { per_test_usd: 0.02 }, []],
    ])('%s ends its questions before the one that would pass it: exit 5', async (name, budget, args) => {
      const { code, envelope, asked } = await judged(budget, args);
      expect(code).toBe(5);
      // Five tools and the set of them, each asked three times, would be 18 turns.
      expect([asked > 0, asked * 0.003 <= 0.02]).toEqual([true, true]);
      expect(envelope.results[0]?.verdict).toBe('inconclusive');
      expect(envelope.errors?.[0]).toMatchObject({ where: 'budget' });
      expect(envelope.errors?.[0]?.message).toContain(`${name} is $0.02`);
    });

    it('--max-cost without a known price is exit 2', async () => {
      const { code, stderr, asked } = await judged(undefined, ['--max-cost', '1'], null);
      expect([code, asked]).toEqual([2, 0]);
      expect(stderr).toContain('has a budget, and its price is not known');
    });
  });

  describe('with a judge of answers', () => {
    const judged = async (usd: number, tests: object, text: string) => {
      const usage = { input: 500, output: 100 };
      const provider = await startProvider('anthropic', () => ({ text, usage }));
      providers.push(provider);
      const { agents: _, ...rest } = suite(provider.url, { per_suite_usd: usd }, []);
      const cwd = project({ ...store, 'mcptest.yml': { ...rest, ...tests } });
      return { ...(await runAgents(cwd)), asked: provider.requests.length };
    };

    it('counts every time that it is asked again', async () => {
      const expect_ = [{ result: { llm_judge: { rubric: 'It is fine.', model: 'claude-sonnet-4-5' } } }];
      const tools = [{ name: 'read', tool: 'read', expect: expect_ }];
      // Once is 0.003 dollars, and the answer does not fit.
      const { code, envelope, asked } = await judged(0.004, { tools }, 'no score');
      expect([code, asked]).toEqual([5, 1]);
      expect(envelope.results[0]?.checks[0]?.message).toContain('per_suite_usd is $0.004, $0.003 is spent');
    });

    it('counts the length of the run that it reads', async () => {
      const long = { ...agent, model: 'scripted', script: [{ say: 'x'.repeat(100_000) }] };
      const block = { rubric: { text: 'It is short.', threshold: 0.5 }, model: 'claude-sonnet-4-5' };
      const agents = [{ ...long, expect: [{ tool_names: { length: 0 } }], judged: block }];
      // 25,000 tokens cost 0.075 dollars.
      const { code, asked } = await judged(0.05, { agents }, '{}');
      expect([code, asked]).toEqual([5, 0]);
    });
  });
});
