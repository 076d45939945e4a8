/** Catalogues and clients → the report of `mcptest compat`. */
import type { Catalog } from '../types/catalog.js';
import type {
  Client,
  ClientReport,
  CompatFinding,
  CompatReport,
  CompatVerdict,
  SearchReport,
  ServerCompat,
  ToolAnswer,
} from '../types/compat.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isWorse, judgeClient, judgingFacts, worstOf } from './judge.js';

export interface NamedCatalog {
  catalog: Catalog;
  server_name: string;
  name_from: ServerCompat['name_from'];
}

export interface ReportOptions {
  /** The ones to judge by. */
  chosen: readonly Client[];
  /** All that are known. */
  clients: readonly Client[];
  /** `2026-11`. */
  month: string;
  answer?: ToolAnswer;
  countTokens?: (text: string) => number;
}

export function compatReport(servers: readonly NamedCatalog[], options: ReportOptions): CompatReport {
  const { chosen, clients } = options;
  const judged = chosen.filter((client) => judgingFacts(client, clients).length > 0);
  const reports = judged.map((client) => reportOf(client, servers, options));
  return {
    version: 1,
    verdict: worstOf(reports.map(({ verdict }) => verdict)),
    clients: reports,
    servers: servers.map(({ catalog, server_name, name_from }) =>
      omitUndefined({
        server: catalog.server,
        server_name,
        name_from,
        tools: catalog.tools.length,
        broken_off: catalog.broken_off,
      }),
    ),
    not_judged: chosen
      .filter((client) => !judged.includes(client))
      .map(({ id, name, kind }) => ({ client: id, name, kind })),
    facts: factsOf(judged, options),
  };
}

function reportOf(client: Client, servers: readonly NamedCatalog[], options: ReportOptions): ClientReport {
  const parts = servers.map(({ catalog, server_name }) => {
    const part = judgeClient(catalog, client, { ...options, server: server_name });
    if (servers.length === 1) return part;
    const { server } = catalog;
    return {
      ...part,
      tools: part.tools.map((row) => ({ server, ...row })),
      findings: part.findings.map((finding) => ({ ...finding, server })),
    };
  });
  return parts.reduce(joinReports);
}

function joinReports(one: ClientReport, two: ClientReport): ClientReport {
  return {
    ...one,
    verdict: worstOf([one.verdict, two.verdict]),
    tools: [...one.tools, ...two.tools],
    findings: [...one.findings, ...two.findings],
    search: joinSearch(one.search, two.search),
  };
}

function joinSearch(one?: SearchReport, two?: SearchReport): SearchReport | undefined {
  if (one === undefined || two === undefined) return one ?? two;
  const by = one.by.map((part, at) => {
    const other = two.by[at];
    return other === undefined
      ? part
      : { ...part, hits: part.hits + other.hits, tools: [...part.tools, ...other.tools] };
  });
  return { ...one, by };
}

function factsOf(judged: readonly Client[], { clients, month }: ReportOptions): CompatReport['facts'] {
  const dates = judged.flatMap((client) => judgingFacts(client, clients).map(({ date }) => date)).sort();
  const newest = dates.at(-1) ?? '';
  return { count: dates.length, oldest: dates[0] ?? '', newest, months: monthsBetween(newest, month) };
}

/** A year alone is its first month. */
function monthsBetween(from: string, to: string): number {
  const count = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7) || 1);
  return from === '' ? 0 : Math.max(0, count(to) - count(from));
}

export type FailOn = Exclude<CompatVerdict, 'works'> | 'never';

/** What is only maybe so fails nothing. */
export function failing({ clients }: CompatReport, failOn: FailOn): CompatFinding[] {
  if (failOn === 'never') return [];
  return clients.flatMap(({ findings }) =>
    findings.filter(({ verdict, maybe }) => !maybe && !isWorse(failOn, verdict)),
  );
}
