/**
 * A short text that a simple regular expression matches: literals, classes, groups, alternatives and
 * counts. What goes beyond that (look-around, back-references, Unicode properties) gives undefined. The
 * caller checks the text; nothing here is trusted.
 */

const MAX_TEXT = 200;

/** Characters tried for a class, the most readable first. */
const ALPHABET = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. /:@#+=,;!?$%&*()[]{}<>|~^"\'`\\\t\n',
];

interface Reader {
  source: string;
  at: number;
  /** How often something that may repeat without end is repeated beyond its minimum. */
  extra: number;
}

class NotSimple extends Error {}

export function patternText(pattern: string, extra = 0): string | undefined {
  if (pattern.length > 1000) return undefined;
  const reader: Reader = { source: pattern, at: 0, extra };
  try {
    const text = alternatives(reader, 0);
    return reader.at === pattern.length ? text : undefined;
  } catch (error) {
    if (error instanceof NotSimple) return undefined;
    throw error;
  }
}

/** The first alternative; the others are only read over. */
function alternatives(reader: Reader, depth: number): string {
  if (depth > 20) throw new NotSimple();
  const first = sequence(reader, depth);
  while (reader.source[reader.at] === '|') {
    reader.at += 1;
    sequence(reader, depth);
  }
  return first;
}

function sequence(reader: Reader, depth: number): string {
  let out = '';
  while (reader.at < reader.source.length && !'|)'.includes(reader.source.charAt(reader.at))) {
    const one = atom(reader, depth);
    out += one.repeat(Math.min(count(reader), MAX_TEXT));
    if (out.length > MAX_TEXT) throw new NotSimple();
  }
  return out;
}

function atom(reader: Reader, depth: number): string {
  const char = reader.source.charAt(reader.at++);
  if (char === '^' || char === '$') return '';
  if (char === '.') return 'a';
  if (char === '[') return pick(classTest(reader));
  if (char === '\\') return escaped(reader);
  if (char !== '(') return char;
  if (reader.source.startsWith('?:', reader.at)) reader.at += 2;
  else if (/^\?<[a-zA-Z]\w*>/.test(reader.source.slice(reader.at, reader.at + 60))) {
    reader.at = reader.source.indexOf('>', reader.at) + 1;
  } else if (reader.source[reader.at] === '?') throw new NotSimple();
  const inner = alternatives(reader, depth + 1);
  if (reader.source[reader.at++] !== ')') throw new NotSimple();
  return inner;
}

function escaped(reader: Reader): string {
  const char = reader.source[reader.at++];
  if (char === 'b' || char === 'B') return '';
  return pick(escapeTest(char));
}

type Test = (char: string) => boolean;

function escapeTest(char: string | undefined): Test {
  const sets: Record<string, RegExp> = { d: /\d/, D: /\D/, w: /\w/, W: /\W/, s: /\s/, S: /\S/ };
  const controls: Record<string, string> = { n: '\n', t: '\t' };
  if (char === undefined || (/[a-zA-Z0-9]/.test(char) && !sets[char] && !controls[char]))
    throw new NotSimple();
  const set = sets[char];
  return set ? (other) => set.test(other) : (other) => other === (controls[char] ?? char);
}

function classTest(reader: Reader): Test {
  const negated = reader.source[reader.at] === '^';
  if (negated) reader.at += 1;
  const tests: Test[] = [];
  for (let first = true; first || reader.source[reader.at] !== ']'; first = false) {
    if (reader.at >= reader.source.length || tests.length > 200) throw new NotSimple();
    if (reader.source[reader.at] === ']') break;
    const from = reader.source.charAt(reader.at++);
    if (from === '\\') {
      tests.push(escapeTest(reader.source[reader.at++]));
      continue;
    }
    const to = reader.source[reader.at + 1];
    if (reader.source[reader.at] === '-' && to !== undefined && to !== ']' && to !== '\\') {
      reader.at += 2;
      tests.push((char) => char >= from && char <= to);
    } else tests.push((char) => char === from);
  }
  reader.at += 1;
  return (char) => tests.some((test) => test(char)) !== negated;
}

function pick(test: Test): string {
  const found = ALPHABET.find(test);
  if (found === undefined) throw new NotSimple();
  return found;
}

function count(reader: Reader): number {
  const rest = reader.source.slice(reader.at, reader.at + 20);
  const [sign] = /^(?:\{\d{1,5}(?:,(?:\d{1,5})?)?\}|[*+?])/.exec(rest) ?? [];
  if (sign === undefined) return 1;
  reader.at += sign.length;
  if (reader.source[reader.at] === '?') reader.at += 1;
  const [least, most] = SIGNS.get(sign) ?? bounds(sign);
  return Math.min(most, least + reader.extra);
}

const SIGNS = new Map<string, [least: number, most: number]>([
  ['?', [0, 1]],
  ['*', [0, Number.POSITIVE_INFINITY]],
  ['+', [1, Number.POSITIVE_INFINITY]],
]);

/** Of `{2}`, `{2,}` or `{2,5}`. */
function bounds(braces: string): [least: number, most: number] {
  const [least, most = least] = braces.slice(1, -1).split(',');
  return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
}
