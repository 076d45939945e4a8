/** `complete:` — asks `completion/complete`, and holds the answer to the shape that clients read. */
import type { CompletionCall } from '../../types/suite.js';
import { isObject, ownValue } from '../../util/plain.js';
import { held, type KindAnswer, type KindContext } from './kind-answer.js';

const MOST_VALUES = 100;

export async function askCompletion(
  { of, argument, value, given }: CompletionCall,
  { connection, options }: KindContext,
): Promise<KindAnswer> {
  const ref =
    of.prompt === undefined ? { type: 'ref/resource', uri: of.uri } : { type: 'ref/prompt', name: of.prompt };
  const context = given && { context: { arguments: given } };
  const params = { ref, argument: { name: argument, value }, ...context };
  const reply = await connection.request('completion/complete', params, options);
  if (reply.kind !== 'result') return { reply, checks: [] };
  const faults = faultsOf(reply.result, ownValue(connection.info.capabilities, 'completions') !== undefined);
  return {
    reply,
    checks: [held('result.completion', 'completion', faults, 'the completion is well formed')],
  };
}

function faultsOf(result: unknown, isDeclared: boolean): string[] {
  const completion = ownValue(result, 'completion');
  if (!isObject(completion)) return ['the result has no `completion`'];
  const { values, total, hasMore } = completion;
  const faults = isDeclared ? [] : ['the server completes, and does not declare `completions`'];
  if (!Array.isArray(values)) return [...faults, '`completion.values` is not a list'];
  if (values.some((one) => typeof one !== 'string'))
    faults.push('`completion.values` holds something that is not text');
  if (values.length > MOST_VALUES)
    faults.push(
      `\`completion.values\` holds ${values.length} values, more than the ${MOST_VALUES} that are allowed`,
    );
  if (total !== undefined && !(Number.isInteger(total) && (total as number) >= 0))
    faults.push('`completion.total` is not a whole number');
  if (Number.isInteger(total) && (total as number) < values.length)
    faults.push(`\`completion.total\` is ${total}, and ${values.length} values came`);
  if (hasMore !== undefined && typeof hasMore !== 'boolean')
    faults.push('`completion.hasMore` is neither true nor false');
  return faults;
}
