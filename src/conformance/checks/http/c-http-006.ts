import { broken, check, kept, NotApplicable } from '../../check.js';
import { sessionOf } from '../../judge/http.js';

export const cHttp006 = check({
  id: 'C-HTTP-006',
  title: 'the id of a session is visible ASCII',
  level: 'MUST',
  on: 'http',
  since: '2025-03-26',
  until: '2025-11-25',
  spec: 'basic/transports#session-management',
  official: ['server-session-id-visible-ascii'],
  fix: 'Use a UUID as Mcp-Session-Id.',
  run({ talk, opening: { handshake } }) {
    const session = sessionOf(talk);
    if (session === undefined) throw new NotApplicable('the server keeps no sessions');
    return /^[\x21-\x7e]+$/.test(session) ? kept('it is', handshake) : broken('it is not', handshake);
  },
});
