/**
 * The values that an answer states, each checked against the evidence as it is found: addresses,
 * quotations, ids, telephone numbers, times, then plain numbers in what is left of the text.
 */
import type { Evidence } from './evidence.js';
import { fold } from './evidence.js';
import { checkNumbers } from './numbers.js';

/** More than this an answer does not state; the rest is not looked at. */
const MOST = 500;

/** The whole match and its groups. */
type Match = [whole: string, ...groups: (string | undefined)[]];

interface Finder {
  pattern: RegExp;
  /** Quotation marks inside a code block are part of the code. */
  outsideCode?: boolean;
  /** Backed or not; undefined leaves the text for the finders after it. */
  judge(match: Match, evidence: Evidence, names: ReadonlySet<string>): boolean | undefined;
}

/** Their place among the numbers of a moment. */
const SECONDS = 5;

const FINDERS: Finder[] = [
  {
    pattern: /\bhttps?:\/\/[^\s<>"'`“”‘’)\]}]+/gi,
    judge: ([url], evidence) => addressForms(url).some((form) => evidence.hasText(form)),
  },
  {
    pattern: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g,
    judge: ([address], evidence) => evidence.hasWord(address),
  },
  {
    outsideCode: true,
    pattern: /"([^"\n]{2,200})"|“([^”\n]{2,200})”|«([^»\n]{2,200})»/g,
    judge: (match, evidence, names) => quoteIsBacked(match[1] ?? match[2] ?? match[3] ?? '', evidence, names),
  },
  {
    pattern: /`([^`\n]{2,200})`/g,
    judge: (match, evidence, names) => codeIsBacked(match[1] ?? '', evidence, names),
  },
  {
    // A moment such as 2025-03-14T10:30:00Z: its parts are looked for one by one.
    pattern: /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:?\d{2})?/g,
    judge: ([moment], evidence) =>
      evidence.hasText(moment) ||
      // Seconds of zero are often left out; an hour or a minute of zero is a claim.
      moment
        .split(/\D+/)
        .every((part, at) => (at >= SECONDS && Number(part) === 0) || part === '' || hasPart(part, evidence)),
  },
  {
    pattern: /(?<![\w.])v?\d+(?:\.\d+){2,}(?![\w])/gi,
    judge: ([version], evidence) => {
      const thousands = /^\d{1,3}(?:\.\d{3})+$/.test(version);
      return thousands ? undefined : evidence.hasText(version.replace(/^v/i, ''));
    },
  },
  {
    pattern: /(?<![\w.,])\+?\d[\d ().-]{7,18}\d(?!\w|[.,]\d)/g,
    judge: ([phone], evidence) => {
      const digits = phone.replace(/\D/g, '');
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
    judge: ([token], evidence, names) => idIsBacked(token, evidence, names),
  },
];

/** The values of an answer that nothing backs, each once, as they are written. */
export function unbackedValues(answer: string, evidence: Evidence, names: ReadonlySet<string>): string[] {
  const unbacked = new Map<string, string>();
  const judged = new Map<string, boolean | undefined>();
  const note = (value: string, verdict: boolean | undefined) => {
    if (verdict === false && !unbacked.has(fold(value))) unbacked.set(fold(value), value);
  };
  let rest = hideListMarks(withoutOffers(answer));
  for (const [i, finder] of FINDERS.entries()) {
    const take = (...args: unknown[]): string => {
      const whole = args[0] as string;
      const key = `${i} ${whole}`;
      if (!judged.has(key)) {
        if (judged.size >= MOST) return whole;
        const groups = args.filter((arg, at) => at === 0 || typeof arg === 'string' || arg === undefined);
        judged.set(key, finder.judge(groups.slice(0, -1) as Match, evidence, names));
        note(whole, judged.get(key));
      }
      return judged.get(key) === undefined ? whole : ' '.repeat(whole.length);
    };
    const parts = finder.outsideCode ? rest.split('```') : [rest];
    rest = parts.map((part, at) => (at % 2 === 1 ? part : part.replace(finder.pattern, take))).join('```');
  }
  for (const { raw, backed } of checkNumbers(rest, evidence, MOST)) note(raw, backed);
  return [...unbacked.values()];
}

const OFFER =
  /\b(?:would you like|do you want|let me know|feel free|shall i|should i|want me to|if you(?:['’]d| would) like)\b/i;

/** What is offered has not been stated: "let me know if you want the 10-day forecast". */
function withoutOffers(answer: string): string {
  return answer
    .split(/(?<=[.!?]\s)|(?<=\n)/)
    .filter((sentence) => !OFFER.test(sentence))
    .join('');
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
  if (/^[\w.~-]*(?:\/[\w.@+-]+)+\.\w{1,5}$/.test(text)) return false;
  return /\s/.test(text) || !/[\d@]/.test(text) ? true : undefined;
}

function hasPart(digits: string, evidence: Evidence): boolean {
  return evidence.hasNumber(Number(digits), Number(digits));
}

/** A word with letters and at least two digits is an id: it must occur as it stands, or its numbers must. */
function idIsBacked(token: string, evidence: Evidence, names: ReadonlySet<string>): boolean | undefined {
  const digits = token.replace(/\D/g, '').length;
  if (digits < 2 || !/[A-Za-z]/.test(token) || /^\d+[A-Za-z]{1,4}$/.test(token)) return undefined;
  if (names.has(token.toLowerCase()) || idForms(token).some((form) => evidence.hasWord(form))) return true;
  // A commit is often given by the beginning of its hash.
  if (/^[0-9a-f]{7,}$/i.test(token) && evidence.hasText(token)) return true;
  const parts = token.split(/[-_]+/);
  // `24-hour`, `top-10`, `record-42`: words and numbers side by side, so the numbers decide.
  if (parts.length > 1 && parts.every((part) => /^(?:\d+|[A-Za-z]+)$/.test(part))) {
    return parts.every((part) => !/^\d{2,}$/.test(part) || hasPart(part, evidence));
  }
  return false;
}

/** `TP123` may be recorded as `TP 123`, `TP-123` as `TP123`. */
function idForms(token: string): string[] {
  const code = /^([A-Za-z]+)[-_]?(\d+)$/.exec(token);
  return code ? [token, ...['', ' ', '-', '_'].map((mark) => code[1] + mark + code[2])] : [token];
}
