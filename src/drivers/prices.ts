/**
 * List prices in US dollars for a million tokens, as the providers published them. A dated model id
 * (`claude-sonnet-4-5-20250929`) has the price of the longest name here that it continues. What is not
 * here has no price: nothing is guessed, and a suite can say its own with `models.X.price`.
 */
import type { ModelSpec, Price, Usage } from '../types/driver.js';

/** The month in which these list prices were known. */
export const PRICES_AS_OF = '2025-11';

const PRICES: Record<string, Price> = {
  'claude-opus-4-5': { input: 5, output: 25, cached_input: 0.5 },
  'claude-opus-4-1': { input: 15, output: 75, cached_input: 1.5 },
  'claude-sonnet-4-5': { input: 3, output: 15, cached_input: 0.3 },
  'claude-sonnet-4-0': { input: 3, output: 15, cached_input: 0.3 },
  'claude-sonnet-4': { input: 3, output: 15, cached_input: 0.3 },
  'claude-haiku-4-5': { input: 1, output: 5, cached_input: 0.1 },
  'claude-3-5-haiku': { input: 0.8, output: 4, cached_input: 0.08 },
  'gpt-5': { input: 1.25, output: 10, cached_input: 0.125 },
  'gpt-5-mini': { input: 0.25, output: 2, cached_input: 0.025 },
  'gpt-5-nano': { input: 0.05, output: 0.4, cached_input: 0.005 },
  'gpt-4.1': { input: 2, output: 8, cached_input: 0.5 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6, cached_input: 0.1 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4, cached_input: 0.025 },
  'gpt-4o': { input: 2.5, output: 10, cached_input: 1.25 },
  'gpt-4o-mini': { input: 0.15, output: 0.6, cached_input: 0.075 },
  o3: { input: 2, output: 8, cached_input: 0.5 },
  'o4-mini': { input: 1.1, output: 4.4, cached_input: 0.275 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5 },
  'gemini-2.5-flash-lite': { input: 0.1, output: 0.4 },
  'mistral-large-2411': { input: 2, output: 6 },
};

/** Names in the table, for suggestions. */
export const PRICED_MODELS: readonly string[] = Object.keys(PRICES);

const FREE: Price = { input: 0, output: 0 };

/** What the suite says, else the list price; undefined when neither is known. */
export function priceOf(spec: ModelSpec): Price | undefined {
  if (spec.price !== undefined) return spec.price;
  if (spec.provider === 'scripted' || spec.provider === 'lexical') return FREE;
  // Another endpoint has its own prices, whatever the model is called there.
  if (spec.provider === 'openai-compatible' || spec.base_url !== undefined) return undefined;
  return listPrice(spec.model);
}

/** A name continues another only by a date or `latest`, so that `gpt-5-pro` is not sold as `gpt-5`. */
export function listPrice(model: string): Price | undefined {
  const base = model.replace(/(-\d{8}|-\d{4}-\d{2}-\d{2}|-latest|@\d{8})$/, '');
  const name = [model, base].find((each) => Object.hasOwn(PRICES, each));
  return name === undefined ? undefined : PRICES[name];
}

/** In US dollars. */
export function costOf(usage: Usage, price: Price): number {
  const cached = Math.min(usage.cached_input ?? 0, usage.input);
  const input = (usage.input - cached) * price.input + cached * (price.cached_input ?? price.input);
  return (input + usage.output * price.output) / 1_000_000;
}
