/** Session ids that can be guessed. */
import type { ProbeRule } from '../../types/probe-rule.js';

export const sec024: ProbeRule<{ sessions: readonly string[] }> = {
  id: 'SEC-024',
  name: 'weak-session-id',
  severity: 'medium',
  since: '0.1.0',
  needs: 'http',
  triggers: 'The session ids of the server are short, numbers, or the same for two sessions.',
  rationale: 'Whoever guesses the id of a session can speak in it.',
  fix: 'Use at least 128 random bits, for example a UUID of version 4.',
  judge({ sessions }) {
    const [first, second] = sessions;
    if (first === undefined) return [];
    const weakness = weaknessOf(first, second);
    return weakness === undefined
      ? []
      : [{ pointer: '', message: `weak-session-id: the session ids are ${weakness}` }];
  },
};

function weaknessOf(first: string, second: string | undefined): string | undefined {
  if (first === second) return 'the same for two sessions';
  if (/^\d+$/.test(first)) return 'numbers';
  return first.length < 16 ? 'short' : undefined;
}
