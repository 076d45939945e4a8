/** Claude models, over the Messages interface. */
import { createAnthropic } from '@ai-sdk/anthropic';
import type { Provider } from './provider.js';

export const provider: Provider = {
  title: 'Anthropic',
  baseUrl: 'https://api.anthropic.com/v1',
  open: ({ spec, baseUrl, apiKey, fetch }) =>
    createAnthropic({ baseURL: baseUrl, apiKey, fetch })(spec.model),
};
