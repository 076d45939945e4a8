/**
 * What to write: the faults of a server, each once with all the tools that have it, what repairing it in
 * all of them is worth, and for each tool a sentence to paste and to fill in. Pairs that nobody can tell
 * apart and gaps in the surface come along. The sentences are frames: what is in brackets only the author knows.
 */
import { searchTerms, splitWords, stem } from '../catalog/words.js';
import { isActionWord } from '../lint/tool-text.js';
import type { ToolDef } from '../types/catalog.js';
import type { Dimension, Fix, ServerJudgement, ToolScore } from '../types/tdqs.js';
import { descriptionQuality, inTenths, overall, tdqsTenths, totalsOf } from './arithmetic.js';
import { DIMENSIONS } from './dimensions.js';
import { sharedPrefix, withoutPrefix } from './name-prefix.js';
import { toolName } from './score-tool.js';

/** What one tool does wrong, and several. */
const FAULTS: Readonly<Record<Dimension, readonly [one: string, several: string]>> = {
  purpose_clarity: [
    'does not say what is done to what, or how it differs from a sibling',
    'do not say what is done to what, or how they differ from a sibling',
  ],
  usage_guidelines: [
    'does not say when to use it, when not, and what to use instead',
    'do not say when to use them, when not, and what to use instead',
  ],
  behavioral_transparency: ['does not disclose how it behaves', 'do not disclose how they behave'],
  parameter_semantics: ['leaves parameters unexplained', 'leave parameters unexplained'],
  conciseness_structure: ['wastes words, or has too few', 'waste words, or have too few'],
  contextual_completeness: ['leaves out what a caller needs', 'leave out what a caller needs'],
};
/** What a repaired dimension is brought to. */
const REPAIRED = 4;
/** Sentences for this many tools of a fault; the others follow the same pattern. */
const SENTENCES = 3;

export interface FixInput {
  tools: readonly ToolScore[];
  definitions: readonly ToolDef[];
  /** In tenths; absent when the set was not judged. */
  coherence?: number;
  set?: ServerJudgement;
}

/** The largest gain first; nothing that gains nothing, unless it is about the set. */
export function fixesOf({ tools, definitions, coherence, set }: FixInput): Fix[] {
  const now = scoreOf(tools, coherence);
  const byName = new Map(definitions.map((tool) => [toolName(tool), tool]));
  // What is to be said of their behaviour ends with what comes back.
  const silent = new Set(
    tools.flatMap(({ name, scores }) => (scores.behavioral_transparency < 3 ? [name] : [])),
  );
  const found = DIMENSIONS.flatMap((dimension): Fix[] => {
    const faulty = tools.filter(({ scores }) => scores[dimension] < 3);
    if (faulty.length === 0) return [];
    const gain = (scoreOf(tools, coherence, dimension) - now) / 10;
    const sentences = faulty.slice(0, SENTENCES).flatMap(({ name }) => {
      const definition = byName.get(name);
      const text =
        definition &&
        sentenceFor({ dimension, tool: definition, all: definitions, isToldReturn: silent.has(name) });
      return text === undefined ? [] : [{ tool: name, text }];
    });
    const fault = FAULTS[dimension][faulty.length === 1 ? 0 : 1];
    return [{ fault, dimension, tools: faulty.map(({ name }) => name), gain, sentences }];
  });
  return [...found.sort((a, b) => b.gain - a.gain || b.tools.length - a.tools.length), ...ofSet(set)];
}

/** What a judge of the set found wanting, in its own words. */
function ofSet(set: ServerJudgement | undefined): Fix[] {
  if (set === undefined) return [];
  return Object.values(set.scores)
    .filter(({ score }) => score < 4)
    .map(({ score, justification }) => ({
      fault: justification,
      tools: [],
      // One of four dimensions that together weigh 30 %.
      gain: Math.round(((5 - score) * 0.3 * 10) / 4) / 10,
      sentences: [],
    }));
}

/** In tenths: overall, or description quality where the set was not judged; with one dimension repaired in all tools. */
function scoreOf(tools: readonly ToolScore[], coherence: number | undefined, repaired?: Dimension): number {
  const tenths = tools.map(({ tdqs, scores }) =>
    repaired !== undefined && scores[repaired] < 3
      ? tdqsTenths({ ...scores, [repaired]: REPAIRED })
      : inTenths(tdqs),
  );
  const quality = descriptionQuality(totalsOf(tenths));
  return coherence === undefined ? quality : overall(quality, coherence);
}

const KINDS: readonly [pattern: RegExp, disclose: (thing: string) => string][] = [
  [
    /^(?:delete|remove|drop|destroy|purge|wipe|clear|erase)$/,
    (thing) =>
      `Deletes the ${thing} [for good / into a bin]; [what goes with it] is deleted, too, and this [can / cannot] be undone. Requires [role]. Fails with [error] if the ${thing} cannot be found.`,
  ],
  [
    /^(?:create|add|insert|new|make|register)$/,
    (thing) =>
      `Fails with [error] if the ${singular(thing)} already exists; calling it again [creates a second ${singular(thing)} / changes nothing]. Requires [role]. Returns the [id] of the new ${singular(thing)}.`,
  ],
  [
    /^(?:update|edit|modify|set|patch|change|rename|move)$/,
    (thing) =>
      `Fields of the ${thing} that are left out [stay as they are / are emptied]. Requires [role]. Fails with [error] if the ${thing} ${singular(thing) === thing ? 'is' : 'are'} [state]. Returns the changed ${thing}.`,
  ],
  [
    /^(?:send|post|publish|notify|email|message|share|invite)$/,
    (thing) =>
      `The ${thing} reaches [whom] at once and cannot be called back. Limited to [n] a [minute]. Requires [scope]. Returns [what].`,
  ],
  [
    /^(?:list|search|find|query)$/,
    (thing) =>
      `Returns at most [n] ${thing.endsWith('s') ? thing : `${thing} results`} as [format], sorted by [field]; [cursor] leads to the next page. An empty list means that none match. Changes nothing.`,
  ],
  [
    /^(?:run|execute|exec|start|deploy|invoke|launch)$/,
    (thing) =>
      `Runs the ${thing} [where, with which rights] and waits up to [n] seconds. Fails with [error] if it takes longer. Returns [output]; what the ${thing} changed stays changed.`,
  ],
];

/** "resources" → resource, "boxes" → box, "entries" → entry. */
function singular(thing: string): string {
  return thing
    .replace(/ies$/, 'y')
    .replace(/(s|x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1');
}

function disclosure(verb: string, thing: string): string {
  const kind = KINDS.find(([pattern]) => pattern.test(verb));
  if (kind !== undefined) return kind[1](thing);
  return `Returns the ${thing} as [format] with [fields]. Fails with [error] if the ${thing} cannot be found. Requires [scope].`;
}

interface SentenceInput {
  dimension: Dimension;
  tool: ToolDef;
  all: readonly ToolDef[];
  /** Another sentence for this tool says what comes back. */
  isToldReturn: boolean;
}

function sentenceFor({ dimension, tool, all, isToldReturn }: SentenceInput): string | undefined {
  const parts = partsOf(tool, all);
  const { verb, thing } = parts;
  switch (dimension) {
    case 'purpose_clarity': {
      const rival = rivalOf(tool, parts, all);
      return `${capital(thirdPerson(verb))} [which] ${thing} of [whose]${rival === undefined ? '.' : `; unlike ${rival}, it [difference].`}`;
    }
    case 'usage_guidelines': {
      const rival = rivalOf(tool, parts, all);
      return `Use it when [somebody wants what] of the ${thing}. ${rival === undefined ? `Do not use it for [other ${thing}].` : `To [what ${rival} does], use ${rival} instead.`}`;
    }
    case 'behavioral_transparency':
      return disclosure(verb, thing);
    case 'parameter_semantics': {
      const lines = undocumented(tool).map(
        (name) => `${name}: [what it means for the ${thing}, format, example]`,
      );
      return lines.length === 0 ? undefined : lines.join('\n');
    }
    case 'contextual_completeness':
      return wholeness(tool, isToldReturn ? undefined : thing);
    case 'conciseness_structure':
      return 'One sentence each: what it does, when to take it, what it changes and what comes back.';
  }
}

/** What a definition can hold beside its text, and what comes back where nothing says so. */
function wholeness({ annotations, outputSchema }: ToolDef, thing: string | undefined): string | undefined {
  const absent = [
    ...(annotations === undefined ? ['`annotations`'] : []),
    ...(outputSchema === undefined ? ['`outputSchema`'] : []),
  ];
  const declare = absent.length === 0 ? '' : `Declare ${absent.join(' and ')}.`;
  if (outputSchema !== undefined || thing === undefined) return declare === '' ? undefined : declare;
  return `Returns [what comes back of the ${thing}, in which form]. ${declare}`;
}

interface Parts {
  verb: string;
  thing: string;
}

/**
 * Verb and noun of a name: `lend_book` → lend, book; `browser_resize` → resize, browser. The word that most names begin
 * with is the server's; where a name is a verb alone, what the description says of it is the noun.
 */
function partsOf(tool: ToolDef, all: readonly ToolDef[]): Parts {
  const words = withoutPrefix(splitWords(toolName(tool).slice(0, 100)), namesOf(all).prefix);
  const isVerb = (word = ''): boolean => isActionWord(word) && !isDoer(word);
  const last = words.length - 1;
  const at = [0, last].find((place) => isVerb(words[place])) ?? words.findIndex(isVerb);
  if (at < 0 && words.length > 1)
    return { verb: firstVerb(tool.description) ?? 'do', thing: words.join(' ') };
  const verb = words[Math.max(0, at)];
  const rest = words.filter((word) => word !== verb && !HOW_MANY.has(word));
  const thing = rest.length === 0 ? objectOf(tool.description, verb) : rest.join(' ');
  return { verb: verb ?? 'do', thing: thing ?? 'result' };
}

/** "search multi" is about no multi. */
const HOW_MANY = new Set(['multi', 'all', 'any', 'bulk', 'batch', 'multiple', 'many']);

/** "set" of "Set a custom user agent". */
function firstVerb(description: unknown): string | undefined {
  const [word = ''] = splitWords(typeof description === 'string' ? description.slice(0, 200) : '');
  return isActionWord(word) ? word : undefined;
}

interface Names {
  prefix?: string;
  /** Each with its words. */
  terms: (readonly [name: string, terms: readonly string[]])[];
}

const known = new WeakMap<readonly ToolDef[], Names>();

/** Once for all tools of a server. */
function namesOf(all: readonly ToolDef[]): Names {
  const before = known.get(all);
  if (before !== undefined) return before;
  const names = all.map(toolName);
  const terms = names.map((name) => [name, searchTerms(name.slice(0, 100))] as const);
  const made = { prefix: sharedPrefix(names), terms };
  known.set(all, made);
  return made;
}

/** `browser`, `editor`: what does something is called after its verb, and is none. */
function isDoer(word: string): boolean {
  return /.(?:er|or)$/.test(word) && [1, 2, 3].some((end) => isActionWord(word.slice(0, -end)));
}

const OBJECT =
  /^(\p{L}+) (?:(?:to|on|at|in|into|from|for|with|of|by) )?(?:(?:the|an?|all|one|some) )?((?:[\p{L}-]+ ?){1,3}?)(?= (?:and|or|of|in|on|to|for|from|by|with|at|as|into|that|using)\b|[.,;:(]|$)/u;

/** "Rolls dice and returns the sum" of `roll` → dice. */
function objectOf(description: unknown, verb = ''): string | undefined {
  const [, first = '', object] =
    typeof description === 'string' ? (OBJECT.exec(description.trim().slice(0, 200)) ?? []) : [];
  const isNoun = searchTerms(object ?? '').some((term) => term !== 'one');
  return isNoun && stem(first.toLowerCase()) === stem(verb) ? object?.trim() : undefined;
}

/** A tool about the same thing, to point to, or else one that does the same to another thing. */
function rivalOf(tool: ToolDef, { verb, thing }: Parts, all: readonly ToolDef[]): string | undefined {
  const own = toolName(tool);
  const withTermOf = (text: string): string | undefined => {
    const wanted = new Set(searchTerms(text));
    return namesOf(all).terms.find(
      ([name, terms]) => name !== own && terms.some((term) => wanted.has(term)),
    )?.[0];
  };
  return withTermOf(thing) ?? withTermOf(verb);
}

function undocumented({ inputSchema }: ToolDef): string[] {
  const properties = (inputSchema as { properties?: Record<string, unknown> } | undefined)?.properties;
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties)
    .filter(([, one]) => typeof (one as { description?: unknown } | null)?.description !== 'string')
    .map(([name]) => name)
    .slice(0, 8);
}

/** "searches", "copies", "does", "plays". */
function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
