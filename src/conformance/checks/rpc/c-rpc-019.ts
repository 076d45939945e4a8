import { isObject, ownValue } from '../../../util/plain.js';
import { check, judged, NotTestable } from '../../check.js';

export const cRpc019 = check({
  id: 'C-RPC-019',
  title: 'requests at the same time each get their own answer',
  level: 'MUST',
  spec: 'basic#requests',
  fix: 'Keep the id with the request that it belongs to; answers may come in any order.',
  async run(world) {
    const lists = ['tools', 'prompts', 'resources'].filter((name) => world.has(name));
    const asked = [...lists, 'none'].map((name) => ({
      name,
      method: name === 'none' ? 'mcptest/none' : `${name}/list`,
    }));
    const exchanges = await Promise.all(asked.map(({ method }) => world.talk.ask(method)));
    if (exchanges.some(({ reply }) => reply === undefined))
      throw new NotTestable('not every request was answered', ...exchanges);
    const problems = asked.flatMap(({ name, method }, at) => {
      const result = ownValue(exchanges[at]?.reply, 'result');
      const isOwn = name === 'none' ? !isObject(result) : !isObject(result) || Array.isArray(result[name]);
      return isOwn ? [] : [`the answer to ${method} is one to something else`];
    });
    return judged(problems, `${asked.length} requests got their own answers`, ...exchanges);
  },
});
