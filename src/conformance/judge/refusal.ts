/** A request that has to be refused, with these codes. */
import { show } from '../../util/text.js';
import { judged, type Outcome } from '../check.js';
import type { Exchange } from '../wire/port.js';
import { errorOf, replyOf } from '../world.js';

export interface ExpectedRefusal {
  codes: readonly number[];
  /** Over HTTP. */
  status?: number;
}

export function judgeRefusal(exchange: Exchange, { codes, status }: ExpectedRefusal): Outcome {
  // Over HTTP a refusal may come without a message that could be matched to the request.
  const said = exchange.http === undefined ? replyOf(exchange) : (exchange.reply ?? exchange.messages[0]);
  const error = errorOf({ ...exchange, reply: said });
  const problems: string[] = [];
  if (said === undefined) problems.push(`the answer contains no message: HTTP ${exchange.http?.status}`);
  else if (error === undefined) problems.push('it was answered with a result');
  else if (!codes.includes(error.code as number)) problems.push(`the code is ${show(error.code)}`);
  if (status !== undefined && exchange.http !== undefined && exchange.http.status !== status)
    problems.push(`the status is ${exchange.http.status}`);
  return judged(problems, 'it was', exchange);
}
