/** `prompts/*`: messages with their arguments filled in. */

import { CODE } from '../rpc-server/eras.js';
import { createPager } from '../rpc-server/pager.js';
import { type Exchange, LoudFault, type Method, RpcFault } from '../rpc-server/rpc.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { ask } from './ask.js';
import type { Manifest, MockPrompt } from './manifest.js';
import type { Peer } from './peer.js';
import { fill, TemplateError } from './template.js';

export function createPrompts(manifest: Manifest): [string, Method<Peer>][] {
  const byName = new Map(manifest.prompts.map((prompt) => [prompt.def.name, prompt]));
  const list = createPager(
    'prompts',
    manifest.prompts.map((prompt) => prompt.def),
    manifest.page_size,
  );
  const find = (name: unknown): MockPrompt => {
    const prompt = typeof name === 'string' ? byName.get(name) : undefined;
    if (!prompt) throw new RpcFault(CODE.invalidParams, `Unknown prompt: ${String(name)}`);
    return prompt;
  };
  return [
    ['prompts/list', ({ params }) => list(params)],
    ['prompts/get', (exchange) => getPrompt(find(exchange.params.name), exchange)],
  ];
}

async function getPrompt(prompt: MockPrompt, exchange: Exchange<Peer>): Promise<Record<string, unknown>> {
  const { name, description } = prompt.def;
  const args = readArguments(prompt, exchange.params);
  try {
    const asked = prompt.ask.length > 0 ? await ask(name, prompt.ask, args, exchange) : { answers: {} };
    if ('instead' in asked) return asked.instead;
    const messages = fill(prompt.messages, { args, asked: asked.answers });
    return omitUndefined({ description, messages });
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new LoudFault(CODE.noAnswer, `${error.message}: prompt "${name}"`);
  }
}

function readArguments({ def, required }: MockPrompt, params: unknown): Record<string, unknown> {
  const args = ownValue(params, 'arguments') ?? {};
  if (!isObject(args) || Object.values(args).some((value) => typeof value !== 'string')) {
    throw new RpcFault(CODE.invalidParams, 'Invalid params: the arguments of a prompt are text');
  }
  const missing = required.filter((name) => !Object.hasOwn(args, name));
  if (missing.length === 0) return args;
  const message = `Missing arguments of prompt "${def.name}": ${missing.join(', ')}`;
  throw new RpcFault(CODE.invalidParams, message);
}
