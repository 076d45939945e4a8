/** Whatever speaks OpenAI's chat interface at an address of its own: Ollama, vLLM, LM Studio, gateways. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Provider } from './provider.js';

export const provider: Provider = {
  title: 'The endpoint',
  baseUrl: '',
  open: ({ spec, baseUrl, apiKey, fetch }) =>
    createOpenAICompatible({
      name: 'compatible',
      baseURL: baseUrl,
      fetch,
      apiKey: apiKey || undefined,
    })(spec.model),
};
