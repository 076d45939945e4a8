/** A method that is declared exists. Any other error may be the server's surroundings, so that nothing is known then. */
import { broken, kept, NotTestable, type Outcome } from '../check.js';
import type { Exchange } from '../wire/port.js';
import { errorOf, whatCame } from '../world.js';

const METHOD_NOT_FOUND = -32601;

export function judgeServed(exchange: Exchange | undefined): Outcome {
  if (exchange === undefined) throw new NotTestable('it was not asked for');
  if (errorOf(exchange)?.code === METHOD_NOT_FOUND)
    return broken('it is declared, and the method does not exist', exchange);
  if (exchange.reply === undefined || errorOf(exchange) !== undefined)
    throw new NotTestable(`it was answered with ${whatCame(exchange)}`, exchange);
  return kept('it was answered', exchange);
}
