/**
 * A tool with an `outputSchema` promises structured content that is valid under it, in every result that is not an
 * error. The promise is held whatever the test itself looks at: clients refuse a result that breaks it.
 */

import { evaluate } from '../match/evaluate.js';
import type { Reply } from '../types/connection.js';
import type { Check } from '../types/verdict.js';
import { McptestError } from '../util/errors.js';
import { isObject, ownValue } from '../util/plain.js';
import { observe } from './observe.js';

const TARGET = 'result.structuredContent';

export async function judgeOutput(
  reply: Reply,
  tool: Record<string, unknown> | undefined,
): Promise<{ check?: Check; note?: string }> {
  const schema = ownValue(tool, 'outputSchema');
  if (!isObject(schema) || reply.kind !== 'result' || !isObject(reply.result)) return {};
  if (ownValue(reply.result, 'isError') === true) return {};
  const known = { target: TARGET, matcher: 'output-schema' };
  if (ownValue(reply.result, 'structuredContent') === undefined) {
    const message = 'the tool declares an outputSchema, but its result has no structuredContent';
    return { check: { ...known, outcome: 'fail', message } };
  }
  const judged = await evaluate({ target: TARGET, matcher: { schema } }, observe(reply), { test: '' });
  if (judged.outcome === 'inconclusive') {
    const message = `the outputSchema of the tool was not checked: ${judged.message}`;
    // What no validator can use promises nothing, and is a finding of its own.
    return (await isUsable(schema))
      ? { check: { ...known, outcome: 'inconclusive', message } }
      : { note: message };
  }
  if (judged.outcome === 'pass')
    return { check: { ...known, outcome: 'pass', message: 'valid under the outputSchema of the tool' } };
  const why = judged.message.replace(/^expected that .*?, but /s, '');
  const message = `not valid under the outputSchema of the tool: ${why}`;
  return { check: { ...known, actual: judged.actual, outcome: 'fail', message } };
}

async function isUsable(schema: Record<string, unknown>): Promise<boolean> {
  const { compileSchema } = await import('../json-schema/compile.js');
  try {
    compileSchema(schema);
    return true;
  } catch (error) {
    // One that is too large to be prepared in time may well be usable.
    return !(error instanceof McptestError) || /could not be prepared within/.test(error.message);
  }
}
