/**
 * What single texts of ours are taken for, whatever the tool: what of them is seen, where they are split, and which rules
 * of the offline judge know them (`fixtures/golden/texts.jsonl`, a line for each text). After a change of a rule write
 * the file anew and read the difference:
 *
 *     UPDATE_GOLDEN=1 npx vitest run src/tdqs/offline/texts.test.ts && git diff --word-diff fixtures/golden
 *
 * A text is added as a line `["The text."]`.
 */
import { expect, it } from 'vitest';
import { expectGolden, linesOf } from '../../../test/lib/golden.js';
import { DIMENSIONS } from '../dimensions.js';
import { contextSignals } from '../signals.js';
import { isAside, isNotSaidOfIt } from './asides.js';
import { isCircle, isUnknown, listsTraits, TRAITS } from './evidence.js';
import { documentedIn, explanationsIn, parameterNames, parametersIn } from './explanations.js';
import { isEnglish } from './fit.js';
import { isGuidance } from './guidance.js';
import { contradiction } from './hints/contradiction.js';
import { verbOf } from './hints/effect.js';
import { judgeTool } from './judge.js';
import { isHeading, isLabel, segmentsIn, splitSentences, unstoppedParts } from './sentences.js';
import { hasLongRow, isData, isDenial, isFiller, isProse, isTurnedRound } from './text/prose.js';
import { type Said, saidOf } from './text/said.js';
import { unwrapped } from './text/unwrapped.js';
import { stoppedAt, visibleText, withoutKeywordLists, withoutWordRows } from './text/visible.js';
import { compoundsIn, withoutNameLists, withoutTurns } from './tool-names.js';

const FILE = 'texts.jsonl';
const properties = { hull: { type: 'string' }, pier_id: { type: 'string' }, limit: { type: 'integer' } };
const PARAMETERS = parameterNames(Object.keys(properties));
const SIBLINGS = ['tow_boat', 'list_boats', 'sink_boat', 'tow'];
const NAMES = new Set(SIBLINGS);

/** What denies each hint, by its letter. */
const HINTS = {
  r: { readOnlyHint: true },
  d: { destructiveHint: false },
  i: { idempotentHint: true },
  o: { openWorldHint: false },
};
const signalsWith = (annotations: Record<string, unknown> | undefined) =>
  contextSignals({ name: 'tow_boat', inputSchema: { type: 'object', properties }, annotations });
const HINTED = Object.entries(HINTS).map(([hint, annotations]) => [hint, signalsWith(annotations)] as const);
const SIGNALS = signalsWith(undefined);

/** The scores of a tool with such a description, and our flags. */
function judged(description: string): string {
  const tool = { name: 'tow_boat', description, inputSchema: { type: 'object', properties } };
  const { scores, ourFlags = [] } = judgeTool({ tool, signals: SIGNALS, siblings: SIBLINGS });
  return [DIMENSIONS.map((dimension) => scores[dimension].score).join(''), ...ourFlags].join(' ');
}

const RULES: Record<string, (said: Said) => boolean> = {
  aside: isAside,
  'not of it': isNotSaidOfIt,
  unknown: isUnknown,
  circle: (said) => isCircle(said),
  'names of traits': (said) => listsTraits(said),
  'no prose': (said) => !isProse(said),
  'long row': hasLongRow,
  data: isData,
  denial: isDenial,
  filler: ({ terms }) => isFiller(terms),
  'turned round': isTurnedRound,
  heading: ({ text }) => isHeading(text),
  label: ({ text }) => isLabel(text),
  guidance: ({ text }) => isGuidance(text),
  'not English': ({ text }) => !isEnglish(text),
};

const STEPS: Record<string, (text: string) => string> = {
  unwrapped,
  seen: visibleText,
  'without rows': withoutWordRows,
  'without keywords': withoutKeywordLists,
  'without lists of tools': (text) => withoutNameLists(text, (name) => NAMES.has(name)),
  'without turns': withoutTurns,
  stopped: (text) => stoppedAt('tow', text),
};

function told(text: string): unknown[] {
  const said = saidOf(text);
  const rules = Object.entries(RULES).flatMap(([name, holds]) => (holds(said) ? [name] : []));
  const traits = TRAITS.flatMap(({ trait, says, denies }) => [
    ...(says.isIn(said) ? [`+ ${trait}`] : []),
    ...(denies?.isIn(said) ? [`- ${trait}`] : []),
  ]);
  const steps = Object.entries(STEPS).flatMap(([name, step]) =>
    step(text) === text ? [] : [[name, step(text)]],
  );
  const splits = [
    splitSentences(text),
    segmentsIn(text).map((one) => one.text),
    unstoppedParts(said).map((one) => one.text),
  ].map((parts) => (parts.length === 1 && parts[0] === text ? 1 : parts));
  const names = [
    documentedIn(said, PARAMETERS),
    parametersIn(said, PARAMETERS),
    explanationsIn(text, PARAMETERS).map(({ parameter }) => parameter),
    compoundsIn(said),
  ].flat();
  const verb = verbOf(text);
  const denied = HINTED.flatMap(([hint, signals]) => (contradiction(text, signals) ? [hint] : []));
  return [
    text,
    [...rules, ...traits].join(', '),
    `${verb?.verb} ${verb?.next} ${denied.join('')}`,
    names.join(' '),
    ...steps,
    ...splits,
    judged(text),
    judged(`Tows a boat by its hull to another pier. ${text}`),
  ];
}

const texts = linesOf(FILE).map((line) => (JSON.parse(line) as [string])[0]);
const SOME = 40;

it('no text is there twice', () => {
  expect(texts.filter((text, i) => texts.indexOf(text) < i)).toEqual([]);
});

const starts = texts.flatMap((_, i) => (i % SOME === 0 ? [i] : []));

it.each(starts)('says of the texts from line %d on what it said before', (from) => {
  const lines = texts.slice(from, from + SOME).map((text) => JSON.stringify(told(text)));
  expectGolden(FILE, lines, from);
});
