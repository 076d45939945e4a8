/** Answers that every web page may read. */
import type { HttpAnswer, ProbeRule } from '../../types/probe-rule.js';
import { FOREIGN_ORIGIN } from '../http-answer.js';

export const sec023: ProbeRule<{ foreignOrigin: HttpAnswer }> = {
  id: 'SEC-023',
  name: 'open-cors',
  severity: 'medium',
  since: '0.1.0',
  needs: 'http',
  triggers:
    '`Access-Control-Allow-Origin` is `*` or repeats a foreign origin. High when it allows credentials as well.',
  rationale: 'It lets any page read the answers of the server in the name of its user.',
  fix: 'Name the origins that you serve, or send no such header.',
  judge({ foreignOrigin: { headers } }) {
    const allowed = headers['access-control-allow-origin'];
    if (allowed !== '*' && allowed !== FOREIGN_ORIGIN) return [];
    const severity =
      allowed !== '*' && headers['access-control-allow-credentials'] === 'true' ? 'high' : 'medium';
    return [{ pointer: '', severity, message: 'open-cors: any web page may read the answers of the server' }];
  },
};
