/** M-EMPTY: the form is right and nothing is in it. */
import { formatTarget } from '../../match/target.js';
import { isObject, ownValue } from '../../util/plain.js';
import { documentsOf } from '../documents.js';
import { placesOfAnswer } from '../places-of-answer.js';
import type { Answer, Candidate, Subject } from '../subject.js';

const LISTS = ['content', 'contents', 'messages'];

export function emptyCandidates({ answer }: Subject): Candidate[] {
  if (answer.error !== undefined) return [];
  return [...wholeLists(answer), ...documents(answer), ...innerLists(answer), ...notices(answer)];
}

function wholeLists(answer: Answer): Candidate[] {
  const { result } = answer;
  if (!isObject(result)) return [];
  // What is said in structured content is emptied there.
  const lists = ownValue(result, 'structuredContent') === undefined ? LISTS : [];
  return lists.flatMap((key) => {
    const list = ownValue(result, key);
    if (!Array.isArray(list) || list.length === 0) return [];
    const target = `result.${key}`;
    return [
      emptied(target, 'whole', () => ({ ...answer, result: { ...result, [key]: [] } }), {
        length: list.length,
      }),
    ];
  });
}

function documents(answer: Answer): Candidate[] {
  return documentsOf(answer).flatMap((document) => {
    const target = formatTarget(document.at);
    if (document.kind === 'text')
      return document.text === ''
        ? []
        : [emptied(target, target, () => document.write(''), { not: { exact: '' } })];
    if (document.at.length < 2 || (document.inText && !isObject(document.value))) return [];
    return [
      emptied(target, target, () => document.write({}), { not: { exact: document.inText ? '{}' : {} } }),
    ];
  });
}

function innerLists(answer: Answer): Candidate[] {
  return placesOfAnswer(answer).flatMap((place) => {
    const { value, document, path, first } = place;
    if (!Array.isArray(value) || value.length === 0 || document.at.length < 2) return [];
    const target = formatTarget([...document.at, ...first]);
    const matcher = document.inText ? { not: { contains: '[]' } } : { length: value.length };
    const shown = document.inText ? formatTarget(document.at) : target;
    return [
      {
        ...emptied(place.target, `list ${path.length}`, () => place.change(() => []), matcher),
        ideas: () => [{ target: shown, matcher }],
      },
    ];
  });
}

function notices(answer: Answer): Candidate[] {
  return (['notifications', 'progress'] as const).flatMap((key) => {
    const list = answer[key];
    if (list === undefined || list.length === 0) return [];
    return [emptied(key, key, () => ({ ...answer, [key]: [] }), { length: list.length })];
  });
}

function emptied(
  path: string,
  spot: string,
  make: () => Answer,
  matcher: Record<string, unknown>,
): Candidate {
  return {
    family: 'M-EMPTY',
    path,
    change: 'is empty',
    spot,
    make,
    ideas: () => [{ target: path, matcher }],
  };
}
