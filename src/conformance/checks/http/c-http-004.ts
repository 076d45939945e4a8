import { broken, check, kept } from '../../check.js';
import { contentType, httpOf } from '../../judge/http.js';

export const cHttp004 = check({
  id: 'C-HTTP-004',
  title: 'GET is answered with an event stream or 405',
  level: 'MUST',
  on: 'http',
  since: '2025-03-26',
  until: '2025-11-25',
  spec: 'basic/transports#listening-for-messages-from-the-server',
  fix: 'Open an event stream, or answer GET with the status 405.',
  lane: 'own',
  run: (world) =>
    world.withOwn(async (talk) => {
      const exchange = await talk.send('', { verb: 'GET', timeoutMs: 400 });
      const answer = httpOf(exchange);
      const isStream = answer.status === 200 && contentType(answer) === 'text/event-stream';
      if (isStream || answer.status === 405) return kept(`the status is ${answer.status}`, exchange);
      return broken(
        `the status is ${answer.status}, the Content-Type ${contentType(answer) || 'missing'}`,
        exchange,
      );
    }),
});
