/** A local server that answers under any name. */
import type { HttpAnswer, ProbeRule } from '../../types/probe-rule.js';
import { isAccepted } from '../http-answer.js';

export const sec022: ProbeRule<{ foreignHost: HttpAnswer }> = {
  id: 'SEC-022',
  name: 'host-validation',
  severity: 'high',
  since: '0.1.0',
  needs: 'http',
  triggers: 'A server on loopback answers a request for a foreign `Host`.',
  rationale:
    'With DNS rebinding a web page gives its own name the address of this machine, and then reads the answers as its own.',
  fix: 'Answer only to `localhost`, `127.0.0.1` and `[::1]`.',
  judge({ foreignHost }) {
    if (!isAccepted(foreignHost)) return [];
    return [{ pointer: '', message: 'host-validation: a request for a foreign Host was answered' }];
  },
};
