/** `mcptest generate` and the scaffolding verbs: a server or a saved catalogue → a suite that validates. */
import { generateConformance } from '../generate/conformance.js';
import { generateEval } from '../generate/eval.js';
import { generateRedteam } from '../generate/redteam.js';
import { generateSuite, type SuiteKnobs } from '../generate/suite.js';
import type { PageKnobs } from '../generate/usable-tools.js';
import type { Catalog } from '../types/catalog.js';
import { type Learned, type LearnInput, learnServer } from './learn.js';

interface Generated {
  suite: string;
  notes: string[];
}

export interface Scaffold<T> {
  result: T;
  /** What it was made from, for whoever looks at the descriptions. */
  catalog: Catalog;
  closing: Promise<unknown>;
}

export async function scaffoldSuite(input: LearnInput & SuiteKnobs) {
  return scaffold(input, ({ catalog, target }) => generateSuite(catalog, target, input));
}

export async function scaffoldConformance(input: LearnInput) {
  return scaffold(input, ({ facts, target }) => generateConformance(facts, target));
}

export async function scaffoldRedteam(input: LearnInput & PageKnobs) {
  return scaffold(input, ({ catalog, target }) => generateRedteam(catalog, target, input));
}

export async function scaffoldEval(input: LearnInput & PageKnobs) {
  return scaffold(input, ({ catalog, target }) => generateEval(catalog, target, input));
}

async function scaffold<T extends Generated>(
  input: LearnInput,
  make: (learned: Learned) => T,
): Promise<Scaffold<T>> {
  const learned = await learnServer(input);
  const made = make(learned);
  const result = { ...made, notes: [...learned.notes, ...made.notes] };
  return { result, catalog: learned.catalog, closing: learned.closing };
}
