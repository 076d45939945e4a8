import { broken, check, kept } from '../../check.js';
import { strangeStart } from '../../learn/strange-start.js';
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
  async run(world) {
    const { handshake, talk } = await strangeStart(world);
    replyOf(handshake);
    const after = await talk.ask('ping', {}, { timeoutMs: 1000 });
    const early = talk.port.transcript.received.filter(
      ({ message }) => isRequest(message) && message.method !== 'ping',
    );
    if (early.length === 0) return kept('it asked nothing', handshake, after);
    const asked = String(early[0]?.message.method);
    return broken(`it sent ${asked} before notifications/initialized`, handshake, after);
  },
});
