import { broken, check, kept } from '../../check.js';
import { initializeParams } from '../../open.js';

export const cLife005 = check({
  id: 'C-LIFE-005',
  title: 'a request before the handshake does not end the server',
  level: 'SHOULD',
  until: '2025-11-25',
  on: 'stdio',
  spec: 'basic/lifecycle#initialization',
  fix: 'Refuse what comes before initialize, and go on.',
  lane: 'own',
  run: (world) =>
    world.withUnopened(async (talk) => {
      const early = await talk.ask('tools/list', {}, { timeoutMs: 500 });
      const exchange = await talk.ask('initialize', initializeParams(world.opening.asked));
      if (exchange.reply === undefined)
        return broken(`initialize was not answered: ${exchange.silence}`, early, exchange);
      return kept('initialize was answered afterwards', early, exchange);
    }),
});
