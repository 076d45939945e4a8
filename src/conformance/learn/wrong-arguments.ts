/** One call of a harmless tool with arguments that its schema forbids. */
import { isObject, ownValue } from '../../util/plain.js';
import { NotApplicable } from '../check.js';
import type { Exchange } from '../wire/port.js';
import type { World } from '../world.js';
import { callableTools, callsToJudge } from './calls.js';

const CALL_MS = 2000;

export function wrongArguments(world: World): Promise<Exchange> {
  return world.once('wrong arguments', async () => {
    await callsToJudge(world);
    for (const { tool, args } of callableTools(await world.list('tools'), world.settings.allowCalls)) {
      const wrong = spoilt(tool.inputSchema, args);
      if (wrong === undefined) continue;
      return world.talk.ask('tools/call', { name: tool.name, arguments: wrong }, { timeoutMs: CALL_MS });
    }
    throw new NotApplicable('no tool that may be called requires an argument of a plain type');
  });
}

/** The first required argument of a plain type, as a list of objects: nothing can take that for text or a number. */
function spoilt(schema: unknown, args: Record<string, unknown>): Record<string, unknown> | undefined {
  const required = ownValue(schema, 'required');
  const properties = ownValue(schema, 'properties');
  if (!Array.isArray(required) || !isObject(properties)) return undefined;
  const plain = ['string', 'number', 'integer', 'boolean'];
  const name = required.find((key) => plain.includes(String(ownValue(properties[String(key)], 'type'))));
  return typeof name === 'string'
    ? { ...args, [name]: [{ mcptest: 'not what the schema asks for' }] }
    : undefined;
}
