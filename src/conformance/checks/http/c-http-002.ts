import { broken, check, kept } from '../../check.js';
import { httpOf } from '../../judge/http.js';

export const cHttp002 = check({
  id: 'C-HTTP-002',
  title: 'a notification is answered with 202 and nothing else',
  level: 'MUST',
  on: 'http',
  since: '2025-03-26',
  until: '2025-11-25',
  spec: 'basic/transports#sending-messages-to-the-server',
  fix: 'Answer notifications with the status 202 and no body.',
  lane: 'own',
  run: (world) =>
    world.withOwn(async (talk) => {
      const exchange = await talk.tell('notifications/initialized');
      const { status, body } = httpOf(exchange);
      if (status !== 202) return broken(`the status is ${status}`, exchange);
      return body === '' ? kept('it is', exchange) : broken('there is a body', exchange);
    }),
});
