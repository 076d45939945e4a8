/** Claude models, over the Messages interface. */
import { createAnthropic } from '@ai-sdk/anthropic';
import type { Provider } from './provider.js';

export const provider: Provider = {
  title: 'Anthropic',
  baseUrl: 'https://api.anthropic.com/v1',
  open: ({ spec, baseUrl, apiKey, fetch }) =>
    createAnthropic({ baseURL: baseUrl, apiKey, fetch })(spec.model),
  settings: () => ({
    search: {
      tools: {
        bm25: { id: 'anthropic.tool_search_bm25_20251119', name: 'tool_search' },
        regex: { id: 'anthropic.tool_search_regex_20251119', name: 'tool_search' },
      },
      deferred: { anthropic: { deferLoading: true } },
    },
  }),
};
