/** A server on the network that asks nobody who they are. */
import type { HttpAnswer, ProbeRule } from '../../types/probe-rule.js';
import { hostKind } from '../../util/host-kind.js';
import { isAccepted } from '../http-answer.js';

export const sec020: ProbeRule<{ url: URL; hasCredentials: boolean; withoutCredentials: HttpAnswer }> = {
  id: 'SEC-020',
  name: 'missing-auth',
  severity: 'medium',
  since: '0.1.0',
  needs: 'http',
  triggers:
    'The server answers without credentials and is not on this machine. High where it was given credentials and does not need them.',
  rationale:
    'Whoever finds the address can list and call the tools. Credentials that are not checked protect nothing.',
  fix: 'Answer 401 with a `WWW-Authenticate` header to requests without a valid token.',
  judge({ url, hasCredentials, withoutCredentials }) {
    if (!isAccepted(withoutCredentials)) return [];
    if (hasCredentials)
      return [
        {
          pointer: '',
          severity: 'high',
          message: 'missing-auth: the server was given credentials and answers without them',
        },
      ];
    if (hostKind(url.hostname) === 'loopback') return [];
    return [
      { pointer: '', message: 'missing-auth: the server answers without credentials and is not on loopback' },
    ];
  },
};
