/** The places of all JSON documents of an answer, each with its target and with a way to change it. */
import { show } from '../match/show.js';
import { formatTarget, type Segment } from '../match/target.js';
import type { Assertion } from '../types/suite.js';
import { clip } from '../util/text.js';
import { type AnswerDocument, documentsOf, type JsonDocument } from './documents.js';
import type { Answer } from './subject.js';
import { changePlace, classText, type Place } from './tree.js';

export interface AnswerPlace extends Place {
  document: JsonDocument;
  /** As a target, `[*]` for every item; JSON in a text behind the target of the text. */
  target: string;
  change(change: (value: unknown) => unknown): Answer;
}

/** Every family asks for them. */
const known = new WeakMap<Answer, AnswerPlace[]>();

export function placesOfAnswer(answer: Answer): AnswerPlace[] {
  const places =
    known.get(answer) ??
    documentsOf(answer).flatMap((document) => (document.kind === 'json' ? placesIn(document) : []));
  known.set(answer, places);
  return places;
}

export function textsOfAnswer(answer: Answer): Extract<AnswerDocument, { kind: 'text' }>[] {
  return documentsOf(answer).flatMap((document) => (document.kind === 'text' ? [document] : []));
}

function placesIn(document: JsonDocument): AnswerPlace[] {
  const whole = formatTarget(document.at);
  return document.places().map((place) => ({
    ...place,
    document,
    target: document.inText
      ? `${whole} » ${classText(place.path) || 'JSON'}`
      : classText([...document.at, ...place.path]),
    change: (change) => document.write(changePlace(document.value, place.path, change)),
  }));
}

/** Whether a value is one that can be compared by itself. */
export function isLeaf(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

const SHORT = 300;

/** Assertions that hold a place to what it was: its value, else its kind; in a text the text itself. */
export function holds({ document, first, value }: AnswerPlace): Assertion[] {
  if (document.inText) return holdsText(document, first, value);
  const target = formatTarget([...document.at, ...first]);
  const ideas: Assertion[] = [];
  if (isLeaf(value) && String(value).length <= SHORT && value !== null)
    ideas.push({ target, matcher: { exact: value } });
  if (typeof value === 'string' && value.length > SHORT)
    ideas.push({ target, matcher: { starts_with: clip(value, 80).replace(/…$/, '') } });
  if (Array.isArray(value)) ideas.push({ target, matcher: { length: value.length } });
  return [...ideas, { target, matcher: { type: kindOf(value) } }];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** `"price": 12`, as the text spells it. */
function holdsText(document: JsonDocument, first: Segment[], value: unknown): Assertion[] {
  const name = first.at(-1);
  const target = formatTarget(document.at);
  const spelt = show(value, SHORT);
  if (typeof name !== 'string' || !isLeaf(value)) return [];
  return ['', ' '].map((space) => ({
    target,
    matcher: { contains: `${JSON.stringify(name)}:${space}${spelt}` },
  }));
}
