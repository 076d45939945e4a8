/** What an answer is worth: a result, an error, or neither, and then why. */
import type { Reply, RpcError } from '../../types/connection.js';
import { isObject, ownValue } from '../../util/plain.js';
import { show } from '../../util/text.js';
import type { Message } from './transport.js';

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A reply without what was seen on the way to it. */
export type Outcome = DistributiveOmit<Reply, 'duration_ms' | 'progress' | 'notifications'> & {
  status?: number;
  expired?: boolean;
};

export function outcomeOf(value: Message): Outcome {
  const invalid = (message: string): Outcome => ({ kind: 'invalid', message });
  if (ownValue(value, 'jsonrpc') !== '2.0') {
    return invalid(`the answer says jsonrpc ${show(ownValue(value, 'jsonrpc'))} and not "2.0"`);
  }
  const hasResult = Object.hasOwn(value, 'result');
  const hasError = Object.hasOwn(value, 'error');
  if (hasResult && hasError) return invalid('the answer has both a result and an error');
  if (hasResult) return { kind: 'result', result: value.result };
  if (!hasError) return invalid('the answer has neither a result nor an error');
  const { error } = value;
  if (!isObject(error) || !Number.isInteger(error.code) || typeof error.message !== 'string') {
    return invalid(`the error of the answer has no integer code and string message: ${show(error)}`);
  }
  return { kind: 'error', error: error as unknown as RpcError };
}
