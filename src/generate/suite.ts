/**
 * Catalogue → a starter suite that validates and runs as it is: tests for a page of tools, and on the
 * first page for the resources and prompts. Nothing is called here; what was seen of the server goes in where it is
 * given.
 */
import { synthesize } from '../json-schema/synthesize.js';
import { yamlItem } from '../source/yaml-text.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject } from '../util/plain.js';
import { plural } from '../util/text.js';
import { answerExpected, type ObservedPlace } from './observed-expectation.js';
import { namer, type SuiteTarget, secretIn, serverKey, shownName, suiteHead } from './suite-head.js';
import { type SuitePlace, type ToolTestOptions, toolTests } from './tool-tests.js';
import { PAGE, type PageOptions, toolPage } from './usable-tools.js';

export interface SuiteOptions extends PageOptions, ToolTestOptions {
  /** What was seen of the server; without it the tests ask for success and little else. */
  seen?: ObservedPlace;
}

export interface GeneratedSuite {
  suite: string;
  tools: { name: string; tests_generated: number }[];
  resources_scaffolded: number;
  prompts_scaffolded: number;
  /** Names of the tests that pass whatever a successful answer says. */
  weak: string[];
  notes: string[];
  next_cursor?: number;
}

const OBSERVED = [
  'What the server answered is written down where it stayed the same in two calls. Arguments that no answer is known to',
  'were made from the schemas: put real ones there and take `on_tool_error` and `skip` away.',
];
const REMARKS = [
  'Arguments are made from the schemas and valid against them; what they mean is for you to refine. Where a tool',
  'signals an error to them, its test is inconclusive: put real ones there and take `on_tool_error` away.',
];
const GUESSED = 'the arguments are guesses: put real ones and remove this line';

/** A suite file may have 1 MB; servers, resources and prompts take their share. */
const MAX_BYTES = 850_000;

type Item = Record<string, unknown>;

export function generateSuite(
  catalog: Catalog,
  target: SuiteTarget,
  options: SuiteOptions = {},
): GeneratedSuite {
  const place: SuitePlace = { server: serverKey(target), name: namer(), seen: options.seen };
  const page = toolPage(catalog.tools, options);
  const { made, left } = withinSize(page.tools, (tool) => ({ tool, ...toolTests(tool, options, place) }));
  const next_cursor =
    left > 0 ? Math.floor(options.cursor ?? 0) + page.tools.length - left : page.next_cursor;
  const firstPage = (options.cursor ?? 0) === 0;
  const resources = firstPage ? resourceTests(catalog.resources ?? [], place) : [];
  const prompts = firstPage ? promptTests(catalog.prompts ?? [], place) : [];
  const others = [...resources, ...prompts];
  // Tools come last: what `propose_assertions` gives can be put at the end of the text.
  const blocks = [
    block(
      'resources',
      resources.map(({ text }) => text),
    ),
    block(
      'prompts',
      prompts.map(({ text }) => text),
    ),
    block('tools', made.map(({ text }) => text).filter(Boolean)),
  ];
  const notes = [...page.notes, ...made.flatMap((one) => one.notes)];
  const hidden = firstPage
    ? (catalog.resources ?? []).filter(({ uri }) => secretIn(uri) !== undefined).length
    : 0;
  if (hidden > 0) notes.push(`${plural(hidden, 'resource')} with a secret in the address left out`);
  const guessed = prompts.filter(({ text }) => text.includes(GUESSED)).length;
  if (guessed > 0)
    notes.push(`${plural(guessed, 'prompt')} wait for real arguments: their tests are skipped until then`);
  if (left > 0) notes.push(`a suite holds 1 MB at most: go on with cursor ${next_cursor}`);
  for (const [what, all] of [
    ['resources', catalog.resources ?? []],
    ['prompts', catalog.prompts ?? []],
  ] as const) {
    if (firstPage && all.length > PAGE) notes.push(`the first ${PAGE} of ${all.length} ${what} are tested`);
  }
  return omitUndefined({
    suite: [suiteHead('suite', target, options.seen ? OBSERVED : REMARKS), ...blocks]
      .filter(Boolean)
      .join('\n'),
    tools: made.map(({ tool, count }) => ({ name: tool.name, tests_generated: count })),
    resources_scaffolded: resources.length,
    prompts_scaffolded: prompts.length,
    weak: [...others.flatMap(({ weak }) => weak), ...made.flatMap(({ weak }) => weak)],
    notes,
    next_cursor,
  });
}

/** As many as a suite can hold, and at least one. */
function withinSize<T extends { text: string }>(tools: readonly ToolDef[], make: (tool: ToolDef) => T) {
  const made: T[] = [];
  let size = 0;
  for (const tool of tools) {
    const one = make(tool);
    size += Buffer.byteLength(one.text);
    if (size > MAX_BYTES && made.length > 0) break;
    made.push(one);
  }
  return { made, left: tools.length - made.length };
}

function block(key: string, items: string[]): string {
  return items.length === 0 ? '' : `${key}:\n${items.join('')}`;
}

interface OtherTest {
  text: string;
  /** Its name, where it asks for success and nothing else. */
  weak: string[];
}

/** The resources that tests are made for. */
export function testedResources(resources: readonly Item[]): string[] {
  return resources
    .map(({ uri }) => uri)
    .filter((uri): uri is string => typeof uri === 'string' && uri !== '' && secretIn(uri) === undefined)
    .slice(0, PAGE);
}

function resourceTests(resources: readonly Item[], place: SuitePlace): OtherTest[] {
  return testedResources(resources).map((uri) => {
    const name = place.name(`resource ${shownName(uri)} can be read`);
    const held = place.seen && answerExpected({ kind: 'resource', name: uri }, place.seen);
    const expect = held ?? [{ 'result.contents': { type: 'array' } }];
    const asked = place.seen ? place.seen.portable(uri) : uri;
    return {
      text: yamlItem({ name, server: place.server, uri: asked, expect }, 2),
      weak: held ? [] : [name],
    };
  });
}

/** The prompts that tests are made for, with arguments that are guesses. */
export function testedPrompts(prompts: readonly Item[]): { prompt: string; args: Record<string, unknown> }[] {
  return prompts
    .filter((prompt) => typeof prompt.name === 'string' && prompt.name !== '')
    .slice(0, PAGE)
    .map((prompt) => ({ prompt: prompt.name as string, args: promptArguments(prompt.arguments) }));
}

function promptTests(prompts: readonly Item[], place: SuitePlace): OtherTest[] {
  return testedPrompts(prompts).map(({ prompt, args }) => {
    const name = place.name(`prompt ${shownName(prompt)} can be got`);
    const held = place.seen && answerExpected({ kind: 'prompt', name: prompt, args }, place.seen);
    // A refusal of guesses says nothing of the prompt, not even that there is one.
    const skip = held === undefined && Object.keys(args).length > 0 ? GUESSED : undefined;
    const expect = held ?? [{ 'result.messages': { type: 'array' } }];
    return {
      text: yamlItem({ name, server: place.server, prompt, args, skip, expect }, 2),
      weak: held ? [] : [name],
    };
  });
}

/** The required ones; prompts take nothing but text. */
function promptArguments(list: unknown): Record<string, unknown> {
  const names = (Array.isArray(list) ? list : [])
    .filter((one) => isObject(one) && one.required === true && typeof one.name === 'string')
    .map((one) => one.name as string)
    .filter((name) => name !== '' && name !== '__proto__');
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const made = synthesize({ type: 'object', required: names, properties });
  return isObject(made?.value) ? made.value : {};
}
