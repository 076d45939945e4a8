/** What clients do to tools as findings of `lint`: one for each rule on a tool, with all clients that it concerns. */
import type { CompatFinding, CompatReport } from '../types/compat.js';
import type { Finding } from '../types/envelope.js';
import { plural } from '../util/text.js';

const SEVERITIES = { error: 'critical', dropped: 'high', degraded: 'warning' } as const;

export function severityOf({ verdict, maybe }: CompatFinding): Finding['severity'] {
  return maybe ? 'info' : SEVERITIES[verdict];
}

export function compatFindings({ clients, servers }: CompatReport): Finding[] {
  const byPlace = new Map<string, { finding: CompatFinding; clients: string[] }>();
  for (const { client, findings } of clients) {
    for (const finding of findings) {
      const key = JSON.stringify([finding.rule, finding.server, finding.tool, severityOf(finding)]);
      const known = byPlace.get(key);
      if (known === undefined) byPlace.set(key, { finding, clients: [client] });
      else if (!known.clients.includes(client)) known.clients.push(client);
    }
  }
  return [...byPlace.values()].map(({ finding, clients: whom }) => ({
    rule: finding.rule,
    severity: severityOf(finding),
    server: finding.server ?? servers[0]?.server,
    tool: finding.tool,
    pointer: finding.pointer,
    message: `${finding.message} (${whom.length > 3 ? plural(whom.length, 'client') : whom.join(', ')})`,
    suggestion: finding.fix,
  }));
}
