/**
 * What several runs say of the same servers, as one run would say it: a suite that was split over shards has its
 * coverage, servers and findings in several parts.
 */
import { isDeepStrictEqual } from 'node:util';
import type {
  CaseResult,
  Coverage,
  Finding,
  PartOf,
  Provenance,
  RunEnvelope,
  ServerProvenance,
  ToolCoverage,
} from '../types/envelope.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { sharePercent } from '../util/ratio.js';
import { coverageGate } from './build.js';
import { coverageShare } from './lent-servers.js';

/** Equal entries once, in the order of their first. */
export function onceEach<T>(list: T[] | undefined): T[] | undefined {
  return list?.filter((one, at) => list.findIndex((other) => isDeepStrictEqual(one, other)) === at);
}

export function joinProvenance(
  parts: RunEnvelope[],
  rows: readonly CaseResult[],
  whole: PartOf | undefined,
): Provenance {
  const list = parts.map(({ provenance }) => provenance) as [Provenance, ...Provenance[]];
  const { shard: _, ...first } = list[0];
  // A shard that no test fell to asked nobody, and replayed nothing.
  const modes = new Set(
    parts.filter(({ results }) => results.length > 0).map((part) => part.provenance.mode),
  );
  const [mode = first.mode] = modes;
  const models = [...new Set(list.flatMap((one) => one.models))];
  const place = (model: string): number => rows.findIndex((row) => row.model === model);
  return {
    ...first,
    mode: modes.size > 1 ? 'mixed' : mode,
    dirty: first.dirty === undefined ? undefined : list.some(({ dirty }) => dirty),
    servers: inDeclaredOrder(joinServers(list), whole, ({ name, file }) => ({ file, server: name })),
    models: whole === undefined ? models : models.sort((a, b) => place(a) - place(b)),
  };
}

/** One row for a server that is the same in several parts; one that differs is told as often as it does. */
function joinServers(list: Provenance[]): ServerProvenance[] {
  const out: ServerProvenance[] = [];
  for (const server of list.flatMap(({ servers }) => servers)) {
    const twin = out.findIndex((other) => isDeepStrictEqual(settled(other), settled(server)));
    const known = out[twin];
    if (known === undefined || server.file === undefined) out.push(server);
    else if (server.restarts) out[twin] = { ...known, restarts: (known.restarts ?? 0) + server.restarts };
  }
  return out;
}

function settled({ restarts: _, ...rest }: ServerProvenance): Omit<ServerProvenance, 'restarts'> {
  return rest;
}

/** Protocol violations are added up; what is found in a definition is found once. */
export function joinFindings(list: Finding[] | undefined, whole: PartOf | undefined): Finding[] | undefined {
  if (list === undefined) return undefined;
  const out: Finding[] = [];
  for (const finding of list) {
    const twin = out.findIndex((other) => isDeepStrictEqual(uncounted(other), uncounted(finding)));
    const known = out[twin];
    if (known === undefined || finding.file === undefined) out.push(finding);
    else if (finding.count !== undefined) out[twin] = { ...known, count: (known.count ?? 0) + finding.count };
  }
  if (whole === undefined) return out;
  // As a run tells them: first what servers did wrong, then what is wrong in their definitions.
  const counted = out.filter(({ count }) => count !== undefined);
  const others = out.filter(({ count }) => count === undefined);
  return [counted, others].flatMap((half) => inDeclaredOrder(half, whole, (one) => one));
}

function uncounted({ count: _, ...rest }: Finding): Omit<Finding, 'count'> {
  return rest;
}

/** A tool that any part called is covered; the thresholds of suites that were split are judged here. */
export function joinCoverage(
  parts: RunEnvelope[],
  rows: readonly CaseResult[],
  whole: PartOf | undefined,
): Coverage | undefined {
  const list = parts.flatMap(({ coverage }) => coverage ?? []);
  if (list.length === 0) return undefined;
  const tools = inDeclaredOrder(joinTools(list, rows), whole, (row) => row);
  const unmeasured = inDeclaredOrder(
    onceEach(list.flatMap((part) => part.unmeasured ?? [])) ?? [],
    whole,
    (row) => row,
  );
  const gates =
    whole === undefined
      ? list.flatMap((part) => part.gates ?? [])
      : (whole.coverage ?? []).map((asked) => coverageGate(asked, tools, unmeasured));
  return {
    tools,
    ...coverageShare(tools),
    gates: gates.length > 0 ? gates : undefined,
    unmeasured: unmeasured.length > 0 ? unmeasured : undefined,
  };
}

function joinTools(list: Coverage[], rows: readonly CaseResult[]): ToolCoverage[] {
  const called = new Set(
    rows.flatMap(({ file, trace }) =>
      (trace?.calls ?? []).map(({ server, tool }) => keyOf(file, server, tool)),
    ),
  );
  const out: ToolCoverage[] = [];
  for (const row of list.flatMap((part) => part.tools)) {
    const twin = out.findIndex(({ file, server }) => file === row.file && server === row.server);
    const known = out[twin];
    if (known === undefined) out.push(row);
    else {
      const { file, server, servers, lent_by } = row;
      const names = [...new Set([...known.uncovered, ...row.uncovered])];
      const isCalled = (name: string) =>
        (servers ?? [server]).some((one) => called.has(keyOf(file, one, name)));
      const uncovered = names.filter((name) => !isCalled(name)).sort();
      const total = Math.max(known.total, row.total);
      const covered = total - uncovered.length;
      const percent = sharePercent(covered, total);
      out[twin] = omitUndefined<ToolCoverage>({
        file,
        server,
        servers,
        lent_by,
        total,
        covered,
        percent,
        uncovered,
      });
    }
  }
  return out;
}

function keyOf(file: string, server: string | undefined, tool: string): string {
  return [file, server, tool].join('\0');
}

/** As the suites declare their servers; without a plan as they came. */
export function inDeclaredOrder<T>(
  list: T[],
  whole: PartOf | undefined,
  of: (one: T) => { file?: string; server?: string },
): T[] {
  if (whole === undefined) return list;
  const places = new Map(whole.servers.map(({ file, server }, at) => [`${file}\0${server}`, at]));
  const place = (one: T): number => {
    const { file, server } = of(one);
    return places.get(`${file}\0${server}`) ?? places.size;
  };
  return [...list].sort((a, b) => place(a) - place(b));
}
