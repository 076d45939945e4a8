import { broken, check, kept, NotApplicable } from '../../check.js';
import { errorOf, replyOf, whatCame } from '../../world.js';

export const cLife018 = check({
  id: 'C-LIFE-018',
  title: 'the first request needs no other request before it',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic#statelessness',
  fix: 'Take everything that a request needs from the request itself; server/discover is optional for clients.',
  lane: 'own',
  async run(world) {
    const name = ['tools', 'resources', 'prompts'].find((one) => world.has(one));
    if (name === undefined) throw new NotApplicable('the server declares no list');
    const exchange = await world.once('first request', async () =>
      (await world.second()).ask(`${name}/list`),
    );
    replyOf(exchange);
    if (errorOf(exchange) !== undefined)
      return broken(`${name}/list was refused: ${whatCame(exchange)}`, exchange);
    return kept(`${name}/list was answered as the first request`, exchange);
  },
});
