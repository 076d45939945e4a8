import { broken, check, kept, NotApplicable } from '../../check.js';
import { httpOf, sessionOf } from '../../judge/http.js';

export const cHttp008 = check({
  id: 'C-HTTP-008',
  title: 'a session that has ended is answered with 404',
  level: 'MUST',
  on: 'http',
  since: '2025-03-26',
  until: '2025-11-25',
  spec: 'basic/transports#session-management',
  official: ['server-session-terminated-returns-404'],
  fix: 'Answer requests with the id of a session that is over with the status 404.',
  lane: 'own',
  run: (world) =>
    world.withOwn(async (talk) => {
      if (sessionOf(talk) === undefined) throw new NotApplicable('the server keeps no sessions');
      const ended = await talk.send('', { verb: 'DELETE' });
      const { status } = httpOf(ended);
      if (status < 200 || status > 299) throw new NotApplicable('clients may not end sessions');
      const exchange = await talk.ask('ping');
      const after = httpOf(exchange).status;
      return after === 404
        ? kept('it is', ended, exchange)
        : broken(`the status is ${after}`, ended, exchange);
    }),
});
