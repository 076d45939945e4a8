/**
 * Characters in a text that nobody sees, without those that a language or an emoji needs: ZWNJ and ZWJ
 * inside Arabic and Indic words and emoji, U+FE0F after emoji, marks of direction in right-to-left text,
 * flags of regions, selectors after ideographs.
 */

export interface HiddenCharacters {
  kind: string;
  severity: 'high' | 'medium';
  start: number;
  /** How many of this kind. */
  count: number;
}

const KINDS: readonly [string, 'high' | 'medium', RegExp][] = [
  ['tag characters', 'high', /[\u{e0000}-\u{e007f}]/gu],
  ['bidirectional controls', 'high', /[\u202a-\u202e\u2066-\u2069]/gu],
  ['terminal escape sequences', 'high', /[\u001b\u009b\u0090\u009d\u0098\u009e\u009f]/gu],
  ['variation selectors', 'medium', /[\u{e0100}-\u{e01ef}]|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]/gu],
  [
    'zero-width characters',
    'medium',
    // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points are meant
    /[\u200b-\u200d\u2060-\u2064\u206a-\u206f\ufeff\u034f\u180e\u17b4\u17b5]/gu,
  ],
  ['direction marks', 'medium', /[\u200e\u200f\u061c]/gu],
  ['fillers', 'medium', /[\u115f\u1160\u3164\uffa0]|\u2800{4,}/gu],
  [
    'control characters',
    'medium',
    /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u008f\u0091-\u0097\u0099\u009a\u009c\ufff9-\ufffb]/gu,
  ],
  ['soft hyphens', 'medium', /\u00ad/gu],
];

const ANY =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points are meant
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e01ef}]/u;
const RIGHT_TO_LEFT = /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const JOINING =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{M}]$/u;
const SPACELESS =
  /[\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
// biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points are meant
const EMOJI = /[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}\ufe0f]$/u;
const REGION_FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;

export function hiddenCharacters(raw: string): HiddenCharacters[] {
  if (!ANY.test(raw)) return [];
  const text = raw.replace(REGION_FLAG, (flag) => '\u2691'.padEnd(flag.length));
  const rightToLeft = RIGHT_TO_LEFT.test(text);
  const out: HiddenCharacters[] = [];
  for (const [kind, severity, pattern] of KINDS) {
    let first: number | undefined;
    let count = 0;
    for (const { index } of text.matchAll(pattern)) {
      if (isNeeded(text, index, kind, rightToLeft)) continue;
      first ??= index;
      count += 1;
    }
    if (first !== undefined) out.push({ kind, severity, start: first, count });
  }
  return out;
}

function isNeeded(text: string, at: number, kind: string, rightToLeft: boolean): boolean {
  const char = text.charAt(at);
  const before = text.slice(Math.max(0, at - 2), at);
  if (kind === 'direction marks') return rightToLeft;
  if (kind === 'soft hyphens')
    return /\p{L}$/u.test(before) && !/^[\x00-\x7f]*$/.test(text.replaceAll('\u00ad', ''));
  if (kind === 'variation selectors') return /\p{Script=Han}$/u.test(before);
  if (char === '\ufeff') return at === 0;
  if (char === '\u200c') return JOINING.test(before);
  if (char === '\u200d') return JOINING.test(before) || EMOJI.test(before);
  if (char === '\u200b') return SPACELESS.test(before);
  if (char === '\u180e') return /\p{Script=Mongolian}$/u.test(before);
  if (char === '\u17b4' || char === '\u17b5') return /\p{Script=Khmer}$/u.test(before);
  return false;
}
