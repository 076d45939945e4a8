/**
 * The places of an answer where a server says something: structured content, JSON inside a text, plain texts, and what
 * is left around them. Each knows how to write a changed value back. A text that only repeats the structured content is
 * no document of its own: it changes with it, as it would in the server.
 */
import { formatTarget, type Segment } from '../match/target.js';
import { isObject, ownValue } from '../util/plain.js';
import { indentOf, type Mirror, mirrorsOf, parsedJson, type TextPlace, textOf } from './mirrors.js';
import type { Answer } from './subject.js';
import { changePlace, type Place, placesOf } from './tree.js';

interface DocumentBase {
  /** Where it stands in the answer. */
  at: Segment[];
}

export interface JsonDocument extends DocumentBase {
  kind: 'json';
  value: unknown;
  /** JSON that stands in a text: a target cannot lead into it. */
  inText: boolean;
  /** What may be changed in it. */
  places(): Place[];
  write(value: unknown): Answer;
}

export interface TextDocument extends DocumentBase {
  kind: 'text';
  text: string;
  write(text: string): Answer;
}

export type AnswerDocument = JsonDocument | TextDocument;

/** Words of the protocol: to change them breaks the form, not what is said. */
const FORM = new Set<unknown>([
  'isError',
  '_meta',
  'type',
  'annotations',
  'nextCursor',
  'ttlMs',
  'cacheScope',
  'resultType',
]);
const MAX_TEXT = 1_000_000;

/** Every family asks for them. */
const known = new WeakMap<Answer, AnswerDocument[]>();

export function documentsOf(answer: Answer): AnswerDocument[] {
  const documents = known.get(answer) ?? findDocuments(answer);
  known.set(answer, documents);
  return documents;
}

function findDocuments(answer: Answer): AnswerDocument[] {
  if (answer.error !== undefined) return [jsonAt(answer, ['error'], answer.error)];
  const { result } = answer;
  if (!isObject(result)) return [];
  const texts = textsOf(result);
  const structured = ownValue(result, 'structuredContent');
  const mirrors = structured === undefined ? [] : mirrorsOf(structured, texts);
  const out: AnswerDocument[] = [];
  if (structured !== undefined) out.push(structuredDocument(answer, structured, mirrors));
  for (const one of texts) {
    const mirror = mirrors.find(({ at }) => at === one.at);
    if (mirror === undefined || mirror.raw) out.push(textDocument(answer, mirror ?? one));
  }
  return [...out, frameOf(answer, result, texts)];
}

/** `text` of content blocks, of embedded and read resources, and of the messages of a prompt. */
function textsOf(result: Record<string, unknown>): TextPlace[] {
  const out: TextPlace[] = [];
  const visit = (value: unknown, at: Segment[]): void => {
    if (at.length > 6) return;
    if (Array.isArray(value)) for (const [n, item] of value.slice(0, 200).entries()) visit(item, [...at, n]);
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'structuredContent' || key === '_meta') continue;
      if (key === 'text' && typeof inner === 'string' && inner.length <= MAX_TEXT)
        out.push({ at: [...at, key], text: inner });
      else visit(inner, [...at, key]);
    }
  };
  visit(result, ['result']);
  return out;
}

function structuredDocument(answer: Answer, value: unknown, mirrors: Mirror[]): JsonDocument {
  const at = ['result', 'structuredContent'];
  return {
    kind: 'json',
    at,
    value,
    inText: false,
    places: () => placesOf(value),
    write: (changed) =>
      mirrors.reduce(
        (current, mirror) => writeAt(current, mirror.at, textOf(mirror, changed)),
        writeAt(answer, at, changed),
      ),
  };
}

function textDocument(answer: Answer, { at, text, field, raw }: Mirror): AnswerDocument {
  if (raw === true && field !== undefined) {
    const twin = ['result', 'structuredContent', field];
    return {
      kind: 'text',
      at,
      text,
      write: (changed) => writeAt(writeAt(answer, at, changed), twin, changed),
    };
  }
  const value = parsedJson(text);
  if (value === undefined)
    return { kind: 'text', at, text, write: (changed) => writeAt(answer, at, changed) };
  const indent = indentOf(text);
  const write = (changed: unknown) => writeAt(answer, at, JSON.stringify(changed, null, indent));
  return { kind: 'json', at, value, inText: true, places: () => placesOf(value), write };
}

function jsonAt(answer: Answer, at: Segment[], value: unknown): JsonDocument {
  return {
    kind: 'json',
    at,
    value,
    inText: false,
    places: () => placesOf(value),
    write: (changed) => writeAt(answer, at, changed),
  };
}

/** The rest of the result: URIs, roles, MIME types, pictures, and the lists that hold it all. */
function frameOf(answer: Answer, result: Record<string, unknown>, texts: TextPlace[]): JsonDocument {
  const taken = new Set(texts.map(({ at }) => formatTarget(at.slice(1))));
  const isFrame = ({ path, first }: Place): boolean =>
    path.length > 0 &&
    path[0] !== 'structuredContent' &&
    !path.some((segment) => FORM.has(segment)) &&
    !taken.has(formatTarget(first));
  return { ...jsonAt(answer, ['result'], result), places: () => placesOf(result).filter(isFrame) };
}

function writeAt(answer: Answer, at: Segment[], value: unknown): Answer {
  const [root, ...rest] = at;
  const key = root as 'result' | 'error';
  return { ...answer, [key]: replaced(answer[key], rest, value) };
}

function replaced(whole: unknown, at: Segment[], value: unknown): unknown {
  const [head, ...rest] = at;
  if (head === undefined) return value;
  if (Array.isArray(whole)) return whole.map((item, n) => (n === head ? replaced(item, rest, value) : item));
  return isObject(whole) ? changePlace(whole, [head], (inner) => replaced(inner, rest, value)) : whole;
}
