/** Definitions that changed after somebody approved them. */
import { diffCatalogs } from '../../catalog/diff.js';
import type { Catalog } from '../../types/catalog.js';
import type { ProbeHit, ProbeRule } from '../../types/probe-rule.js';
import { quote } from '../text/security-hit.js';

export interface Drift {
  /** What the lock pins. */
  pinned: readonly Catalog[];
  now: readonly Catalog[];
}

/** A changed text says something else to the model; a breaking change is noticed by itself. */
const SEVERITY = { risky: 'high', breaking: 'medium', additive: 'low' } as const;

export const sec014: ProbeRule<Drift> = {
  id: 'SEC-014',
  name: 'definition-drift',
  severity: 'high',
  since: '0.1.0',
  needs: 'lock',
  triggers:
    'The catalogue differs from `mcptest.lock`. High where a text or a safety annotation of a pinned tool changed, medium for other breaking changes, low for additions. Order is no change.',
  rationale:
    'A server is approved once and listed again in every session. A rug pull changes the definition after the approval, when nobody looks.',
  fix: 'Read what changed, then pin it with `mcptest lock --update`.',
  judge({ pinned, now }) {
    return diffCatalogs(pinned, now).changes.map(
      (change): ProbeHit => ({
        tool: change.tool,
        pointer: change.pointer,
        message: `definition-drift: ${quote(change.kind.replaceAll('-', ' '))} since the lock was written`,
        severity: SEVERITY[change.class],
      }),
    );
  },
};
