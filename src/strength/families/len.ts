/** M-LEN: a list loses an item, has them twice, or in another order. */
import { formatTarget } from '../../match/target.js';
import type { Assertion } from '../../types/suite.js';
import { isObject } from '../../util/plain.js';
import { plural } from '../../util/text.js';
import { type AnswerPlace, isLeaf, placesOfAnswer } from '../places-of-answer.js';
import type { Candidate, Subject } from '../subject.js';

const CHANGES: { name: string; change(list: unknown[]): unknown[]; says(n: number): string }[] = [
  {
    name: 'loses',
    change: (list) => list.slice(0, -1),
    says: (n) => `loses the last of ${plural(n, 'item')}`,
  },
  {
    name: 'doubles',
    change: (list) => [...list, ...list],
    says: (n) => `has its ${plural(n, 'item')} twice`,
  },
  { name: 'reorders', change: (list) => [...list].reverse(), says: () => 'comes in the opposite order' },
];

export function lenCandidates({ answer }: Subject): Candidate[] {
  return placesOfAnswer(answer).flatMap((place) => {
    const { value } = place;
    if (!Array.isArray(value) || value.length === 0) return [];
    // A block more is M-EXTRA, the only one less M-EMPTY.
    const isFrame = place.document.at.length < 2;
    if (value.length === 1 && isFrame) return [];
    return CHANGES.filter(({ name }) => name === 'doubles' || value.length > 1).map(
      ({ name, change, says }): Candidate => ({
        family: 'M-LEN',
        path: place.target,
        change: says(value.length),
        spot: name,
        make: () => place.change((list) => (Array.isArray(list) ? change(list) : list)),
        ideas: () => holdsList(place, value),
      }),
    );
  });
}

/** How many there are, and which comes first. */
function holdsList({ document, first }: AnswerPlace, list: unknown[]): Assertion[] {
  if (document.inText) return [];
  const at = [...document.at, ...first];
  const ideas: Assertion[] = [{ target: formatTarget(at), matcher: { length: list.length } }];
  const [head] = list;
  if (isLeaf(head)) ideas.push({ target: formatTarget([...at, 0]), matcher: { exact: head } });
  if (!isObject(head)) return ideas;
  for (const [key, value] of Object.entries(head))
    if (isLeaf(value) && value !== null && String(value).length <= 120)
      ideas.push({ target: formatTarget([...at, 0, key]), matcher: { exact: value } });
  return ideas.slice(0, 12);
}
