/** `mcptest generate` and the scaffolding verbs: a server or a saved catalogue → a suite that validates. */
import { safetyClass } from '../catalog/safety-class.js';
import { generateConformance } from '../generate/conformance.js';
import { generateEval } from '../generate/eval.js';
import { generateRedteam } from '../generate/redteam.js';
import { type GeneratedSuite, generateSuite, type SuiteOptions } from '../generate/suite.js';
import type { PageOptions } from '../generate/usable-tools.js';
import type { Catalog } from '../types/catalog.js';
import { plural } from '../util/text.js';
import { type LearnedServer, type LearnInput, learnServer } from './learn.js';

interface GeneratedText {
  suite: string;
  notes: string[];
}

export interface Scaffold<T> {
  result: T;
  /** What it was made from, for whoever looks at the descriptions. */
  catalog: Catalog;
  closing: Promise<unknown>;
}

export async function scaffoldSuite(input: LearnInput & SuiteOptions) {
  return scaffold(input, ({ catalog, target }) => {
    const made = generateSuite(catalog, target, input);
    // A saved catalogue is played by a mock, where nothing can be destroyed.
    return input.from === undefined ? { ...made, notes: [...made.notes, ...toReview(catalog, made)] } : made;
  });
}

function toReview({ tools }: Catalog, made: GeneratedSuite): string[] {
  const tested = new Set(made.tools.filter((tool) => tool.tests_generated > 0).map(({ name }) => name));
  const count = tools.filter((tool) => tested.has(tool.name) && safetyClass(tool) === 'destructive').length;
  if (count === 0) return [];
  return [
    `${plural(count, 'tool')} may destroy data: read the tests marked "review before first run" before you run them`,
  ];
}

export async function scaffoldConformance(input: LearnInput) {
  return scaffold(input, ({ facts, target }) => generateConformance(facts, target));
}

export async function scaffoldRedteam(input: LearnInput & PageOptions) {
  return scaffold(input, ({ catalog, target }) => generateRedteam(catalog, target, input));
}

export async function scaffoldEval(input: LearnInput & PageOptions) {
  return scaffold(input, ({ catalog, target }) => generateEval(catalog, target, input));
}

async function scaffold<T extends GeneratedText>(
  input: LearnInput,
  make: (learned: LearnedServer) => T,
): Promise<Scaffold<T>> {
  const learned = await learnServer(input);
  const made = make(learned);
  const result = { ...made, notes: [...learned.notes, ...made.notes] };
  return { result, catalog: learned.catalog, closing: learned.closing };
}
