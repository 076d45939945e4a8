/** Definitions and sentences as a learner sees them: a list of features for each sentence. */
import { existsSync, readFileSync } from 'node:fs';
import { type TrainingSentence, trainingSentences } from '../../../fixtures/attack-sentences/index.js';
import type { PoisonedCase } from '../../../fixtures/poisoned/build.js';
import { SECOND_ROUND } from '../../../fixtures/poisoned/second-round.js';
import { THIRD_ROUND } from '../../../fixtures/poisoned/third-round.js';
import { TUNED } from '../../../fixtures/poisoned/tuned.js';
import { subjectsOf } from '../../../src/lint/text/model-strings.js';
import { proseSentences } from '../../../src/lint/text/prose-sentences.js';
import { featuresOf } from '../../../src/lint/text/sentence-features.js';
import { toolNames } from '../../../src/lint/text/tool-mentions.js';
import type { Catalog } from '../../../src/types/catalog.js';
import type { BenignServer } from './benign.js';
import { type BlindLine, blindCatalog } from './blind.js';
import type { LabelledTool } from './labelled.js';

export interface Example {
  poisoned: boolean;
  weight: number;
  /** What is left out together. */
  group: string;
  /** Where it is from, for folds that leave out a whole set. */
  set: string;
  /** Of each sentence. */
  sentences: Int32Array[];
  label: string;
  /** The dress of a sentence of our own. */
  style?: string;
}

/** One definition of a catalogue: the tool of this place, or what is not a tool. */
function sentencesOfSubjects(catalog: Catalog): { name: string; sentences: Int32Array[] }[] {
  const names = toolNames([catalog]);
  return subjectsOf(catalog).map((subject) => ({
    name: subject.name,
    sentences: proseSentences(subject, names).map((placed) => {
      const slots = new Set<number>();
      featuresOf(placed, (slot) => slots.add(slot));
      return Int32Array.from(slots);
    }),
  }));
}

/** Honest texts that were made to look like attacks weigh more than the many that do not. */
const LOOK_ALIKE = 2;
const POISONED = 2;
/** Sentences of our own are many and alike. */
const OWN = 0.5;
const OWN_LOOK_ALIKE = 1;
/** Those that were written one by one are each a deed of their own. */
const WRITTEN = 1;
const WRITTEN_LOOK_ALIKE = 2;
/** The same deed in another dress teaches less than another deed. */
const DRESSED = 0.5;

export function labelledExamples(tools: readonly LabelledTool[]): Example[] {
  return tools.map(({ catalog, poisoned, group, set, description }) => ({
    poisoned,
    weight: poisoned ? POISONED : LOOK_ALIKE,
    group,
    set,
    sentences: sentencesOfSubjects(catalog)[0]?.sentences ?? [],
    label: description,
  }));
}

export function benignExamples(servers: readonly BenignServer[]): Example[] {
  return servers.flatMap(({ catalog, group }) =>
    sentencesOfSubjects(catalog).map(({ name, sentences }) => ({
      poisoned: false,
      weight: 1,
      group,
      set: 'benign',
      sentences,
      label: `${catalog.server} ${name}`,
    })),
  );
}

function weightOf({
  poisoned,
  style,
  isWritten,
}: Pick<TrainingSentence, 'poisoned' | 'style' | 'isWritten'>) {
  if (isWritten) return poisoned ? WRITTEN : WRITTEN_LOOK_ALIKE;
  return (style === undefined ? 1 : DRESSED) * (poisoned ? OWN : OWN_LOOK_ALIKE);
}

const TEXT_KINDS = new Set(['direct-order', 'concealment', 'cross-tool', 'exfiltration', 'preference']);

/** Our own words: sentences from frames, and the poisoned definitions that rules were tuned on. */
export function ownExamples(): Example[] {
  const sentences = trainingSentences().map(({ text, poisoned, family, style, name, isWritten }) => ({
    ...ofText(text, name),
    poisoned,
    weight: weightOf({ poisoned, style, isWritten }),
    group: family,
    ...(style !== undefined && { style }),
  }));
  const cases = [...TUNED, ...SECOND_ROUND, ...THIRD_ROUND].filter(({ kind }) => TEXT_KINDS.has(kind));
  return [...sentences, ...cases.map(poisonedExample), ...LEARNED_SETS.flatMap(blindExamples)];
}

/** Blind sets that have been measured and serve as development sets since. */
export const LEARNED_SETS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
];

export function blindExamples(set: string): Example[] {
  return [true, false].flatMap((poisoned) => {
    const file = new URL(`../../blind/${set}-${poisoned ? 'attacks' : 'honest'}.jsonl`, import.meta.url);
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line): Example => {
      const catalog = blindCatalog(JSON.parse(line) as BlindLine);
      const weight = poisoned ? POISONED : LOOK_ALIKE;
      const sentences = sentencesOfSubjects(catalog)[0]?.sentences ?? [];
      return { poisoned, weight, group: `blind-${set}`, set: 'own', sentences, label: line };
    });
  });
}

export function poisonedExample({ id, kind, catalogs }: PoisonedCase): Example {
  const [first] = catalogs;
  const sentences = first === undefined ? [] : (sentencesOfSubjects(first)[0]?.sentences ?? []);
  return { poisoned: true, weight: POISONED, group: kind, set: 'own', sentences, label: id };
}

/** A sentence without a name is known by itself alone; made from its own words, a name would call it the tool's purpose. */
function ofText(text: string, name = ''): Omit<Example, 'poisoned' | 'weight' | 'group'> {
  const tool = { name, description: text };
  const [own] = sentencesOfSubjects({ server: 'own', tools: [tool] });
  return { set: 'own', sentences: own?.sentences ?? [], label: text };
}
