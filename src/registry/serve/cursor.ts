/** The place behind a page. It belongs to the question that it was given for, and says so when it is asked another. */
import { sha256 } from '../../util/hash.js';
import { badParameter } from './problem.js';

/** The same for the same question, whatever the page. */
export function fingerprint(question: unknown): string {
  return sha256(JSON.stringify(question)).slice(0, 12);
}

export function writeCursor(print: string, place: number | string): string {
  return Buffer.from(JSON.stringify([print, place])).toString('base64url');
}

export function readCursor(text: string | undefined, print: string): number | string | undefined {
  if (text === undefined || text === '') return undefined;
  const [of, place] = parsed(text);
  if (of !== print) throw badParameter('cursor', 'This cursor belongs to another question.');
  if (typeof place === 'string' || (Number.isSafeInteger(place) && (place as number) >= 0))
    return place as number | string;
  throw badParameter('cursor', 'This is not a cursor of this registry.');
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(value) && value.length === 2) return value;
  } catch {
    // Said below.
  }
  throw badParameter('cursor', 'This is not a cursor of this registry.');
}
