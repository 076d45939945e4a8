/** How the answers to probes are read. */
import type { HttpAnswer } from '../types/probe-rule.js';

/** Reserved: nobody can own it. */
export const FOREIGN_ORIGIN = 'https://attacker.invalid';

/** The server did what was asked, rather than refusing or failing. */
export function isAccepted({ status, body }: HttpAnswer): boolean {
  return status >= 200 && status < 300 && /"result"\s{0,3}:/.test(body);
}
