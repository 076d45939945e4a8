import { broken, check, kept, NotApplicable } from '../../check.js';
import { initializeParams } from '../../open.js';
import { Talk } from '../../wire/talk.js';
import { errorOf } from '../../world.js';

export const cHttp005 = check({
  id: 'C-HTTP-005',
  title: 'GET is answered with 405',
  level: 'SHOULD',
  on: 'http',
  since: '2026-07-28',
  spec: 'basic/transports/streamable-http#earlier-streamable-http-revisions',
  fix: 'Answer GET and DELETE with the status 405: there are no sessions any more.',
  lane: 'own',
  async run(world) {
    const legacy = new Talk(await world.launcher.port(), 'legacy', world.settings.requestMs);
    const handshake = await legacy.ask('initialize', initializeParams('2025-11-25'));
    if (handshake.reply !== undefined && errorOf(handshake) === undefined)
      throw new NotApplicable('the server speaks earlier revisions as well');
    const exchange = await world.talk.send('', { verb: 'GET', timeoutMs: 400 });
    const status = exchange.http?.status;
    return status === 405
      ? kept('it is', exchange)
      : broken(`the status is ${status ?? 'missing'}`, exchange);
  },
});
