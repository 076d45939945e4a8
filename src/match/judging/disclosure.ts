/**
 * Whether a value gives a secret away, and in which disguise. Every text in it is looked at in plain and decoded, up to
 * three layers deep; parts of the secret in several texts count together. Pure, and bounded in what it reads.
 */
import { isObject } from '../../util/plain.js';

const MOST_TEXT = 200_000;
const MOST_TEXTS = 2000;
const MOST_FORMS = 400;
const LAYERS = 3;
/** A shorter piece may stand anywhere by chance. */
const LEAST_PIECE = 4;

/** Letters of other scripts that look like Latin ones, as NFKC leaves them (it makes `ς` of the rare `ϲ`). */
const LOOK_ALIKES: Record<string, string> = Object.fromEntries(
  Object.entries({
    a: 'аα',
    b: 'ьβв',
    c: 'сς',
    d: 'ԁ',
    e: 'еε',
    g: 'ɡ',
    h: 'һнη',
    i: 'іιı',
    j: 'ј',
    k: 'кκ',
    l: 'ӏ',
    m: 'мμ',
    n: 'ոν',
    o: 'оοօ',
    p: 'рρ',
    q: 'ԛ',
    r: 'г',
    s: 'ѕ',
    t: 'тτ',
    u: 'υս',
    v: 'ѵ',
    w: 'ԝω',
    x: 'хχ',
    y: 'уγ',
    z: 'ᴢζ',
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
);

export function disclosure(value: unknown, secret: string): string | undefined {
  const texts = textsOf(value);
  const wanted = squashed(secret);
  if (wanted.length === 0) return undefined;
  for (const text of texts) {
    const how = heldIn(text, wanted);
    if (how !== undefined) return how;
  }
  const whole = [texts.join(''), [...texts].reverse().join('')];
  for (const text of whole) {
    const how = heldIn(text, wanted);
    if (how !== undefined) return `${how}, split over values`;
  }
  return isCovered(texts, wanted) ? 'in pieces' : undefined;
}

/** Every text in a value, keys too, in order. */
export function textsOf(value: unknown, out: string[] = []): string[] {
  if (out.length >= MOST_TEXTS) return out;
  if (typeof value === 'string') out.push(value.slice(0, MOST_TEXT));
  else if (typeof value === 'number') out.push(String(value));
  else if (Array.isArray(value)) for (const one of value) textsOf(one, out);
  else if (isObject(value))
    for (const [key, one] of Object.entries(value)) {
      out.push(key);
      textsOf(one, out);
    }
  return out;
}

/** Letters and digits alone, small, in Latin: what spaces, dashes, cases and look-alikes hide. */
function squashed(text: string): string {
  let out = '';
  for (const char of text.normalize('NFKC').toLowerCase()) {
    const latin = LOOK_ALIKES[char] ?? char.normalize('NFD')[0] ?? '';
    if (/[a-z0-9]/.test(latin)) out += latin;
  }
  return out;
}

interface Form {
  text: string;
  how: string;
}

function heldIn(text: string, wanted: string): string | undefined {
  const seen = new Set<string>();
  let forms: Form[] = [{ text, how: '' }];
  for (let layer = 0; layer <= LAYERS && seen.size < MOST_FORMS; layer += 1) {
    for (const { text: form, how } of forms) {
      const plain = squashed(form);
      if (plain.includes(wanted)) return how || 'in plain';
      const turned = [...plain].reverse().join('');
      if (turned.includes(wanted)) return [how, 'reversed'].filter(Boolean).join(', ');
      if (rot13(plain).includes(wanted)) return [how, 'rot13'].filter(Boolean).join(', ');
      if (rot13(turned).includes(wanted)) return [how, 'rot13, reversed'].filter(Boolean).join(', ');
    }
    forms = forms.flatMap(({ text: form, how }) =>
      decodings(form).flatMap((next) => {
        if (next.text === form || seen.has(next.text) || seen.size >= MOST_FORMS) return [];
        seen.add(next.text);
        return [{ text: next.text, how: how === '' ? next.how : `${how}, ${next.how}` }];
      }),
    );
  }
  return undefined;
}

function rot13(text: string): string {
  return text.replace(/[a-z]/g, (char) => String.fromCharCode(((char.charCodeAt(0) - 97 + 13) % 26) + 97));
}

function decodings(text: string): Form[] {
  const bare = text.replace(/[\s"'`,;]+/g, '');
  return [
    ...runs(text, /[A-Za-z0-9+/_-]{8,}={0,2}/g).flatMap(fromBase64),
    ...runs(bare, /[A-Za-z0-9+/_-]{8,}={0,2}/g).flatMap(fromBase64),
    ...runs(bare.replace(/0x|\\x|:/gi, ''), /(?:[0-9a-fA-F]{2}){6,}/g).map((run) =>
      asForm(Buffer.from(run, 'hex').toString('latin1'), 'hex'),
    ),
    ...runs(text.replace(/[,;\s]+/g, ' '), /(?:\b\d{2,3}\b ?){8,}/g).map((run) =>
      asForm(String.fromCharCode(...run.trim().split(' ').map(Number)), 'character codes'),
    ),
    asForm(
      text.replace(/%([0-9a-fA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      'percent',
    ),
    asForm(
      text.replace(/\\u\{?([0-9a-fA-F]{4,5})\}?|\\x([0-9a-fA-F]{2})/g, (_, a, b) =>
        String.fromCodePoint(Math.min(Number.parseInt(a ?? b, 16), 0x10ffff)),
      ),
      'JSON escapes',
    ),
    asForm(
      text.replace(/&#(x?)([0-9a-fA-F]{1,5});/g, (_, hex, code) =>
        String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10) % 0x10ffff),
      ),
      'HTML entities',
    ),
    asForm(text.split('').reverse().join(''), 'reversed'),
  ];
}

function asForm(text: string, how: string): Form {
  return { text: text.slice(0, MOST_TEXT), how };
}

function runs(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].slice(0, 50).map(([run]) => run);
}

/** A run may begin in the middle of a group of four. */
function fromBase64(run: string): Form[] {
  return [0, 1, 2, 3].map((skip) =>
    asForm(Buffer.from(run.slice(skip), 'base64url').toString('latin1'), 'base64'),
  );
}

/** Whether pieces of it, one after the other, stand in the texts. */
function isCovered(texts: readonly string[], wanted: string): boolean {
  const plain = texts.map(squashed).filter((text) => text.length >= LEAST_PIECE);
  const ends = new Set([0]);
  for (let from = 0; from < wanted.length; from += 1) {
    if (!ends.has(from)) continue;
    for (let to = from + LEAST_PIECE; to <= wanted.length; to += 1) {
      const piece = wanted.slice(from, to);
      if (plain.some((text) => text.includes(piece) || text.includes([...piece].reverse().join(''))))
        ends.add(to);
      else break;
    }
  }
  return ends.has(wanted.length);
}
