/** Results that ask for input. */
import { isObject, ownValue } from '../../util/plain.js';
import type { Seen } from './seen.js';

export function isInputRequired({ message }: Seen): boolean {
  return ownValue(message.result, 'resultType') === 'input_required';
}

export function inputRequests({ message }: Seen): Record<string, unknown>[] {
  const requests = ownValue(message.result, 'inputRequests');
  return isObject(requests) ? Object.values(requests).filter(isObject) : [];
}
