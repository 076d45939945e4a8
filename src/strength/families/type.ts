/** M-TYPE: the right value as another kind of value. */
import { show } from '../../match/show.js';
import { anotherType } from '../another-value.js';
import { holds, placesOfAnswer } from '../places-of-answer.js';
import type { Candidate, Subject } from '../subject.js';

export function typeCandidates({ answer }: Subject): Candidate[] {
  return placesOfAnswer(answer).flatMap((place): Candidate[] => {
    // The form of a result is the protocol's, and what a block is made of is judged by its own rules.
    if (place.document.at.length < 2 || place.path.length === 0) return [];
    return [
      {
        family: 'M-TYPE',
        path: place.target,
        change: `${show(place.value, 60)} became ${show(anotherType(place.value), 60)}`,
        spot: place.target,
        make: () => place.change(anotherType),
        ideas: () => holds(place),
      },
    ];
  });
}
