/** The sentences of a judgement, and how several judgements make one. */
import { show } from './show.js';
import type { Judgement, TestContext } from './types.js';

/** What the sentence is about, and what was demanded of it. */
type Demand = Pick<TestContext, 'path' | 'phrase'>;

export function pass(ctx: Demand): Judgement {
  return { outcome: 'pass', message: `${ctx.path} ${ctx.phrase}` };
}

/** `but` is a clause: `it is 3`. */
export function fail(ctx: Demand, but: string): Judgement {
  return { outcome: 'fail', message: `expected that ${ctx.path} ${ctx.phrase}, but ${but}` };
}

export function passIf(ok: boolean, ctx: Demand, actual: unknown): Judgement {
  return ok ? pass(ctx) : fail(ctx, `it is ${show(actual)}`);
}

/** The value is of a kind for which the matcher has no answer. */
export function notApplicable(ctx: Demand, actual: unknown, needs: string): Judgement {
  return { ...fail(ctx, `it is ${show(actual)} and not ${needs}`), inapplicable: true };
}

export function inconclusive(message: string): Judgement {
  return { outcome: 'inconclusive', message };
}

/** Every one must pass. */
export function combineAll(judgements: Judgement[]): Judgement {
  const worst =
    judgements.find((j) => j.outcome === 'fail' && !j.inapplicable) ??
    judgements.find((j) => j.outcome === 'fail') ??
    judgements.find((j) => j.outcome === 'inconclusive');
  if (worst) return worst;
  return { outcome: 'pass', message: joined(judgements, ' and ') };
}

/** One that passes is enough. */
export function combineAny(judgements: Judgement[]): Judgement {
  const best =
    judgements.find((j) => j.outcome === 'pass') ?? judgements.find((j) => j.outcome === 'inconclusive');
  if (best) return best;
  return {
    outcome: 'fail',
    message: `none of the ${judgements.length} alternatives holds: ${joined(judgements, '; ')}`,
    inapplicable: judgements.every((j) => j.inapplicable === true),
  };
}

function joined(judgements: Judgement[], separator: string): string {
  const shown = judgements.slice(0, 3).map((j) => j.message);
  const rest = judgements.length - shown.length;
  return shown.join(separator) + (rest > 0 ? `${separator}${rest} more` : '');
}
