/** M-SWAP and M-STALE: a good answer to another question. */
import { documentsOf } from '../documents.js';
import { holds, isLeaf, placesOfAnswer } from '../places-of-answer.js';
import type { Answer, Candidate, Subject } from '../subject.js';

export function swapCandidates({ answer, swap }: Subject): Candidate[] {
  return swap === undefined
    ? []
    : [other(answer, swap, 'M-SWAP', 'is what another test got from the same tool')];
}

export function staleCandidates({ answer, stale }: Subject): Candidate[] {
  return stale === undefined ? [] : [other(answer, stale, 'M-STALE', 'is the answer to the call before')];
}

function other(answer: Answer, instead: Answer, family: Candidate['family'], change: string): Candidate {
  return {
    family,
    path: answer.error === undefined ? 'result' : 'error',
    change,
    spot: 'whole',
    make: () => ({ ...answer, result: instead.result, error: instead.error }),
    ideas: () => [
      ...placesOfAnswer(answer)
        .filter(({ value, document }) => isLeaf(value) && document.at.length > 1)
        .slice(0, 20)
        .flatMap((place) => holds(place).slice(0, 1)),
      ...documentsOf(answer).flatMap((document) =>
        document.kind === 'text' && document.text.length <= 120
          ? [{ target: 'result.content[0].text', matcher: { exact: document.text } }]
          : [],
      ),
    ],
  };
}
