/** `models:` and `budget:` — who thinks, and what that may cost. */
import { block, choice, define, map, number, optional, pattern, text, wholeNumber } from '../shape.js';
import { ENV_NAME } from './server.js';

const MOST_USD = 1_000_000;

const price = block('US dollars for a million tokens.', () => ({
  input: number('Of tokens read.', 0, MOST_USD),
  output: number('Of tokens written.', 0, MOST_USD),
  cached_input: optional(
    number("Of tokens read from the provider's cache. Default: as `input`.", 0, MOST_USD),
  ),
}));

const model = define(
  'model',
  block('A model under a name of the suite.', () => ({
    provider: optional(
      choice('Who serves it. By default what its name says, such as anthropic for `claude-...`.', [
        'anthropic',
        'openai',
        'google',
        'mistral',
        'openai-compatible',
      ]),
    ),
    base_url: optional(text('Address of the endpoint, for a gateway or a server of your own.')),
    api_key_env: optional(
      pattern(
        'Name of the environment variable that holds the key.',
        ENV_NAME,
        'expected the name of an environment variable',
      ),
    ),
    model: optional(text("The name that the provider knows. Default: the entry's own name.")),
    api: optional(
      choice('OpenAI only: which of its interfaces is spoken. Default: responses.', ['responses', 'chat']),
    ),
    concurrency: optional(
      wholeNumber('The most requests to it at the same time. Default: as many as there are runs.', 1, 1000),
    ),
    price: optional(price),
  })),
);

export const models = map('Models by the name that `model` of an agent test uses.', model);

export const budget = block('What the models may cost, in US dollars.', () => ({
  per_test_usd: optional(number('For one test, all its runs together.', 0, MOST_USD)),
  per_suite_usd: optional(number('For the suite.', 0, MOST_USD)),
}));
