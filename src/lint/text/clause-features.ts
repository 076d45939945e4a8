/** Who does it, and where it goes: what stands before a verb, and what stands behind its prepositions. */
import { CLASSES_OF_VERBS } from '../words/word-classes.js';
import { cachedHash, hashOn, mix, type OnFeature, slotOf } from './feature-hash.js';
import type { Sentence } from './sentences.js';

/** How many tokens before a verb its subject may stand. */
const SUBJECT_WITHIN = 6;
/** How many tokens further on a preposition may still belong to a verb, and what it leads to belongs to it. */
const PREPOSITION_WITHIN = 14;
const GOAL_WITHIN = 4;

const PREPOSITIONS = new Set(
  'to into in at with via through from for as onto under toward towards by'.split(' '),
);

const hashSubject = cachedHash(991);
const hashVerb = cachedHash(997);
const hashGoal = cachedHash(1013);

interface Goal {
  preposition: number;
  at: number;
  kind: string;
}

export function emitClauses({ tokens }: Sentence, onFeature: OnFeature): void {
  const goals = goalsOf(tokens);
  let next = 0;
  let subject = '';
  let subjectAt = -SUBJECT_WITHIN - 1;
  for (let i = 0; i < tokens.length; i += 1) {
    const { kind, forms } = tokens[i]!;
    if (kind === undefined) continue;
    if (CLASSES_OF_VERBS[kind] === undefined) {
      subject = kind;
      subjectAt = i;
      continue;
    }
    const verb = hashVerb(kind);
    const doer = hashSubject(i - subjectAt <= SUBJECT_WITHIN ? subject : '');
    onFeature(slotOf(mix(doer, hashOn(verb, forms.verb))), i, i);
    while (goals[next] !== undefined && goals[next]!.preposition <= i) next += 1;
    for (let at = next; at < goals.length; at += 1) {
      const goal = goals[at]!;
      if (goal.preposition > i + PREPOSITION_WITHIN) break;
      const way = mix(verb, tokens[goal.preposition]!.forms.wordHash);
      onFeature(slotOf(mix(way, hashGoal(goal.kind))), i, goal.at);
    }
  }
}

/** What each preposition leads to, in their order. */
function goalsOf(tokens: Sentence['tokens']): Goal[] {
  const goals: Goal[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    if (!PREPOSITIONS.has(tokens[i]!.word)) continue;
    const end = Math.min(i + GOAL_WITHIN, tokens.length - 1);
    for (let at = i + 1; at <= end; at += 1) {
      const { kind } = tokens[at]!;
      if (kind === undefined) continue;
      goals.push({ preposition: i, at, kind });
      break;
    }
  }
  return goals;
}
