/** A server on the network without TLS. */
import type { ProbeRule } from '../../types/probe-rule.js';
import { hostKind } from '../../util/host-kind.js';

export const sec017: ProbeRule<{ url: URL }> = {
  id: 'SEC-017',
  name: 'tls-required',
  severity: 'high',
  since: '0.1.0',
  needs: 'http',
  triggers: 'The server is reached over plain HTTP and is not on this machine.',
  rationale: 'Tokens, arguments and results can be read and changed on the way.',
  fix: 'Serve HTTPS.',
  judge({ url }) {
    if (url.protocol !== 'http:' || hostKind(url.hostname) === 'loopback') return [];
    return [{ pointer: '', message: 'tls-required: the server speaks plain HTTP and is not on loopback' }];
  },
};
