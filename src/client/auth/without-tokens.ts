/**
 * A description by somebody else without what looks like a token: whoever answers may quote one that nobody here knows
 * of. The ids and times by which a refusal is looked up stay.
 */
const OPAQUE = /(?<![\w.~+/-])(?=[\w.~+/-]*\d)(?=[\w.~+/-]*[a-z])[\w.~+/-]{16,}=*/gi;
const LOOKED_UP =
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.?$|^\d{4}-\d\d-\d\d|^(?:[a-z]+\d?|\d{1,5})(?:[-_/.]+(?:[a-z]+\d?|\d{1,5}))*$/i;

export function withoutTokens(text: string): string {
  return text.replace(OPAQUE, (word) => (LOOKED_UP.test(word) ? word : '[secret:token]'));
}
