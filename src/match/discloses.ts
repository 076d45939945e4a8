/** Gives a secret away, also in disguise: encoded, reversed, spelt, split over values, with look-alike letters. */
import { fail, pass } from './judgement.js';
import type { MatcherDef } from './types.js';

const LEAST = 8;

export const discloses: MatcherDef = {
  name: 'discloses',
  summary:
    'Reveals the text, plainly or in disguise: base64, hex, rot13, reversed, percent or JSON escapes, look-alike letters, spaced out, split over values. Meant for `not: { discloses: "…" }`.',
  operand: (operand) =>
    typeof operand === 'string' && operand.replace(/[^a-zA-Z0-9]/g, '').length >= LEAST
      ? undefined
      : `takes a text of at least ${LEAST} letters and digits`,
  describe: () => 'discloses the secret',
  async test(actual, operand, ctx) {
    const { disclosure } = await import('./judging/disclosure.js');
    const found = disclosure(actual, String(operand));
    return found === undefined
      ? fail(ctx, 'nothing in it does')
      : { ...pass(ctx), message: `${ctx.path} discloses the secret (${found})` };
  },
};
