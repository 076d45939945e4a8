import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { McptestError } from '../util/errors.js';
import { resolveModel } from './models.js';
import { costOf, listPrice, PRICED_MODELS, PRICES_AS_OF, priceOf } from './prices.js';

function errorOf(work: () => unknown): McptestError {
  try {
    work();
  } catch (error) {
    return error as McptestError;
  }
  throw new Error('nothing was thrown');
}

describe('resolveModel', () => {
  it.each([
    ['claude-sonnet-4-5', 'anthropic', ['ANTHROPIC_API_KEY']],
    ['gpt-5', 'openai', ['OPENAI_API_KEY']],
    ['chatgpt-4o-latest', 'openai', ['OPENAI_API_KEY']],
    ['o3', 'openai', ['OPENAI_API_KEY']],
    ['o4-mini', 'openai', ['OPENAI_API_KEY']],
    ['gemini-2.5-flash', 'google', ['GEMINI_API_KEY', 'GOOGLE_API_KEY']],
    ['mistral-large-latest', 'mistral', ['MISTRAL_API_KEY']],
    ['open-mixtral-8x22b', 'mistral', ['MISTRAL_API_KEY']],
    ['codestral-latest', 'mistral', ['MISTRAL_API_KEY']],
    ['scripted', 'scripted', []],
    ['lexical', 'lexical', []],
  ])('knows who serves %s', (name, provider, keys) => {
    expect(resolveModel(name)).toEqual({ name, provider, model: name, api_key_env: keys });
  });

  it('takes what the suite declares first', () => {
    const spec = resolveModel('gpt-5', {
      'gpt-5': {
        provider: 'openai-compatible',
        base_url: 'http://localhost:11434/v1/',
        model: 'qwen3',
        price: { input: 1, output: 2 },
      },
    });
    expect(spec).toEqual({
      name: 'gpt-5',
      provider: 'openai-compatible',
      model: 'qwen3',
      base_url: 'http://localhost:11434/v1',
      api_key_env: [],
      price: { input: 1, output: 2 },
    });
  });

  it('reads the provider from the model that an entry names', () => {
    const models = { fast: { model: 'claude-haiku-4-5', api_key_env: 'TEAM_KEY' } };
    expect(resolveModel('fast', models)).toMatchObject({ provider: 'anthropic', api_key_env: ['TEAM_KEY'] });
  });

  it.each([
    ['scriptd', 'scripted'],
    ['lexcal', 'lexical'],
    ['mymodl', 'mymodel'],
    ['cluade-sonnet-4-5', 'claude-sonnet-4-5'],
  ])('does not know %s, and suggests %s', (name, near) => {
    const error = errorOf(() => resolveModel(name, { mymodel: { provider: 'mistral' } }));
    expect([error.code, error.exitCode, error.hint]).toEqual(['unknown-model', 2, `did you mean ${near}?`]);
  });

  it('takes no inherited name for a model', () => {
    expect(errorOf(() => resolveModel('constructor', {})).code).toBe('unknown-model');
  });

  it.each([
    [{ provider: 'openai-compatible' as const }, 'base_url'],
    [{ provider: 'openai-compatible' as const, base_url: 'localhost:1234' }, 'https://host/v1'],
    [{ provider: 'openai-compatible' as const, base_url: 'http://me:secret@localhost/v1' }, 'api_key_env'],
    [{ base_url: 'http://localhost/v1' }, 'provider'],
    [{ provider: 'mistrall' as 'mistral' }, 'did you mean mistral?'],
  ])('refuses %j with a way out', (entry, hint) => {
    const error = errorOf(() => resolveModel('local', { local: entry }));
    expect(error.code).toBe('invalid-model');
    expect(error.hint).toContain(hint);
    expect(error.message).not.toContain('secret');
  });
});

describe('prices', () => {
  it('gives a dated id the price of its model, and nothing to its cousins', () => {
    expect(listPrice('claude-sonnet-4-5-20250929')).toEqual(listPrice('claude-sonnet-4-5'));
    expect(listPrice('gpt-4o-2024-08-06')).toEqual(listPrice('gpt-4o'));
    expect(listPrice('gpt-4o-mini-2024-07-18')).toEqual(listPrice('gpt-4o-mini'));
    for (const name of ['gpt-5-pro', 'gpt-4o-audio-preview', 'claude-sonnet-9', 'constructor']) {
      expect(listPrice(name)).toBeUndefined();
    }
  });

  it('prefers the price of the suite, and knows none for an endpoint of its own', () => {
    const price = { input: 9, output: 9 };
    expect(priceOf(resolveModel('m', { m: { model: 'gpt-5', price } }))).toBe(price);
    const local = { provider: 'openai-compatible' as const, base_url: 'http://localhost/v1', model: 'gpt-5' };
    expect(priceOf(resolveModel('m', { m: local }))).toBeUndefined();
    const gateway = { ...local, provider: 'openai' as const };
    expect(priceOf(resolveModel('m', { m: gateway }))).toBeUndefined();
    expect(priceOf(resolveModel('gpt-5'))).toMatchObject({ input: 1.25, output: 10 });
    expect(priceOf(resolveModel('scripted'))).toEqual({ input: 0, output: 0 });
  });

  it('adds up input, cached input and output', () => {
    const usage = { input: 1_000_000, output: 100_000, total: 1_100_000, cached_input: 400_000 };
    expect(costOf(usage, { input: 3, output: 15, cached_input: 0.3 })).toBeCloseTo(1.8 + 0.12 + 1.5, 10);
    expect(costOf(usage, { input: 3, output: 15 })).toBeCloseTo(4.5, 10);
  });

  it('make nothing of more cached input than there was input', () => {
    const usage = { input: 1_000_000, output: 0, total: 1_000_000, cached_input: 9_000_000 };
    expect(costOf(usage, { input: 3, output: 15, cached_input: 0.3 })).toBeCloseTo(0.3, 10);
  });

  it('are those that the documentation shows', () => {
    const page = readFileSync(new URL('../../docs/models.md', import.meta.url), 'utf8');
    const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
    expect(page).toContain(`known in ${month.format(new Date(`${PRICES_AS_OF}-15`))}`);
    const rows = [...page.matchAll(/^\| (`[^|]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]*) ?\|$/gm)];
    const shown = rows.flatMap(([, names = '', input, output, cached]) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => {
        const price = { input: Number(input), output: Number(output) };
        return [name, cached ? { ...price, cached_input: Number(cached) } : price] as const;
      }),
    );
    expect(Object.fromEntries(shown)).toEqual(
      Object.fromEntries(PRICED_MODELS.map((name) => [name, listPrice(name)])),
    );
  });
});
