/**
 * Tools that a program keeps behind a search: its model reads their names, asks `tool_search` for their definitions and
 * calls them through `tool_call`. The search is a turn of ours that no script knows.
 */
import { ownValue } from '../../util/plain.js';
import type { WireCall, WireRequest, WireTool } from './format.js';
import { textAt } from './read-values.js';

export const SEARCH_ID = 'call_mcptest_search';
const SEARCH = 'tool_search';
const CALL = 'tool_call';

/** What has to be asked before anything else; undefined where nothing is kept back, or it is known by now. */
export function searchCall({ tools, messages }: WireRequest): (WireCall & { id: string }) | undefined {
  if (!hasSearch(tools)) return undefined;
  const isAsked = messages.some(
    (message) => message.role === 'assistant' && message.calls.some(({ id }) => id === SEARCH_ID),
  );
  const said = messages.flatMap((message) => (message.role === 'user' ? [message.text] : [])).join('\n');
  const names = [...said.matchAll(/^- "([^"\s]+)": "/gm)].map(([, name]) => name);
  if (isAsked || names.length === 0) return undefined;
  return { id: SEARCH_ID, name: SEARCH, args: { query: `select:${[...new Set(names)].join(',')}` } };
}

/** The definitions that the search returned. */
export function foundTools({ tools, messages }: WireRequest): WireTool[] {
  if (!hasSearch(tools)) return [];
  const results = messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
  const found = results.filter(({ id }) => id === SEARCH_ID).map(({ text }) => text);
  return [...found.join('\n').matchAll(/<function>(.*?)<\/function>/gs)].flatMap(([, text]) => {
    try {
      const tool: unknown = JSON.parse(text ?? '');
      const description = textAt(tool, 'description');
      return [{ name: textAt(tool, 'name'), description, schema: ownValue(tool, 'parametersJsonSchema') }];
    } catch {
      return [];
    }
  });
}

export function bridged(name: string, args: unknown): Pick<WireCall, 'name' | 'args'> {
  return { name: CALL, args: { name, arguments: args } };
}

function hasSearch(tools: readonly WireTool[]): boolean {
  return [SEARCH, CALL].every((name) => tools.some((tool) => tool.name === name));
}
