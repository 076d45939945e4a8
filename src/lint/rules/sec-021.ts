/** Credentials where proxies and logs see them. */
import type { ProbeRule } from '../../types/probe-rule.js';

const SECRET_KEY =
  /^(?:access_?|auth_?|api_?|refresh_?|id_?|session_?|x-)?(?:tokens?|key|secret|password|passwd|pwd|signature|credentials?|apikey|auth|jwt)$/i;

export const sec021: ProbeRule<{ url: URL }> = {
  id: 'SEC-021',
  name: 'token-in-url',
  severity: 'high',
  since: '0.1.0',
  needs: 'http',
  triggers:
    'The URL of the server carries a user name and password, or a query parameter such as `token` or `api_key`.',
  rationale: 'URLs end in logs, in shell histories and in referrers.',
  fix: 'Send it in the `Authorization` header (`--bearer-token-env`, `headers:`).',
  judge({ url }) {
    if (url.password !== '') return [{ pointer: '', message: 'token-in-url: the URL carries a password' }];
    const key = [...url.searchParams.keys()].find((name) => SECRET_KEY.test(name));
    return key === undefined
      ? []
      : [
          {
            pointer: '',
            message: `token-in-url: the query parameter "${key.slice(0, 40)}" carries a secret`,
          },
        ];
  },
};
