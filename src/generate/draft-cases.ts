/**
 * Catalogue → a table of requests for `cases: { from }`: for each tool five, from one that says everything to one that
 * only hints, put together by rules. They are drafts: a person reads them before they measure anything.
 */
import { splitWords } from '../catalog/words.js';
import { draftWish, joined, keywords, sayingOf, spreadOf } from '../tool-bench/suggest.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { printableJson } from '../util/printable-json.js';
import { clip, oneLine, plural } from '../util/text.js';
import type { GeneratedAgents } from './agent-cases.js';
import { firstSentence, sampleValues } from './eval.js';
import { namer, shownName } from './suite-head.js';
import { type PageOptions, toolPage } from './usable-tools.js';

const HEAD = `# Drafted by \`mcptest generate cases\`: rules put these requests together from names, descriptions and schemas.
# Nobody ever asked them. Read each one, say it as your users would, delete what fits no tool or several, and take
# \`draft\` away. Until then figures over these rows say little. Level 1 says everything, level 5 only hints.
# A test reads this file with \`cases: { from: FILE }\` and \`prompt: \${case.prompt}\`.
`;
const MAX_PROMPT = 1200;
const MAX_TEXT = 4000;
const MAX_NAME = 200;
const MAX_PARAMETERS = 3;
/** A longer name is no word, and making a value for it takes long. */
const MAX_PARAMETER = 200;

export interface Draft {
  tool: string;
  level: number;
  prompt: string;
}

export function generateCases(catalog: Catalog, options: PageOptions = {}): GeneratedAgents {
  const scene = sceneOf(catalog, options);
  const spread = spreadOf(scene.named);
  const drafts = scene.usable.flatMap((tool) => draftsOf(tool, spread, scene.isName));
  return tableOf(scene, drafts, {
    head: HEAD,
    notes: ['every request is a draft made by rules: read each, and say it as your users would'],
  });
}

/** What is drafted for, by whomever. */
export interface DraftScene {
  page: ReturnType<typeof toolPage>;
  usable: ToolDef[];
  unspeakable: ToolDef[];
  /** All tools with a name that is one. */
  named: ToolDef[];
  isName: NameTest;
}

export function sceneOf(catalog: Catalog, options: PageOptions): DraftScene {
  const page = toolPage(catalog.tools.map(shortened), options);
  const named = catalog.tools
    .map(shortened)
    .filter((tool) => typeof tool.name === 'string' && tool.name.length <= MAX_NAME);
  return {
    page,
    usable: page.tools.filter(canBeExpected),
    unspeakable: page.tools.filter((one) => !canBeExpected(one)),
    named,
    isName: namesOf(named),
  };
}

/** The drafts as rows, each request once, and what is to be said of them. */
export function tableOf(
  { page, unspeakable }: DraftScene,
  drafts: readonly Draft[],
  { head, notes }: { head: string; notes: string[] },
): GeneratedAgents {
  const { kept, ambiguous } = distinct(drafts);
  const name = namer();
  const rows = kept.map(({ tool, level, prompt }) => ({
    name: name(`${shownName(tool)} ${level}`),
    prompt,
    expect_tools: [tool],
    level,
    draft: true,
    tags: ['draft', `level-${level}`],
  }));
  return omitUndefined({
    suite: `${head}${rows.map((row) => `- ${printableJson(JSON.stringify(row))}\n`).join('')}`,
    tools_covered: new Set(kept.map(({ tool }) => tool)).size,
    notes: [
      ...page.notes,
      ...unspeakable.map((tool) => `${shownName(tool.name)} is left out: \`expect_tools\` cannot name it`),
      ...(ambiguous > 0 ? [`${plural(ambiguous, 'request')} left out: they fit several tools alike`] : []),
      ...notes,
    ],
    next_cursor: page.next_cursor,
  });
}

/** In `expect_tools` a bar parts equal tools, spaces around a name do not count, and `none` is no tool; a name without end is none. */
function canBeExpected({ name }: ToolDef): boolean {
  return name.length <= MAX_NAME && name === name.trim() && name !== 'none' && !name.includes('|');
}

/** Nobody reads on, and neither do the rules. */
function shortened(tool: ToolDef): ToolDef {
  const description = ownValue(tool, 'description');
  return typeof description === 'string' ? { ...tool, description: description.slice(0, MAX_TEXT) } : tool;
}

export type NameTest = (own: string, word: string) => boolean;

/** Names of tools that are no ordinary words (`add_note`, `addNote`), and the tool's own in any case. */
function namesOf(tools: readonly ToolDef[]): NameTest {
  const technical = tools.map(({ name }) => name).filter((name) => /[_.\-\d]|\p{Ll}\p{Lu}/u.test(name));
  const known = new Set(technical.map((name) => name.toLowerCase()));
  return (own, word) => word === own.toLowerCase() || known.has(word);
}

function draftsOf(tool: ToolDef, spread: ReadonlyMap<string, number>, isName: NameTest): Draft[] {
  const said = ownValue(tool, 'description');
  const task = typeof said === 'string' ? firstSentence(said) : '';
  const wish = draftWish(tool);
  const plain = task === '' ? wish : asked(task, (word) => isName(tool.name, word));
  const values = propertiesOf(tool).every(({ length }) => length <= MAX_PARAMETER) ? sampleValues(tool) : [];
  const about = keywords(tool, spread);
  const texts = [
    values.length === 0 || plain === '' ? '' : `${plain} Use these values: ${values.join('; ')}.`,
    plain,
    wish,
    about.length === 0 ? '' : `I have a question about ${joined(about)}.`,
    hint(parametersOf(tool), about),
  ];
  return texts.flatMap((text, at) => nameless({ tool: tool.name, level: at + 1, prompt: text }, isName));
}

/** A sentence of a description as a request; none where it begins with a name for which people say nothing else. */
function asked(task: string, isTool: (word: string) => boolean): string {
  const [verb = ''] = /^[\p{L}\p{N}_-]+/u.exec(task.toLowerCase()) ?? [];
  if (isTool(verb) && sayingOf(verb) === undefined) return '';
  return `Please do this for me: ${/[.!?]$/.test(task) ? task : `${task}.`}`;
}

/** The request without names of tools; none where too little is left, or a name still stands in it. */
export function nameless({ tool, level, prompt: text }: Draft, isName: NameTest): Draft[] {
  const whole = clip(oneLine(text), MAX_PROMPT);
  const prompt = withoutNames(whole, tool, isName);
  const isCut = prompt !== whole && /\b(?:with|to|about)\W*$/i.test(prompt);
  return prompt === '' || isCut || holds(prompt, tool) ? [] : [{ tool, level, prompt }];
}

/** What somebody says who knows what they have and not what they want. */
function hint(parameters: string[], [word]: string[]): string {
  if (parameters.length > 0)
    return `All I have is ${joined(parameters)}${word === undefined ? '' : `, and it has to do with ${word}`}.`;
  return word === undefined ? '' : `It has to do with ${word}.`;
}

function parametersOf(tool: ToolDef): string[] {
  const words = propertiesOf(tool).map((name) => splitWords(name).join(' '));
  return words.filter((text) => text !== '').slice(0, MAX_PARAMETERS);
}

function propertiesOf({ inputSchema }: ToolDef): string[] {
  const properties = isObject(inputSchema) ? ownValue(inputSchema, 'properties') : undefined;
  return Object.keys(isObject(properties) ? properties : {});
}

/** A name gives way to what people say for it, or goes. */
function withoutNames(text: string, own: string, isName: NameTest): string {
  const replaced = text.replace(/[\p{L}\p{N}_.-]+/gu, (token) => {
    const [, word = '', end = ''] = /^(.*?)([.-]*)$/u.exec(token) ?? [];
    return isName(own, word.toLowerCase()) ? `${sayingOf(word.toLowerCase()) ?? ''}${end}` : token;
  });
  return replaced
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[.,;:])/g, '')
    .trim();
}

/** The name of the tool still stands in the text, such as one with spaces in it. */
function holds(text: string, name: string): boolean {
  const [all, part] = [text.toLowerCase(), oneLine(name).toLowerCase()];
  for (let at = all.indexOf(part); at >= 0; at = all.indexOf(part, at + 1)) {
    const around = `${all[at - 1] ?? ' '}${all[at + part.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

/** Each request once; one that came out for several tools is right for none of them alone. */
function distinct(drafts: readonly Draft[]): { kept: Draft[]; ambiguous: number } {
  const byText = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = splitWords(draft.prompt).join(' ');
    byText.set(key, [...(byText.get(key) ?? []), draft]);
  }
  const groups = [...byText.values()];
  const isClear = (group: Draft[]) => group.every(({ tool }) => tool === group[0]?.tool);
  return {
    kept: groups.filter(isClear).map((group) => group[0]!),
    ambiguous: groups.filter((group) => !isClear(group)).reduce((sum, group) => sum + group.length, 0),
  };
}
