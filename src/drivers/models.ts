/**
 * The name of a model → who serves it. A name in the suite's `models:` comes first, then the two built-in
 * drivers, then the prefixes that belong to one provider. Any other name is an error with a suggestion,
 * never a stand-in.
 */
import type { ModelEntry, ModelSpec, ProviderName } from '../types/driver.js';
import { didYouMean } from '../util/did-you-mean.js';
import { EXIT, McptestError } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { oneLine } from '../util/text.js';
import { PRICED_MODELS } from './prices.js';

const PREFIXES: [RegExp, ProviderName][] = [
  [/^claude-/, 'anthropic'],
  [/^(gpt-|chatgpt-|o\d)/, 'openai'],
  [/^gemini-/, 'google'],
  [/^(open-)?(mistral|mixtral|ministral|magistral|codestral|devstral|pixtral)-/, 'mistral'],
];

const KEYS: Record<ProviderName, string[]> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  mistral: ['MISTRAL_API_KEY'],
  'openai-compatible': [],
  scripted: [],
  lexical: [],
};

export const PROVIDERS = Object.keys(KEYS) as ProviderName[];

/** Throws `McptestError`: `unknown-model`, or `invalid-model` when an entry of `models:` cannot work. */
export function resolveModel(name: string, models: Readonly<Record<string, ModelEntry>> = {}): ModelSpec {
  const entry = Object.hasOwn(models, name) ? models[name] : undefined;
  if (entry !== undefined) return fromEntry(name, entry);
  const provider = providerOf(name);
  if (provider === undefined) throw unknownModel(name, Object.keys(models));
  return { name, provider, model: name, api_key_env: KEYS[provider] };
}

/** The provider that a name belongs to by itself, if any. */
export function providerOf(name: string): ProviderName | undefined {
  if (name === 'scripted' || name === 'lexical') return name;
  return PREFIXES.find(([prefix]) => prefix.test(name))?.[1];
}

function fromEntry(name: string, entry: ModelEntry): ModelSpec {
  const model = entry.model ?? name;
  const provider = entry.provider ?? providerOf(model);
  if (provider === undefined) {
    throw invalid(
      name,
      `it names no provider, and "${oneLine(model)}" is not a name that tells one`,
      `Add provider: ${PROVIDERS.join(' | ')}.`,
    );
  }
  if (!PROVIDERS.includes(provider)) {
    const near = didYouMean(provider, PROVIDERS);
    throw invalid(
      name,
      `"${oneLine(provider)}" is not a provider`,
      near ? `did you mean ${near}?` : `Use one of ${PROVIDERS.join(', ')}.`,
    );
  }
  if (provider === 'openai-compatible' && entry.base_url === undefined) {
    throw invalid(name, 'it has no base_url', 'Add base_url, for example http://localhost:11434/v1.');
  }
  const { api, concurrency, price } = entry;
  return omitUndefined({
    name,
    provider,
    model,
    base_url: entry.base_url === undefined ? undefined : baseUrl(name, entry.base_url),
    api_key_env: entry.api_key_env === undefined ? KEYS[provider] : [entry.api_key_env],
    api,
    concurrency,
    price,
  });
}

function baseUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw invalid(name, 'base_url is not an http or https address', 'Write it as https://host/v1.');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid(name, 'base_url holds a user name or password', 'Name a variable in api_key_env instead.');
  }
  return text.replace(/\/+$/, '');
}

function unknownModel(name: string, declared: string[]): McptestError {
  const near = didYouMean(name, [...declared, 'scripted', 'lexical', ...PRICED_MODELS]);
  return new McptestError({
    code: 'unknown-model',
    message: `the model "${oneLine(name)}" is not known`,
    hint: near
      ? `did you mean ${near}?`
      : 'Declare it under models: with provider, model and base_url, or use scripted or lexical.',
    exitCode: EXIT.usage,
  });
}

function invalid(name: string, why: string, hint: string): McptestError {
  return new McptestError({
    code: 'invalid-model',
    message: `models.${oneLine(name)} cannot be used: ${why}`,
    hint,
    exitCode: EXIT.usage,
  });
}
