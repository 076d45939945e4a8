/** The hints for caches in results of methods that carry them. */
import { isObject, ownValue } from '../../util/plain.js';
import type { Outcome } from '../check.js';
import type { World } from '../world.js';
import { judgeAll } from './seen.js';

export function judgeCached(
  world: World,
  methods: RegExp,
  wrong: (result: Record<string, unknown>) => string | undefined,
): Promise<Outcome> {
  return judgeAll(world, {
    of: 'responses',
    where: ({ message, request }) =>
      isObject(message.result) &&
      ownValue(message.result, 'resultType') !== 'input_required' &&
      /^(tools|resources|prompts)\//.test(String(request?.method)) &&
      methods.test(String(request?.method)),
    wrong: ({ message, request }) => {
      const problem = wrong(message.result as Record<string, unknown>);
      return problem && `${String(request?.method)}: ${problem}`;
    },
    good: 'they do',
    none: 'there was no such result',
  });
}
