/** `prompts/*`: messages with their arguments filled in. */

import { CODE } from '../rpc-server/eras.js';
import { createPager } from '../rpc-server/pager.js';
import { LoudFault, type Method, RpcFault } from '../rpc-server/rpc.js';
import { isObject, ownValue } from '../util/plain.js';
import { ask } from './ask.js';
import type { Manifest } from './manifest.js';
import type { Peer } from './peer.js';
import { fill, TemplateError } from './template.js';

export function createPrompts(manifest: Manifest): [string, Method<Peer>][] {
  const byName = new Map(manifest.prompts.map((prompt) => [prompt.def.name, prompt]));
  const list = createPager(
    'prompts',
    manifest.prompts.map((prompt) => prompt.def),
    manifest.page_size,
  );
  return [
    ['prompts/list', ({ params }) => list(params)],
    [
      'prompts/get',
      async (exchange) => {
        const { params } = exchange;
        const prompt = typeof params.name === 'string' ? byName.get(params.name) : undefined;
        if (!prompt) throw new RpcFault(CODE.invalidParams, `Unknown prompt: ${String(params.name)}`);
        const args = ownValue(params, 'arguments') ?? {};
        if (!isObject(args) || Object.values(args).some((value) => typeof value !== 'string')) {
          throw new RpcFault(CODE.invalidParams, 'Invalid params: the arguments of a prompt are text');
        }
        const missing = prompt.required.filter((name) => !Object.hasOwn(args, name));
        if (missing.length > 0) {
          throw new RpcFault(
            CODE.invalidParams,
            `Missing arguments of prompt "${prompt.def.name}": ${missing.join(', ')}`,
          );
        }
        try {
          const { description } = prompt.def;
          const asked =
            prompt.ask.length > 0 ? await ask(prompt.def.name, prompt.ask, args, exchange) : { answers: {} };
          if ('instead' in asked) return asked.instead;
          const messages = fill(prompt.messages, { args, asked: asked.answers });
          return { ...(description === undefined ? {} : { description }), messages };
        } catch (error) {
          if (!(error instanceof TemplateError)) throw error;
          throw new LoudFault(CODE.noAnswer, `${error.message}: prompt "${prompt.def.name}"`);
        }
      },
    ],
  ];
}
