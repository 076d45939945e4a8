/** Error answers that tell how the server is built. */
import type { ProbeRule } from '../../types/probe-rule.js';

const LEAKS: readonly [string, RegExp][] = [
  [
    'a stack trace',
    /\bat [\w.$<>[\] ]{1,100} ?\([^()\n]{1,200}:\d{1,6}:\d{1,6}\)|Traceback \(most recent call last\)|\bgoroutine \d{1,9} \[|\bat [\w.$]{3,100}\([\w]{1,60}\.java:\d{1,6}\)|\bpanicked at |File "[^"\n]{1,200}", line \d/,
  ],
  [
    'a path of the server',
    /(?:file:\/\/)?\/(?:home|Users|root|opt|srv|app|usr\/src|var\/www)\/[\w./@-]{3,200}\.(?:js|mjs|cjs|ts|py|go|rb|java|php|rs)\b|\b[A-Z]:\\{1,2}[\w\\ .-]{3,200}\.(?:js|ts|py|cs|dll)\b|node_modules\//,
  ],
  [
    'a database error',
    /\b(?:SQLSTATE\[|ORA-\d{5}|syntax error at or near|SQLITE_ERROR|ER_PARSE_ERROR|psycopg2\.|sqlalchemy\.exc)/,
  ],
];

export const sec019: ProbeRule<{ answers: readonly string[] }> = {
  id: 'SEC-019',
  name: 'error-envelope-leak',
  severity: 'medium',
  since: '0.1.0',
  needs: 'answers',
  triggers:
    'The answer to a malformed or unknown request holds a stack trace, a path of the server, or a database error.',
  rationale:
    'Paths, versions and queries tell an attacker where to look; and the text goes into the context of the model.',
  fix: 'Answer with a code and a short message; write the trace to the log.',
  judge({ answers }) {
    for (const [what, pattern] of LEAKS) {
      if (answers.some((answer) => pattern.test(answer.slice(0, 65_536)))) {
        return [{ pointer: '', message: `error-envelope-leak: an error answer holds ${what}` }];
      }
    }
    return [];
  },
};
