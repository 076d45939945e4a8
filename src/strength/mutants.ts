/**
 * The changes that are tried on one test: a few of each family, spread over its steps and places, and the same few for
 * the same seed. Changes that change nothing, or only what differs from call to call anyway, are not among them.
 */

import type { MutantFamily } from '../types/strength.js';
import { canonicalJson } from '../util/canonical-json.js';
import { dropCandidates } from './families/drop.js';
import { emptyCandidates } from './families/empty.js';
import { errCandidates } from './families/err.js';
import { extraCandidates } from './families/extra.js';
import { lenCandidates } from './families/len.js';
import { staleCandidates, swapCandidates } from './families/other-answer.js';
import { typeCandidates } from './families/type.js';
import { valueCandidates } from './families/value.js';
import { type Answer, type Candidate, isFailure, type Subject } from './subject.js';

/** How many of a family are tried on a test, and who proposes them. */
const FAMILIES: Partial<Record<MutantFamily, { most: number; candidates(subject: Subject): Candidate[] }>> = {
  'M-ERR': { most: 1, candidates: errCandidates },
  'M-EMPTY': { most: 2, candidates: emptyCandidates },
  'M-DROP': { most: 4, candidates: dropCandidates },
  'M-VALUE': { most: 8, candidates: valueCandidates },
  'M-TYPE': { most: 2, candidates: typeCandidates },
  'M-LEN': { most: 3, candidates: lenCandidates },
  'M-SWAP': { most: 1, candidates: swapCandidates },
  'M-STALE': { most: 1, candidates: staleCandidates },
  'M-EXTRA': { most: 1, candidates: extraCandidates },
};

export interface Mutant {
  id: string;
  /** Which step's answer it takes the place of, counted from 0. */
  step: number;
  candidate: Candidate;
  answer: Answer;
}

export interface ChosenMutants {
  mutants: Mutant[];
  /** How many were left out because only what is volatile would differ. */
  equivalent: number;
}

export interface MutantOptions {
  /** The seed and whatever names the test. */
  key: string;
  /** Whether what a candidate changes differs from call to call anyway. */
  isVolatile(candidate: Candidate, step: number): boolean;
  /** Whether the test is about what a candidate changes. */
  isMeant(candidate: Candidate, step: number): boolean;
}

/** Of a refusal counts that it is one, and of what; how it is worded weighs little. */
const MOST_OF_REFUSAL = 2;

export function mutantsOf(subjects: readonly Subject[], options: MutantOptions): ChosenMutants {
  const out: ChosenMutants = { mutants: [], equivalent: 0 };
  const refused = subjects.every(({ answer }) => isFailure(answer));
  const originals = subjects.map(({ answer }) => canonicalJson(answer));
  for (const { most: usual, candidates } of Object.values(FAMILIES)) {
    const most = refused ? Math.min(usual, MOST_OF_REFUSAL) : usual;
    const proposed = subjects.flatMap((subject, step) =>
      candidates(subject)
        .filter((candidate) => options.isMeant(candidate, step))
        .map((candidate) => ({ candidate, step })),
    );
    const steady = proposed.filter(({ candidate, step }) => !options.isVolatile(candidate, step));
    out.equivalent += Math.min(most, proposed.length) - Math.min(most, steady.length);
    out.mutants.push(...choose(steady, most, options.key, originals));
  }
  return out;
}

interface Proposed {
  candidate: Candidate;
  step: number;
}

/** In an order that the key decides, a new place before one that was taken already. */
function choose(proposed: Proposed[], most: number, key: string, originals: readonly string[]): Mutant[] {
  const chosen: Mutant[] = [];
  const seen = new Set<string>();
  for (const { id, step, candidate } of inTurn(proposed, key)) {
    if (chosen.length === most) break;
    const answer = candidate.make();
    const text = canonicalJson(answer);
    if (seen.has(text) || text === originals[step]) continue;
    seen.add(text);
    chosen.push({ id, step, candidate, answer });
  }
  return chosen;
}

/** The first of every spot, then the second of every spot, and so on. */
function inTurn(proposed: Proposed[], key: string): (Proposed & { id: string })[] {
  const turns = new Map<string, number>();
  return proposed
    .map((one) => ({ ...one, id: idOf(one) }))
    .map((one) => ({ ...one, rank: rankOf(`${key}\0${one.id}`) }))
    .sort((a, b) => a.rank - b.rank)
    .map((one) => {
      const spot = `${one.step} ${one.candidate.spot}`;
      const turn = turns.get(spot) ?? 0;
      turns.set(spot, turn + 1);
      return { ...one, turn };
    })
    .sort((a, b) => a.turn - b.turn || a.rank - b.rank);
}

/** FNV-1a: quick, and the same everywhere. */
function rankOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function idOf({ candidate, step }: Proposed): string {
  const place = step === 0 ? candidate.path : `step ${step + 1} ${candidate.path}`;
  return `${candidate.family}:${place}:${candidate.change}`;
}
