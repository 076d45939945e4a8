/**
 * The values that an answer states, each checked against the evidence as it is found: addresses,
 * quotations, ids, telephone numbers, times, then plain numbers in what is left of the text.
 */
import type { Evidence } from './narrative-evidence.js';
import { fold } from './narrative-evidence.js';
import { numberIsBacked } from './narrative-numbers.js';

/** More than this an answer does not state; the rest is not looked at. */
const MOST = 500;

interface Finder {
  pattern: RegExp;
  /** Quotation marks inside a code block are part of the code. */
  outsideCode?: boolean;
  /** Backed or not; undefined leaves the text for the finders after it. */
  judge(match: RegExpMatchArray, evidence: Evidence, names: ReadonlySet<string>): boolean | undefined;
}

const FINDERS: Finder[] = [
  {
    pattern: /\bhttps?:\/\/[^\s<>"'`“”‘’)\]}]+/gi,
    judge: ([url], evidence) => addressForms(url!).some((form) => evidence.hasText(form)),
  },
  {
    pattern: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g,
    judge: ([address], evidence) => evidence.hasWord(address!),
  },
  {
    outsideCode: true,
    pattern: /"([^"\n]{2,200})"|“([^”\n]{2,200})”|«([^»\n]{2,200})»/g,
    judge: (match, evidence, names) => quoteIsBacked(match[1] ?? match[2] ?? match[3]!, evidence, names),
  },
  {
    pattern: /`([^`\n]{2,200})`/g,
    judge: (match, evidence, names) => codeIsBacked(match[1]!, evidence, names),
  },
  {
    // A moment such as 2025-03-14T10:30:00Z: its parts are looked for one by one.
    pattern: /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:?\d{2})?/g,
    judge: ([moment], evidence) =>
      evidence.hasText(moment!) ||
      moment!.split(/\D+/).every((part) => part === '' || hasPart(part, evidence)),
  },
  {
    pattern: /(?<![\w.])v?\d+(?:\.\d+){2,}(?![\w])/gi,
    judge: ([version], evidence) => {
      const thousands = /^\d{1,3}(?:\.\d{3})+$/.test(version!);
      return thousands ? undefined : evidence.hasText(version!.replace(/^v/i, ''));
    },
  },
  {
    pattern: /(?<![\w.,])\+?\d[\d ().-]{7,18}\d(?!\w|[.,]\d)/g,
    judge: ([phone], evidence) => {
      const digits = phone!.replace(/\D/g, '');
      return digits.length >= 9 && evidence.hasDigits(digits) ? true : undefined;
    },
  },
  {
    pattern: /(?<![\w:.])(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?[ap]\.?m\b\.?)?/gi,
    judge: ([, hour, minute, second], evidence) =>
      [Number(hour), Number(hour) + 12, Number(hour) % 12].some((h) => evidence.hasNumber(h, h)) &&
      [minute, second].every((part) => part === undefined || Number(part) === 0 || hasPart(part, evidence)),
  },
  {
    pattern: /(?<![\w-])[A-Za-z0-9][\w-]{2,}[A-Za-z0-9](?![\w-])/g,
    judge: ([token], evidence, names) => idIsBacked(token!, evidence, names),
  },
];

/** The values of an answer that nothing backs, each once, as they are written. */
export function unbackedValues(answer: string, evidence: Evidence, names: ReadonlySet<string>): string[] {
  const found = new Map<string, string>();
  let looked = 0;
  const note = (value: string, backed: boolean) => {
    looked += 1;
    if (!backed) found.set(fold(value), value);
  };
  let rest = hideListMarks(answer);
  for (const finder of FINDERS) {
    const parts = finder.outsideCode ? rest.split('```') : [rest];
    rest = parts
      .map((part, at) =>
        at % 2 === 1 ? part : part.replace(finder.pattern, (...args) => take(args, finder)),
      )
      .join('```');
  }
  function take(args: unknown[], finder: Finder): string {
    const whole = args[0] as string;
    if (looked >= MOST) return whole;
    const groups = args.filter((arg, at) => at === 0 || typeof arg === 'string' || arg === undefined);
    const verdict = finder.judge(groups.slice(0, -1) as unknown as RegExpMatchArray, evidence, names);
    if (verdict === undefined) return whole;
    note(whole, verdict);
    return ' '.repeat(whole.length);
  }
  for (const { raw, backed } of numberIsBacked(rest, evidence, MOST - looked)) note(raw, backed);
  return [...found.values()];
}

/** `10. Item` numbers a list and states nothing. */
function hideListMarks(text: string): string {
  return text.replace(/^([ \t>]*)\d+([.)])(?=\s)/gm, (_, indent: string, mark: string) => `${indent}${mark}`);
}

function addressForms(url: string): string[] {
  const plain = url.replace(/[.,;:!?]+$/, '').replace(/\/$/, '');
  return [plain, plain.replace(/^https?:\/\//i, ''), plain.replace(/^https?:\/\/www\./i, '')];
}

function quoteIsBacked(quote: string, evidence: Evidence, names: ReadonlySet<string>): boolean | undefined {
  const text = quote.trim().replace(/[.,;:!?]+$/, '');
  if (text.length < 2 || names.has(text.toLowerCase()) || evidence.hasText(text)) return true;
  // A quoted number is judged as the number it is.
  return /^[\d.,%$€£¥\s]+$/.test(text) ? undefined : false;
}

/** Code marks around prose or a command are typography; around an id, a path or a number they state a value. */
function codeIsBacked(code: string, evidence: Evidence, names: ReadonlySet<string>): boolean | undefined {
  const text = code.trim();
  if (names.has(text.toLowerCase()) || evidence.hasText(text)) return true;
  return /\s/.test(text) || !/[\d/@]/.test(text) ? true : undefined;
}

function hasPart(digits: string, evidence: Evidence): boolean {
  return evidence.hasNumber(Number(digits), Number(digits));
}

/** A word with letters and at least two digits is an id: it must occur as it stands, or its numbers must. */
function idIsBacked(token: string, evidence: Evidence, names: ReadonlySet<string>): boolean | undefined {
  const digits = token.replace(/\D/g, '').length;
  if (digits < 2 || !/[A-Za-z]/.test(token) || /^\d+[A-Za-z]{1,4}$/.test(token)) return undefined;
  if (names.has(token.toLowerCase()) || evidence.hasWord(token)) return true;
  const parts = token.split(/[-_]+/);
  // `24-hour`, `top-10`, `record-42`: words and numbers side by side, so the numbers decide.
  if (parts.length > 1 && parts.every((part) => /^(?:\d+|[A-Za-z]+)$/.test(part))) {
    return parts.every((part) => !/^\d{2,}$/.test(part) || hasPart(part, evidence));
  }
  return false;
}
