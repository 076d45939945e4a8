/** Mistral models, over its chat interface. */
import { createMistral } from '@ai-sdk/mistral';
import type { Provider } from './provider.js';

export const provider: Provider = {
  title: 'Mistral',
  baseUrl: 'https://api.mistral.ai/v1',
  open: ({ spec, baseUrl, apiKey, fetch }) => createMistral({ baseURL: baseUrl, apiKey, fetch })(spec.model),
};
