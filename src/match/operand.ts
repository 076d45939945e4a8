/** Operand checks that several matchers share. */
import { isObject } from '../util/plain.js';

export function mustBeString(operand: unknown): string | undefined {
  return typeof operand === 'string' ? undefined : 'takes a string';
}

export function mustBeNumber(operand: unknown): string | undefined {
  return typeof operand === 'number' && Number.isFinite(operand) ? undefined : 'takes a number';
}

export function anything(): undefined {
  return undefined;
}

export function mustBeList(operand: unknown): string | undefined {
  return Array.isArray(operand) && operand.length > 0 ? undefined : 'takes a list with at least one entry';
}

/** A nested matcher is a map or a scalar; its inside is checked by whoever walks the matchers. */
export function mustBeMatcher(operand: unknown): string | undefined {
  if (operand === undefined || Array.isArray(operand)) return 'takes a matcher';
  return undefined;
}

/** `${captured.name}` is filled in while the suite runs; until then nothing can be said about it. */
export function isPlaceholder(operand: unknown): boolean {
  if (typeof operand === 'string') return operand.includes('${captured.');
  return isObject(operand) && Object.values(operand).some((v) => typeof v === 'string' && isPlaceholder(v));
}
