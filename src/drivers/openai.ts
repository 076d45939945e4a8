/**
 * OpenAI models, over Responses unless the suite says `api: chat`: there a reasoning model keeps what it
 * thought between two tool calls. Nothing is stored at OpenAI; the encrypted reasoning travels with the
 * conversation instead.
 */
import { createOpenAI } from '@ai-sdk/openai';
import type { Provider } from './provider.js';

export const provider: Provider = {
  title: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  open: ({ spec, baseUrl, apiKey, fetch }) => {
    const openai = createOpenAI({ baseURL: baseUrl, apiKey, fetch });
    return spec.api === 'chat' ? openai.chat(spec.model) : openai.responses(spec.model);
  },
  // Without `strict: false` Responses makes every optional parameter a required one.
  settings: () => ({ strict: false, providerOptions: { openai: { store: false } } }),
};
