/** A driver that is asked the same only once; who asks it again hears the same, at no cost. */
import type { Driver, TurnOutcome } from '../types/driver.js';
import { canonicalJson } from '../util/canonical-json.js';

export type KnownTurns = Map<string, Promise<TurnOutcome>>;

export function askedOnce(driver: Driver, known: KnownTurns): Driver {
  return {
    ...driver,
    async turn(messages, options) {
      const { system, temperature, max_output_tokens } = options;
      const key = canonicalJson([
        driver.provider,
        driver.model,
        messages,
        system,
        temperature,
        max_output_tokens,
      ]);
      const found = known.get(key);
      if (found === undefined) {
        const asked = driver.turn(messages, options);
        known.set(key, asked);
        return asked;
      }
      const outcome = await found;
      if ('failure' in outcome || outcome.turn.usage === undefined) return outcome;
      return { ...outcome, turn: { ...outcome.turn, usage: { input: 0, output: 0, total: 0 } } };
    },
  };
}
