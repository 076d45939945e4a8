/** M-VALUE: another number, text, flag, or none, where a value was. */
import { show } from '../../match/show.js';
import { formatTarget } from '../../match/target.js';
import { anotherText, anotherValue } from '../another-value.js';
import type { TextDocument } from '../documents.js';
import { factsIn } from '../facts.js';
import { type AnswerPlace, holds, isLeaf, placesOfAnswer, textsOfAnswer } from '../places-of-answer.js';
import type { Candidate, Subject } from '../subject.js';

export function valueCandidates(subject: Subject): Candidate[] {
  const { answer } = subject;
  const leaves = placesOfAnswer(answer).filter(({ value }) => isLeaf(value));
  const changed = leaves.map(
    (place): Candidate => ({
      family: 'M-VALUE',
      path: place.target,
      change: `${show(place.value, 60)} became ${show(another(place), 60)}`,
      spot: place.target,
      make: () => place.change((value) => (isLeaf(value) ? another({ ...place, value }) : value)),
      ideas: () => holds(place),
    }),
  );
  const nulled = leaves.flatMap((place): Candidate[] => {
    if (place.value === null || place.document.at.length < 2) return [];
    return [
      {
        family: 'M-VALUE',
        path: place.target,
        change: `${show(place.value, 60)} became null`,
        spot: 'null',
        make: () => place.change(() => null),
        ideas: () => holds(place),
      },
    ];
  });
  return [...changed, ...nulled, ...textsOfAnswer(answer).flatMap((document) => texts(document, subject))];
}

/** There are only two roles, and the other one is the wrong one. */
function another({ path, value }: Pick<AnswerPlace, 'path' | 'value'>): unknown {
  if (path[0] === 'messages' && path.at(-1) === 'role') return value === 'user' ? 'assistant' : 'user';
  return anotherValue(value);
}

/** A text as a whole, and each of its words that is a fact and no wording. */
function texts(document: TextDocument, subject: Subject): Candidate[] {
  const { text } = document;
  if (text === '') return [];
  const target = formatTarget(document.at);
  const facts = [...factsIn(document, subject)].map((word): Candidate => {
    const other = /^\d{1,15}$/.test(word) ? String(Number(word) + 1) : anotherText(word);
    return {
      family: 'M-VALUE',
      path: target,
      change: `${show(word, 60)} became ${show(other, 60)}`,
      spot: `${target} ${word}`,
      piece: word,
      make: () => document.write(replaceWord(text, word, other)),
      ideas: () =>
        [lineOf(text, word), nextTo(text, word)].map((part) => ({ target, matcher: { contains: part } })),
    };
  });
  const whole: Candidate = {
    family: 'M-VALUE',
    path: target,
    change: 'says something else altogether',
    spot: target,
    make: () => document.write(anotherText(text)),
    ideas: () => [
      ...(text.length <= 120 ? [{ target, matcher: { exact: text } }] : []),
      { target, matcher: { contains: lineOf(text, '') } },
    ],
  };
  return [whole, ...facts];
}

/** Whole words only: `1` in `21` is another number. */
function replaceWord(text: string, word: string, other: string): string {
  let out = '';
  let from = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const isWhole = !isWordChar(text[at - 1]) && !isWordChar(text[at + word.length]);
    if (!isWhole) continue;
    out += text.slice(from, at) + other;
    from = at + word.length;
  }
  return out + text.slice(from);
}

function isWordChar(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\d]/u.test(char);
}

/** The word with its neighbours, where the rest of its line comes and goes. */
function nextTo(text: string, word: string): string {
  const at = text.indexOf(word);
  const before = /\S+[ \t]+$/.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? '';
  const after = /^\S*/.exec(text.slice(at + word.length, at + word.length + 40))?.[0] ?? '';
  return `${before}${word}${after}`;
}

/** The line that holds it, at most 120 characters of it around the word. */
function lineOf(text: string, word: string): string {
  const line = text.split('\n').find((one) => one.includes(word)) ?? word;
  const at = line.indexOf(word);
  return line.length <= 120 ? line.trim() : line.slice(Math.max(0, at - 40), at + word.length + 40).trim();
}
