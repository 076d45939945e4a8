/**
 * Gemini models, over `generateContent`. The package would turn a tool's schema into a smaller language
 * that has no bounds and no patterns; Gemini also takes the JSON Schema as it is, which is what MCP
 * clients send it, so that is put back.
 */
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { isObject, ownValue } from '../util/plain.js';
import { parametersOf } from './language-model.js';
import type { Provider } from './provider.js';

export const provider: Provider = {
  title: 'Google',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  open: ({ spec, baseUrl, apiKey, fetch }) =>
    // Calls without an id get one that depends on the conversation alone.
    createGoogleGenerativeAI({ baseURL: baseUrl, apiKey, fetch, generateId: () => '' })(spec.model),
  rewrite: (body, tools) => {
    const schemas = new Map(tools.map((tool) => [tool.name, parametersOf(tool.inputSchema)]));
    const groups = ownValue(body, 'tools');
    for (const group of Array.isArray(groups) ? groups : []) {
      const declarations = ownValue(group, 'functionDeclarations');
      for (const one of Array.isArray(declarations) ? declarations.filter(isObject) : []) {
        const schema = schemas.get(String(one.name));
        if (schema === undefined) continue;
        delete one.parameters;
        one.parametersJsonSchema = schema;
      }
    }
    return body;
  },
};
