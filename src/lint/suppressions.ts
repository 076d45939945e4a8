/** Takes suppressed findings out, and reports suppressions that nothing needs any more. */
import type { Catalog } from '../types/catalog.js';
import type { Finding } from '../types/envelope.js';
import type { Suppression } from '../types/rule.js';

export interface SuppressionResult {
  findings: Finding[];
  /** Suppressions that matched nothing. */
  stale: Suppression[];
}

export function applySuppressions(
  findings: Finding[],
  suppressions: readonly Suppression[],
): SuppressionResult {
  const used = new Set<Suppression>();
  const kept = findings.filter((finding) => {
    const matching = suppressions.filter((suppression) => covers(suppression, finding));
    for (const suppression of matching) used.add(suppression);
    return matching.length === 0;
  });
  return { findings: kept, stale: suppressions.filter((suppression) => !used.has(suppression)) };
}

function covers(suppression: Suppression, finding: Finding): boolean {
  return (
    suppression.rule === finding.rule &&
    (suppression.server === undefined || suppression.server === finding.server) &&
    (suppression.tool === undefined || suppression.tool === finding.tool) &&
    (suppression.pointer === undefined || suppression.pointer === (finding.pointer ?? ''))
  );
}

/** `SUP-001`; only for rules that ran and servers that were looked at, since the rest was not judged. */
export function staleFindings(
  stale: readonly Suppression[],
  ran: ReadonlySet<string>,
  catalogs: readonly Catalog[],
): Finding[] {
  const servers = new Set(catalogs.map((catalog) => catalog.server));
  return stale
    .filter(({ rule, server }) => ran.has(rule) && (server === undefined || servers.has(server)))
    .map(({ rule, server, tool, pointer }) => ({
      rule: 'SUP-001',
      severity: 'warning',
      server,
      tool,
      pointer: pointer ?? '',
      message: `the suppression of ${rule} no longer matches anything`,
      suggestion: 'Remove it from the rules.',
    }));
}
