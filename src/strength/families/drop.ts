/** M-DROP: a field is missing, or a line of a text. */
import { formatTarget } from '../../match/target.js';
import { clip, oneLine } from '../../util/text.js';
import { holds, placesOfAnswer, textsOfAnswer } from '../places-of-answer.js';
import type { Candidate, Subject } from '../subject.js';
import { EVERY, GONE } from '../tree.js';

/** Without these a block is no block, and clients refuse it. */
const NEEDED = new Set<unknown>([
  'content',
  'contents',
  'messages',
  'text',
  'role',
  'uri',
  'data',
  'mimeType',
  'code',
  'message',
]);

export function dropCandidates({ answer }: Subject): Candidate[] {
  const fields = placesOfAnswer(answer).flatMap((place): Candidate[] => {
    const name = place.path.at(-1);
    const isFrame = place.document.at.length < 2;
    if (name === undefined || name === EVERY || (isFrame && NEEDED.has(name))) return [];
    return [
      {
        family: 'M-DROP',
        path: place.target,
        change: 'is missing',
        spot: place.target,
        make: () => place.change(() => GONE),
        ideas: () => holds(place),
      },
    ];
  });
  return [...fields, ...lines(answer)];
}

/** A text that begins too late or ends too early. */
function lines(answer: Subject['answer']): Candidate[] {
  return textsOfAnswer(answer).flatMap((document) => {
    const all = document.text.split('\n');
    const said = all.flatMap((line, n) => (/[\p{L}\d]/u.test(line) ? [n] : []));
    if (said.length < 2) return [];
    return (
      [
        ['first', said[0]],
        ['last', said.at(-1)],
      ] as const
    ).map(([which, n]): Candidate => {
      const line = all[n ?? 0] ?? '';
      const target = formatTarget(document.at);
      return {
        family: 'M-DROP',
        path: target,
        change: `its ${which} line, ${JSON.stringify(clip(oneLine(line.trim()), 60))}, is missing`,
        spot: `${target} ${which}`,
        piece: line,
        make: () => document.write(all.filter((_, at) => at !== n).join('\n')),
        ideas: () => [{ target, matcher: { contains: line.trim().slice(0, 120) } }],
      };
    });
  });
}
