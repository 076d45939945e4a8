/**
 * `mcptest generate` and the scaffolding verbs: a server or a saved catalogue → a suite that validates. Only
 * `observeSuite` calls anything.
 */
import { safetyClass } from '../catalog/safety-class.js';
import { generateConformance } from '../generate/conformance.js';
import { generateCases } from '../generate/draft-cases.js';
import { generateEval } from '../generate/eval.js';
import { generateRedteam } from '../generate/redteam.js';
import { type GeneratedSuite, generateSuite, type SuiteOptions } from '../generate/suite.js';
import { withRemark } from '../generate/suite-head.js';
import { type PageOptions, unknownCursor } from '../generate/usable-tools.js';
import type { Catalog } from '../types/catalog.js';
import { McptestError } from '../util/errors.js';
import { plural } from '../util/text.js';
import type { Warnings } from './description-warnings.js';
import { type LearnedServer, type LearnInput, learnServer } from './learn.js';

interface GeneratedText {
  suite: string;
  notes: string[];
}

export interface Scaffold<T> {
  result: T;
  /** What it was made from. */
  catalog: Catalog;
  /** What the descriptions in it try. */
  poisoned: () => Promise<Warnings>;
  closing: Promise<unknown>;
}

/** A cursor as a caller gives it back, who may have made text of the number. Throws before any server is started. */
export function givenCursor(cursor: number | string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const offset = /^\d+$/.test(String(cursor)) ? Number(cursor) : Number.NaN;
  if (!Number.isSafeInteger(offset))
    throw unknownCursor(JSON.stringify(cursor), 'was given out by no earlier page');
  return offset;
}

type SuiteInput = LearnInput & Omit<SuiteOptions, 'seen'>;

export async function scaffoldSuite(input: SuiteInput) {
  return scaffold(input, ({ catalog, target }) => {
    const { weak, ...made } = generateSuite(catalog, target, input);
    const sentence = weakSentence(weak.length, testsOf(made));
    const notes = [...made.notes];
    // A saved catalogue is played by a mock, where nothing can be destroyed.
    if (input.from === undefined) notes.push(...toReview(catalog, made));
    if (weak.length > 0) notes.push(`${sentence}. ${OBSERVE}`);
    return {
      ...made,
      suite: weak.length > 0 ? withRemark(made.suite, `Strength: ${sentence}.`) : made.suite,
      notes,
    };
  });
}

const OBSERVE =
  '`mcptest generate suite --observe` calls the tools that only read and writes what they answer; `propose_assertions` does it for one tool';

function weakSentence(weak: number, all: number): string {
  return `${weak} of ${plural(all, 'test')} ${weak === 1 ? 'is' : 'are'} weak, since nothing was observed: any successful answer passes`;
}

function testsOf(made: Omit<GeneratedSuite, 'weak'>): number {
  const ofTools = made.tools.reduce((sum, { tests_generated }) => sum + tests_generated, 0);
  return ofTools + made.resources_scaffolded + made.prompts_scaffolded;
}

/** As `scaffoldSuite`, but what only reads is called first, and the tests say what it answered. */
export async function observeSuite(input: SuiteInput): Promise<Scaffold<Omit<GeneratedSuite, 'weak'>>> {
  if (input.from !== undefined) throw nothingToObserve();
  const { observeForSuite } = await import('./strength/observe-suite.js');
  const { learned, made, notes } = await observeForSuite(input);
  const result = { ...made, notes: [...notes, ...toReview(learned.catalog, made)] };
  const { catalog, poisoned, closing } = learned;
  return { result, catalog, poisoned, closing };
}

function nothingToObserve(): McptestError {
  return new McptestError({
    code: 'nothing-to-observe',
    message: 'a saved catalogue answers no call, so there is nothing to observe',
    hint: 'Name the server itself instead of --from, or leave out --observe.',
  });
}

function toReview({ tools }: Catalog, made: Pick<GeneratedSuite, 'tools'>): string[] {
  const tested = new Set(made.tools.filter((tool) => tool.tests_generated > 0).map(({ name }) => name));
  const count = tools.filter((tool) => tested.has(tool.name) && safetyClass(tool) === 'destructive').length;
  if (count === 0) return [];
  return [
    `${plural(count, 'tool')} may destroy data: read the tests marked "review before first run" before you run them`,
  ];
}

export async function scaffoldConformance(input: LearnInput) {
  return scaffold(input, ({ facts, target }) => {
    const made = generateConformance(facts, target);
    const note =
      'this suite checks the handshake and the lists, not what tools answer; `mcptest generate suite` writes tests for that';
    return { ...made, notes: [...made.notes, note] };
  });
}

export async function scaffoldRedteam(input: LearnInput & PageOptions) {
  return scaffold(input, ({ catalog, target }) => measuredLater(generateRedteam(catalog, target, input)));
}

export async function scaffoldEval(input: LearnInput & PageOptions) {
  return scaffold(input, ({ catalog, target }) => measuredLater(generateEval(catalog, target, input)));
}

export interface CasesInput extends LearnInput, PageOptions {
  /** The model that drafts; rules when absent. */
  model?: string;
  /** How the model is reached, where its name does not say. */
  base_url?: string;
  api_key_env?: string;
  max_cost?: number;
}

/** Requests for `cases: { from }`, as YAML. */
export async function scaffoldCases(input: CasesInput) {
  const { suite_file, model } = input;
  if (suite_file !== undefined && !/\.ya?ml$/i.test(suite_file)) throw notYaml(suite_file);
  if (model === undefined) return scaffold(input, ({ catalog }) => generateCases(catalog, input));
  const { draftByModel } = await import('./improving/draft-by-model.js');
  return draftByModel(input, model);
}

function notYaml(file: string): McptestError {
  return new McptestError({
    code: 'bad-output',
    message: `cases are written as YAML, and ${JSON.stringify(file)} does not end in .yaml`,
    hint: 'Name it so that `cases: { from }` reads it as what it is: --output cases.yaml.',
  });
}

/** What an agent does is not known before one was run. */
function measuredLater<T extends GeneratedText>(made: T): T {
  const note = 'run the tests once with an agent; then `mcptest mutate` says how strong they are';
  return { ...made, notes: [...made.notes, note] };
}

async function scaffold<T extends GeneratedText>(
  input: LearnInput,
  make: (learned: LearnedServer) => T,
): Promise<Scaffold<T>> {
  const learned = await learnServer(input);
  const made = make(learned);
  const result = { ...made, notes: [...learned.notes, ...made.notes] };
  const { catalog, poisoned, closing } = learned;
  return { result, catalog, poisoned, closing };
}
