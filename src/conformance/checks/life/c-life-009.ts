import { broken, check, kept } from '../../check.js';
import { initializeParams } from '../../open.js';
import { isRequest } from '../../wire/transcript.js';
import { replyOf } from '../../world.js';

export const cLife009 = check({
  id: 'C-LIFE-009',
  title: 'the server asks nothing before the client is ready',
  level: 'SHOULD',
  until: '2025-11-25',
  spec: 'basic/lifecycle#initialization',
  fix: 'Wait for notifications/initialized before you send requests; only pings may come earlier.',
  lane: 'own',
  run: (world) =>
    world.withUnopened(async (talk) => {
      const handshake = await talk.ask('initialize', initializeParams(world.opening.asked));
      replyOf(handshake);
      const after = await talk.ask('ping', {}, { timeoutMs: 1000 });
      const early = talk.port.transcript.received.filter(
        ({ message }) => isRequest(message) && message.method !== 'ping',
      );
      if (early.length === 0) return kept('it asked nothing', handshake, after);
      return broken(
        `it sent ${String(early[0]?.message.method)} before notifications/initialized`,
        handshake,
        after,
      );
    }),
});
