import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startProvider } from '../../fixtures/provider/loopback.js';
import { folder } from '../../test/lib/cli.js';
import type { PlannedCase } from '../types/plan.js';
import { DIMENSIONS } from './dimensions.js';
import { offlineJudge } from './offline/judge.js';
import { checkJudges, openJudge } from './open-judge.js';
import { scoreServer } from './server-score.js';

const input = () => ({ workspace: folder({}), env: {} });
const served = { judge: 'local', base_url: 'http://127.0.0.1:9/v1' };

describe('the judge that a user names', () => {
  it('is the offline one where none is named', async () => {
    const { judge, warning } = await openJudge(input());
    expect(judge).toBe(offlineJudge);
    expect(warning()).toBeUndefined();
  });

  it.each([
    ['base_url', '--base-url has no meaning for the offline judge'],
    ['rubric', '--rubric has no meaning for the offline judge'],
  ])('takes no %s offline', async (key, message) => {
    await expect(openJudge({ ...input(), [key]: 'x' })).rejects.toThrow(message);
  });

  it('is no model that plays an agent', async () => {
    await expect(openJudge({ ...input(), judge: 'scripted' })).rejects.toThrow(
      'scripted stands in for the model of an agent test',
    );
  });

  it('is any model behind an address, with answers kept or asked anew', async () => {
    expect((await openJudge({ ...input(), ...served })).judge.id).toContain('local');
    expect((await openJudge({ ...input(), ...served, fresh: true })).warning()).toBeUndefined();
  });

  it('has no budget where its price is not known', async () => {
    const error = await openJudge({ ...input(), ...served, max_cost: 1 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'price-unknown', exitCode: 2 });
  });

  it('is asked no more once its budget is spent, and says so of what was not judged', async () => {
    const answer = { score: 4, justification: 'It says "Finds".' };
    const scores = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, answer]));
    const text = JSON.stringify({ scores, annotation_contradiction: false, summary: 'Fine.' });
    const provider = await startProvider('openai-chat', () => ({ text }));
    const { judge } = await openJudge({
      ...input(),
      judge: 'house',
      // The wire model counts 100 tokens in and 10 out for an answer: 0.11 dollars.
      models: {
        house: {
          provider: 'openai-compatible',
          base_url: provider.url,
          price: { input: 1000, output: 1000 },
        },
      },
      max_cost: 0.2,
    });
    const tools = ['a', 'b', 'c', 'd'].map((name) => ({ name, description: `Finds ${name} boats.` }));
    const result = await scoreServer({ server: 's', tools }, { judge, scoredAt: '' });
    await provider.close();
    expect(provider.requests).toHaveLength(2);
    expect(result.tools.map((tool) => 'unscored' in tool && tool.unscored)).toEqual([
      false,
      false,
      expect.stringContaining('The budget of $0.2 is spent'),
      expect.stringContaining('The budget of $0.2 is spent'),
    ]);
    expect(result).not.toHaveProperty('overallScore');
  });

  it('names the place where a rubric cannot be read', async () => {
    const rubric = join(folder({ 'rubric.yml': 'tool: [\n' }), 'rubric.yml');
    await expect(openJudge({ ...input(), ...served, rubric })).rejects.toThrow(
      /rubric\.yml:\d+:\d+ is neither YAML nor JSON/,
    );
    const other = join(folder({ 'rubric.yml': 'tool: 7\n' }), 'rubric.yml');
    await expect(openJudge({ ...input(), ...served, rubric: other })).rejects.toThrow(/rubric\.yml/);
  });
});

describe('judges of a suite', () => {
  const planned = (judge: string | undefined, skip?: string, more: object = {}) =>
    ({
      suite: { display_file: 'mcptest.yml', models: {}, ...more },
      test: {
        name: 'quality',
        place: { line: 3, column: 5 },
        skip,
        steps: [{ call: { kind: 'catalog', judge } }, { call: { kind: 'tool' } }],
      },
    }) as unknown as PlannedCase;

  it('are refused all at once, each with its place', async () => {
    const cases = [planned('ofline'), planned('lexical'), planned('offline'), planned(undefined)];
    const error = await checkJudges(cases).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ exitCode: 2 });
    const lines = (error as Error).message.split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^mcptest\.yml:3:5: `quality` cannot be judged: .*\. did you mean offline\?$/),
      expect.stringMatching(
        /^mcptest\.yml:3:5: `quality` cannot be judged: lexical stands in for .* tools\. Write --judge/,
      ),
    ]);
  });

  it('need a price where the suite has a budget', async () => {
    const house = { provider: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1' };
    const budget = { per_suite_usd: 1 };
    const error = await checkJudges([planned('house', undefined, { models: { house }, budget })]).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'price-unknown', exitCode: 2 });
    expect((error as Error).message).toContain('models.house.price');
    const priced = { house: { ...house, price: { input: 1, output: 1 } } };
    await expect(
      checkJudges([planned('house', undefined, { models: priced, budget })]),
    ).resolves.toBeUndefined();
  });

  it('do not matter where the test is skipped', async () => {
    await expect(checkJudges([planned('ofline', 'later')])).resolves.toBeUndefined();
  });
});
