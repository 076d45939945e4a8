/** A server that any web page can talk to. */
import type { HttpAnswer, ProbeRule } from '../../types/probe-rule.js';
import { hostKind } from '../../util/host-kind.js';
import { isAccepted } from '../http-answer.js';

export const sec018: ProbeRule<{ url: URL; foreignOrigin: HttpAnswer }> = {
  id: 'SEC-018',
  name: 'origin-validation',
  severity: 'medium',
  since: '0.1.0',
  needs: 'http',
  triggers:
    'A request with a foreign `Origin` is answered as any other. High on loopback, where any page in the browser can send it.',
  rationale:
    'The protocol asks servers to check `Origin`: without it a web page drives a local server through the browser of its user.',
  fix: 'Answer 403 to an `Origin` that is not on your list.',
  judge({ url, foreignOrigin }) {
    if (!isAccepted(foreignOrigin)) return [];
    const severity = hostKind(url.hostname) === 'name' ? 'medium' : 'high';
    return [
      {
        pointer: '',
        severity,
        message: 'origin-validation: a request with a foreign Origin was answered as any other',
      },
    ];
  },
};
