/** One request for a completion: of the first argument of a prompt, else of the first variable of a template. */
import { isObject, ownValue } from '../../util/plain.js';
import { NotApplicable } from '../check.js';
import type { Exchange } from '../wire/port.js';
import type { World } from '../world.js';

export function completionExchange(world: World): Promise<Exchange> {
  return world.once('completion', async () => {
    const params = (await promptArgument(world)) ?? (await templateVariable(world));
    if (params === undefined)
      throw new NotApplicable('there is neither a prompt with arguments nor a template');
    return world.talk.ask('completion/complete', params);
  });
}

async function promptArgument(world: World): Promise<Record<string, unknown> | undefined> {
  if (!world.has('prompts')) return undefined;
  for (const { name, arguments: args } of (await world.list('prompts')).items) {
    const first = Array.isArray(args) ? args.find((one) => isObject(one)) : undefined;
    const argument = ownValue(first, 'name');
    if (typeof argument === 'string')
      return { ref: { type: 'ref/prompt', name }, argument: { name: argument, value: '' } };
  }
  return undefined;
}

async function templateVariable(world: World): Promise<Record<string, unknown> | undefined> {
  if (!world.has('resources')) return undefined;
  for (const { uriTemplate: uri } of (await world.list('templates')).items) {
    const name = typeof uri === 'string' ? /\{[+#./;?&]?(\w+)/.exec(uri)?.[1] : undefined;
    if (name !== undefined) return { ref: { type: 'ref/resource', uri }, argument: { name, value: '' } };
  }
  return undefined;
}
