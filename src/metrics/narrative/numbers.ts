/** Plain numbers of an answer against the evidence: currency, percent, scale words and rounding are seen through. */
import type { Evidence } from './evidence.js';
import { decimals, tokenReadings } from './number-readings.js';

const NUMBER =
  /(?<![\p{L}\d_])(\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,'’_]\d+)*)(\s?%|\s(?:percent|per cent)\b)?(?:[ -]?(thousand|million|billion|trillion|[kKMB]\b|bn\b|mn\b))?(\s?[ap]\.?m\b)?/gu;

const SCALES: Record<string, number> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  m: 1e6,
  mn: 1e6,
  billion: 1e9,
  b: 1e9,
  bn: 1e9,
  trillion: 1e12,
};

const ROUGHLY =
  /(?:about|around|approximately|approx\.?|roughly|nearly|almost|over|under|some|more than|less than|~|≈)\s*[$€£¥]?$/i;

/** The numbers of two or more digits, each with whether something backs it; at most `limit`. */
export function checkNumbers(
  text: string,
  evidence: Evidence,
  limit: number,
): { raw: string; backed: boolean }[] {
  const out: { raw: string; backed: boolean }[] = [];
  for (const match of text.matchAll(NUMBER)) {
    if (out.length >= limit) break;
    const token = match[1] ?? '';
    if (token.replace(/\D/g, '').length < 2) continue;
    const roughly = ROUGHLY.test(text.slice(Math.max(0, match.index - 20), match.index));
    out.push({ raw: match[0].trim(), backed: isBacked(match, evidence, roughly) });
  }
  return out;
}

function isBacked(match: RegExpMatchArray, evidence: Evidence, roughly: boolean): boolean {
  const [, token = '', percent, scale, halfDay] = match;
  const factors = [1];
  if (percent !== undefined) factors.push(0.01);
  if (scale !== undefined) factors.push(SCALES[scale.toLowerCase()] ?? 1);
  for (const value of tokenReadings(token)) {
    const unit = roughly ? roundUnit(token, value) : 10 ** -decimals(token, value);
    if (factors.some((factor) => near(value * factor, unit * factor, evidence))) return true;
    if (halfDay !== undefined && evidence.hasNumber((value % 12) + 12, (value % 12) + 12)) return true;
  }
  // Two numbers in a row may look like one with spaced thousands.
  const parts = token.split(/[ \u00a0\u202f]/);
  return parts.length > 1 && parts.every((part) => near(Number(part), 1, evidence));
}

/** A figure stands for everything that rounds to it. */
function near(value: number, unit: number, evidence: Evidence): boolean {
  const slack = (unit / 2) * (1 + 1e-9);
  return evidence.hasNumber(value - slack, value + slack);
}

/** "about 2,100" is rounded to hundreds. */
function roundUnit(token: string, value: number): number {
  const places = decimals(token, value);
  if (places > 0 || value === 0) return 10 ** -places;
  const digits = String(value);
  return 10 ** (digits.length - digits.replace(/0*$/, '').length);
}
