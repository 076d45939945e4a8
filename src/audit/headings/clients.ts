/** What is left of the tools when real clients and model APIs have taken them. */
import type { AuditGrade, AuditHeading, AuditSeverity } from '../../types/audit.js';
import type { ClientReport, CompatFinding, CompatReport, CompatVerdict } from '../../types/compat.js';
import { groupBy } from '../../util/group-by.js';
import { plural } from '../../util/text.js';
import type { CommandLine } from '../command-line.js';
import { type FoundFault, judgedHeading, tenths } from '../points.js';

/** What a tool is still worth to a client. */
const WORTH: Readonly<Record<CompatVerdict, number>> = { works: 1, degraded: 0.85, dropped: 0, error: 0 };
const SEVERITIES: Readonly<Record<CompatFinding['verdict'], AuditSeverity>> = {
  error: 'high',
  dropped: 'medium',
  degraded: 'low',
};
const AT_MOST: Partial<Record<CompatVerdict, AuditGrade>> = { error: 'D', dropped: 'C' };
const NAMED = 4;

/** What is only maybe so costs nothing. */
interface SureClient {
  name: string;
  id: string;
  tools: readonly string[];
  findings: readonly CompatFinding[];
}

export function clientsHeading({ clients, servers }: CompatReport, command: CommandLine): AuditHeading {
  const sure = clients.map(sureOf);
  const all = sure.flatMap((client) => client.findings.map((finding) => ({ client, finding })));
  const raw = worthOf(sure);
  const findings = [...groupBy(all, ({ finding }) => finding.rule)].map(([rule, hits]): FoundFault => {
    const without = worthOf(
      sure.map((client) => ({
        ...client,
        findings: client.findings.filter((finding) => finding.rule !== rule),
      })),
    );
    return faultOf(rule, hits, { points: tenths(without - raw), command });
  });
  const verdicts = sure.map(({ findings: own }) => worst(own));
  const count = (verdict: CompatVerdict) => verdicts.filter((one) => one === verdict).length;
  const unsure = clients.filter((one, at) => verdicts[at] === 'works' && one.findings.length > 0).length;
  const parts = [`${count('works') - unsure} of ${plural(sure.length, 'client')} show it unchanged`];
  if (unsure > 0) parts.push(`${unsure} may lose a part`);
  if (count('degraded') > 0)
    parts.push(`${count('degraded')} ${count('degraded') === 1 ? 'loses' : 'lose'} a part`);
  if (count('dropped') > 0)
    parts.push(`${count('dropped')} ${count('dropped') === 1 ? 'drops' : 'drop'} tools`);
  if (count('error') > 0) parts.push(`${count('error')} ${count('error') === 1 ? 'fails' : 'fail'}`);
  const untested = servers.flatMap(({ broken_off }) =>
    broken_off === undefined ? [] : [`tools behind the place where the list broke off: ${broken_off}`],
  );
  return judgedHeading('clients', { says: parts.join(', '), findings, raw, untested });
}

/** The verdict of each client, by its id, without what is only maybe so. */
export function clientVerdicts({ clients }: CompatReport): Record<string, CompatVerdict> {
  return Object.fromEntries(clients.map((client) => [client.client, worst(sureOf(client).findings)]));
}

function sureOf({ client, name, tools, findings }: ClientReport): SureClient {
  return {
    id: client,
    name,
    tools: tools.map(({ tool }) => tool),
    findings: findings.filter(({ maybe }) => !maybe),
  };
}

interface Hit {
  client: SureClient;
  finding: CompatFinding;
}

function faultOf(
  rule: string,
  hits: readonly Hit[],
  { points, command }: { points: number; command: CommandLine },
): FoundFault {
  const verdict = worst(hits.map(({ finding }) => finding)) as CompatFinding['verdict'];
  const first = hits.find(({ finding }) => finding.verdict === verdict) ?? hits[0]!;
  const names = [...new Set(hits.map(({ client }) => client.name))];
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return {
    rule,
    severity: SEVERITIES[verdict],
    tools: [...new Set(hits.flatMap(({ finding }) => finding.tool ?? []))],
    // The message itself names the first client.
    message:
      names.length === 1
        ? first.finding.message
        : `${names.slice(0, NAMED).join(', ')}${more}: ${first.finding.message}`,
    fix: first.finding.fix,
    points,
    at_most: AT_MOST[verdict],
    command: command('compat', `--client ${first.client.id}`),
  };
}

/** Of 100: the mean over clients of the mean over tools. */
function worthOf(clients: readonly SureClient[]): number {
  if (clients.length === 0) return 100;
  const sum = clients.reduce((total, client) => total + worthTo(client), 0);
  return (100 * sum) / clients.length;
}

function worthTo({ tools, findings }: SureClient): number {
  if (findings.some(({ takes_all }) => takes_all)) return 0;
  const ofList = worst(findings.filter(({ tool }) => tool === undefined));
  if (tools.length === 0) return WORTH[ofList];
  const byTool = groupBy(findings, ({ tool }) => tool ?? '');
  const sum = tools.reduce(
    (total, tool) => total + Math.min(WORTH[ofList], WORTH[worst(byTool.get(tool) ?? [])]),
    0,
  );
  return sum / tools.length;
}

const ORDER: readonly CompatVerdict[] = ['works', 'degraded', 'dropped', 'error'];

function worst(findings: readonly CompatFinding[]): CompatVerdict {
  const rank = findings.reduce((most, { verdict }) => Math.max(most, ORDER.indexOf(verdict)), 0);
  return ORDER[rank] ?? 'works';
}
