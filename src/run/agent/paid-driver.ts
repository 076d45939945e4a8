/** A driver whose turns are paid from a budget: a turn that does not fit any more is not taken. */
import { costOf } from '../../drivers/prices.js';
import type { Driver, Price } from '../../types/driver.js';
import type { Budget } from './budget.js';

/** Letters of a token, for what is sent. */
const LETTERS = 4;

export function paidDriver(driver: Driver, price: Price, budget: Budget): Driver {
  if (price.input + price.output === 0) return driver;
  return {
    model: driver.model,
    provider: driver.provider,
    async turn(conversation, options) {
      const letters = JSON.stringify([options.system, options.tools, conversation]).length;
      const ticket = await budget.admit(price, Math.ceil(letters / LETTERS));
      if (ticket === undefined)
        return { failure: { kind: 'quota', message: `the judge was not asked: ${budget.refusal}` } };
      const { max_output_tokens } = ticket;
      const outcome = await driver.turn(conversation, { ...options, max_output_tokens });
      const usage = 'turn' in outcome ? outcome.turn.usage : undefined;
      ticket.settle('failure' in outcome ? 0 : usage && costOf(usage, price));
      return outcome;
    },
  };
}
