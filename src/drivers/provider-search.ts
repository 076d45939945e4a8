/**
 * Searches for tools that a provider makes by itself: it gets all tools, most of them to be found, and tells with its
 * answer what it looked for and found. Both go back to it in the next turn as they came.
 */
import type { ReplayPart, ToolSearched } from '../types/driver.js';
import type { Json, JsonObject } from '../types/json.js';
import { isObject, ownValue } from '../util/plain.js';
import type { LanguageModel } from './language-model.js';

type Part = Awaited<ReturnType<LanguageModel['doGenerate']>>['content'][number];

export interface ProviderSearch {
  tools: Record<'bm25' | 'regex', { id: `${string}.${string}`; name: string }>;
  /** What marks a tool that is to be found. */
  deferred: Record<string, JsonObject>;
}

/** A question that the provider asked itself, or the answer to it. */
export function searchParts(part: Part): ReplayPart[] {
  if (part.type === 'tool-call' && part.providerExecuted) {
    const { toolCallId: id, toolName: tool, input } = part;
    return [{ kind: 'search', search: { id, tool, input: readJson(input) } }];
  }
  if (part.type !== 'tool-result') return [];
  return [{ kind: 'search', search: { id: part.toolCallId, tool: part.toolName, result: part.result } }];
}

export function searchPart({ id, tool, input, result }: NonNullable<ReplayPart['search']>) {
  const named = { toolCallId: id, toolName: tool };
  if (result === undefined)
    return { type: 'tool-call' as const, ...named, input: input ?? {}, providerExecuted: true };
  return { type: 'tool-result' as const, ...named, output: { type: 'json' as const, value: result as Json } };
}

export function searchesIn(parts: readonly ReplayPart[]): ToolSearched[] {
  const asked = parts.flatMap(({ search }) =>
    search !== undefined && search.result === undefined ? [search] : [],
  );
  return asked.map(({ id, input }) => {
    const answer = parts.find(({ search }) => search?.id === id && search.result !== undefined)?.search
      ?.result;
    const hits = Array.isArray(answer) ? answer : [];
    const query = ownValue(input, 'query') ?? ownValue(input, 'pattern');
    return {
      query: typeof query === 'string' ? query : '',
      found: hits.flatMap((hit) => {
        const name = ownValue(hit, 'toolName');
        return typeof name === 'string' ? [name] : [];
      }),
    };
  });
}

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
