/** What the formats of `mcptest compat` share: findings of all clients, put together by what is wrong. */
import type { ClientReport, CompatFinding, CompatReport, CompatVerdict } from '../../types/compat.js';
import { plural } from '../../util/text.js';

export interface CompatStyle {
  color: boolean;
  width: number;
}

export type CompatFormat = (report: CompatReport, style: CompatStyle) => string;

const WEIGHT: Record<CompatVerdict, number> = { works: 0, degraded: 1, dropped: 2, error: 3 };

/** One thing to fix: a rule on tools, with every client that it concerns. */
export interface CompatFault {
  rule: string;
  verdict: CompatFinding['verdict'];
  maybe: boolean;
  fix: string;
  tools: string[];
  clients: { client: string; finding: CompatFinding }[];
  /** The first finding, for its words. */
  first: CompatFinding;
  takes_all: boolean;
}

/** Worst first, then what concerns most clients. */
export function faultsOf({ clients }: CompatReport): CompatFault[] {
  const faults = new Map<string, CompatFault>();
  for (const { client, findings } of clients) {
    for (const finding of findings) addFinding(faults, client, finding);
  }
  return [...faults.values()].sort(
    (a, b) => weightOf(b) - weightOf(a) || b.clients.length - a.clients.length || (a.rule < b.rule ? -1 : 1),
  );
}

function addFinding(faults: Map<string, CompatFault>, client: string, finding: CompatFinding): void {
  const maybe = finding.maybe === true;
  const key = `${finding.rule} ${finding.verdict} ${maybe}`;
  const fault = faults.get(key) ?? {
    rule: finding.rule,
    verdict: finding.verdict,
    maybe,
    fix: finding.fix,
    tools: [],
    clients: [],
    first: finding,
    takes_all: false,
  };
  faults.set(key, fault);
  const tool = subjectOf(finding);
  if (!fault.tools.includes(tool)) fault.tools.push(tool);
  if (!fault.clients.some((one) => one.client === client)) fault.clients.push({ client, finding });
  fault.takes_all ||= finding.takes_all === true;
}

function weightOf({ verdict, maybe }: CompatFault): number {
  return 2 * WEIGHT[verdict] - (maybe ? 1 : 0);
}

export function subjectOf({ server, tool }: CompatFinding): string {
  return [server, tool ?? 'the list'].filter((part) => part !== undefined).join('.');
}

/** `12 work, 2 degraded`. */
export function toolCounts({ tools }: ClientReport): string {
  const words: [CompatVerdict, string][] = [
    ['works', 'work'],
    ['degraded', 'degraded'],
    ['dropped', 'dropped'],
    ['error', 'fail'],
  ];
  const parts = words.flatMap(([verdict, word]) => {
    const many = tools.filter((row) => row.verdict === verdict).length;
    return many === 0 ? [] : [`${many} ${word}`];
  });
  return parts.join(', ') || 'no tools';
}

/** The tool that takes the others down, where there is one. */
export function culpritOf({ tools }: ClientReport): string | undefined {
  return tools.find(({ because_of }) => because_of !== undefined)?.because_of;
}

export function isAllMaybe({ findings }: ClientReport): boolean {
  return findings.length > 0 && findings.every(({ maybe }) => maybe);
}

/** `2026-08, read in code`. */
export function evidenceOf({ confidence, date, state, when }: CompatFinding): string {
  const words = {
    measured: 'measured',
    code: 'read in code',
    docs: 'documented',
    issue: 'reported',
    hearsay: 'hearsay',
  }[confidence];
  return [`${words} ${date}`, state, when && `only when ${when}`].filter(Boolean).join(', ');
}

export function headline({ servers, clients }: CompatReport): string {
  const tools = servers.reduce((sum, server) => sum + server.tools, 0);
  return `${plural(tools, 'tool')}, ${plural(clients.length, 'client')}`;
}

export function counts({ clients }: CompatReport): string {
  const words: [CompatVerdict, string][] = [
    ['works', 'work'],
    ['degraded', 'degrade it'],
    ['dropped', 'drop tools'],
    ['error', 'fail'],
  ];
  return words
    .map(([verdict, word]) => `${clients.filter((client) => client.verdict === verdict).length} ${word}`)
    .filter((part) => !part.startsWith('0 '))
    .join(', ');
}

/** Where the name is from on which prefixes depend. */
export function nameLine({
  server,
  server_name,
  name_from,
  broken_off,
}: CompatReport['servers'][number]): string {
  const from = {
    option: 'as given',
    suite: 'as the suite calls it',
    server: 'as it calls itself; --server-name sets another',
    assumed: 'assumed from the file; --server-name sets another',
  }[name_from];
  const half =
    broken_off === undefined ? '' : `; its list broke off (${broken_off}), and what came of it is judged`;
  return `${server}: named "${server_name}" in the settings of clients (${from})${half}`;
}

export function factsLine({ facts }: CompatReport): string {
  const age = facts.months === 0 ? 'this month' : `${plural(facts.months, 'month')} ago`;
  return `${facts.count} facts from ${facts.oldest} to ${facts.newest}, the newest ${age}`;
}
