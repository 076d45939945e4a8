/**
 * A benchmark to start from, drafted from a catalogue: one request a tool, put in other words than the
 * definition, and the plainest damage. It is valid and runs as it is; the requests want to be rewritten
 * the way users really ask.
 */
import { isSmallWord, searchTerms, splitWords, stem } from '../catalog/words.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import { ownValue } from '../util/plain.js';

/** How people say what names of tools say. */
const SAYINGS: Record<string, string> = {
  add: 'put in',
  cancel: 'call off',
  check: 'make sure about',
  convert: 'turn into another form:',
  create: 'make a new',
  delete: 'get rid of',
  fetch: 'get hold of',
  find: 'look for',
  generate: 'make',
  get: 'find out about',
  list: 'see all the',
  lookup: 'find out about',
  read: 'see what is in',
  remove: 'take away',
  run: 'start',
  search: 'look for',
  send: 'get out',
  set: 'change',
  start: 'begin',
  stop: 'end',
  update: 'change',
  write: 'put down',
};

const MAX_INTENTS = 50;
const KEYWORDS = 3;

export interface SuggestOptions {
  /** Written as `catalog_path:`; without it the tools stand in the spec. */
  catalog_path?: string;
}

export function suggestSpec(catalog: Catalog, options: SuggestOptions = {}): string {
  const tools = catalog.tools.filter((tool) => typeof ownValue(tool, 'name') === 'string');
  const spread = spreadOf(tools);
  const chosen = tools.slice(0, MAX_INTENTS);
  const lines = [
    '# Drafted from the catalogue. Rewrite each query the way your users would ask, without looking at',
    '# the description, then run: mcptest tool-bench run THIS_FILE',
    options.catalog_path === undefined
      ? `catalog: ${indented({ tools })}`
      : `catalog_path: ${JSON.stringify(options.catalog_path)}`,
    'intents:',
    ...chosen.flatMap((tool) => [
      `  - query: ${JSON.stringify(draftQuery(tool, spread))}`,
      `    gold: [${JSON.stringify(tool.name)}]`,
    ]),
    'mutations:',
    ...chosen.map((tool) => `  - { tool: ${JSON.stringify(tool.name)}, kind: blank }`),
  ];
  return `${lines.join('\n')}\n`;
}

/** One search for each tool: the words of its name, and those of its description that fewest tools share. */
export function draftQueries(tools: readonly ToolDef[]): string[] {
  const named = tools.map((tool) =>
    typeof ownValue(tool, 'name') === 'string' ? tool : { ...tool, name: '' },
  );
  const spread = spreadOf(named);
  return named.map((tool) => [...splitWords(tool.name), ...keywords(tool, spread)].join(' '));
}

/** "I want to find out about forecast. It is about weather and city." */
export function draftQuery(tool: ToolDef, spread: ReadonlyMap<string, number> = new Map()): string {
  const about = keywords(tool, spread);
  const wish = draftWish(tool);
  return about.length === 0 ? wish : `${wish} It is about ${joined(about)}.`;
}

/** "I want to find out about forecast." */
export function draftWish(tool: ToolDef): string {
  const [first = '', ...rest] = splitWords(tool.name);
  const saying = sayingOf(first);
  const object = (saying === undefined ? [first, ...rest] : rest)
    .filter((word) => !isSmallWord(word))
    .join(' ');
  return saying === undefined
    ? `I need help with ${object || tool.name}.`
    : `I want to ${saying} ${object || 'something'}.`;
}

export function sayingOf(verb: string): string | undefined {
  return ownValue(SAYINGS, verb) as string | undefined;
}

/** The words of the description that the fewest tools share and the name does not hold, rarest first. */
export function keywords(tool: ToolDef, spread: ReadonlyMap<string, number>): string[] {
  const description = ownValue(tool, 'description');
  if (typeof description !== 'string') return [];
  const seen = new Set(searchTerms(tool.name));
  const words: { word: string; tools: number }[] = [];
  for (const word of splitWords(description.slice(0, 2000))) {
    const term = stem(word);
    if (isSmallWord(word) || word.length < 3 || /\d/.test(word) || seen.has(term)) continue;
    seen.add(term);
    words.push({ word, tools: spread.get(term) ?? 1 });
  }
  return words
    .sort((a, b) => a.tools - b.tools)
    .slice(0, KEYWORDS)
    .map(({ word }) => word);
}

/** In how many tools each word stands. */
export function spreadOf(tools: readonly ToolDef[]): Map<string, number> {
  const spread = new Map<string, number>();
  for (const tool of tools) {
    const text = `${tool.name} ${typeof tool.description === 'string' ? tool.description : ''}`;
    for (const term of new Set(searchTerms(text))) spread.set(term, (spread.get(term) ?? 0) + 1);
  }
  return spread;
}

export function joined(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** JSON is YAML as long as it stands deeper than its key. */
function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\n/g, '\n  ');
}
