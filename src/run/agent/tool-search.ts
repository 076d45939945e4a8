/**
 * A toolbox whose tools are found by a search (`tool_search:`): the model begins with the search tool and those that
 * hand work on, and sees what its searches find from the next turn on. A search is no call of a server: it stands in
 * the notes of the run, and metrics count what was called in the end. A provider that has a search of its own (Anthropic)
 * gets all tools, marked as to be found, and searches by itself.
 */
import { createSearch, searchedText } from '../../compat/search-tools.js';
import { compileRegex, regexProblem, type SafeRegex } from '../../regex/safe-regex.js';
import type { ToolDef } from '../../types/catalog.js';
import type { DriverTool, ToolAnswer, TurnCall } from '../../types/driver.js';
import type { ToolSearch } from '../../types/suite.js';
import { McptestError } from '../../util/errors.js';
import { isObject } from '../../util/plain.js';
import { clip, oneLine } from '../../util/text.js';
import type { RunLog } from './run-log.js';
import type { CallOutcome, Toolbox } from './toolbox.js';

const NAME = 'tool_search';
const HAND_OFF = /^hand_off\./;
const K = 5;
const QUERIES = { bm25: 'Words about what you want to do.', regex: 'A pattern, in any case of letters.' };
const FIELDS = ['name', 'description', 'property_names', 'property_descriptions'] as const;

export function withToolSearch(box: Toolbox, { kind = 'bm25', k = K }: ToolSearch, log: RunLog): Toolbox {
  const deferred = box.tools
    .filter(({ id }) => !HAND_OFF.test(id))
    .map((tool): DriverTool => ({ ...tool, deferred: true }));
  const always = box.tools.filter(({ id }) => HAND_OFF.test(id));
  const search = kind === 'regex' ? patternSearch(deferred) : wordSearch(deferred, k);
  const found = new Set<DriverTool>();
  const searchTool: DriverTool = {
    id: NAME,
    name: NAME,
    description: `Find tools by ${kind === 'regex' ? 'a regular expression' : 'what they do'}; returns up to ${k}, which can then be called.`,
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: QUERIES[kind] } },
      required: ['query'],
    },
    search: kind,
  };
  let shown: readonly DriverTool[] = [searchTool, ...always];
  const show = (query: string, hits: readonly DriverTool[]): void => {
    for (const hit of hits) found.add(hit);
    shown = [searchTool, ...always, ...deferred.filter((tool) => found.has(tool))];
    const names = hits.map(({ name }) => name).join(', ');
    log.note(`tool search ${JSON.stringify(clip(oneLine(query), 80))}: ${names || 'nothing found'}`);
  };
  const ask = async (call: TurnCall): Promise<CallOutcome> => {
    const query = isObject(call.args) && typeof call.args.query === 'string' ? call.args.query : '';
    const places = await search(query);
    const hits = places.slice(0, k).flatMap((place) => deferred[place] ?? []);
    show(query, hits);
    const text = hits.map(({ name, description }) => `${name}: ${clip(description ?? '', 200)}`).join('\n');
    const answer: ToolAnswer = { id: call.id, tool: call.tool, text: text || 'No tool matches.' };
    return { answer };
  };
  return {
    seen: box.seen,
    get tools() {
      return shown;
    },
    get deferred() {
      return deferred.filter((tool) => !found.has(tool));
    },
    searched: ({ query, found: names }) =>
      show(
        query,
        deferred.filter(
          ({ name, kept }) => names.includes(name) || (kept !== undefined && names.includes(kept)),
        ),
      ),
    call: async (call) => {
      if (call.tool === NAME) return ask(call);
      const hidden = deferred.some((tool) => tool.name === call.tool && !found.has(tool));
      return box.call(hidden ? { ...call, tool: `${call.tool} (not found by a search yet)` } : call);
    },
  };
}

type Search = (query: string) => Promise<number[]>;

function wordSearch(tools: readonly DriverTool[], k: number): Search {
  const search = createSearch(tools.map(definition), { kind: 'bm25', k, fields: FIELDS });
  return async (query) => search.places(query);
}

/** In the order of the list; a pattern that is none finds nothing. */
function patternSearch(tools: readonly DriverTool[]): Search {
  const texts = tools.map((tool) => searchedText(definition(tool), FIELDS));
  return async (query) => {
    if (query === '' || regexProblem(query, 'i') !== undefined) return [];
    const pattern = await compileRegex(query, 'i');
    const places: number[] = [];
    for (const [place, text] of texts.entries()) if (await matches(pattern, text)) places.push(place);
    return places;
  };
}

/** A pattern that takes too long finds nothing. */
async function matches(pattern: SafeRegex, text: string): Promise<boolean> {
  try {
    return await pattern.test(text);
  } catch (error) {
    if (error instanceof McptestError) return false;
    throw error;
  }
}

function definition({ name, description, inputSchema }: DriverTool): ToolDef {
  return { name, description, inputSchema };
}
