/** Definitions that change while a session is open. */
import { diffCatalogs } from '../../catalog/diff.js';
import type { Catalog } from '../../types/catalog.js';
import type { ProbeHit, ProbeRule } from '../../types/probe-rule.js';
import { quote } from '../text/security-hit.js';

export interface TwoListings {
  before: Catalog;
  after: Catalog;
  /** When the second listing was made: "in one session", "after a reconnect". */
  when: string;
  /** The server said `list_changed` in between. */
  announced: boolean;
}

export const sec015: ProbeRule<TwoListings> = {
  id: 'SEC-015',
  name: 'mid-session-drift',
  severity: 'high',
  since: '0.1.0',
  needs: 'session',
  triggers:
    'Two listings of one server, a moment apart or after a reconnect, differ although the server sent no `list_changed`. Order is no change.',
  rationale:
    'A server that shows one definition to the reviewer and another to the model defeats every review. An honest change is announced.',
  fix: 'Serve the same definitions until the server announces a change.',
  judge({ before, after, when, announced }) {
    if (announced) return [];
    return diffCatalogs([before], [after]).changes.map(
      (change): ProbeHit => ({
        tool: change.tool,
        pointer: change.pointer,
        message: `mid-session-drift: ${quote(change.kind.replaceAll('-', ' '))} between two listings ${when}, unannounced`,
      }),
    );
  },
};
