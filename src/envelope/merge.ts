/**
 * Several runs as one. The shards of one run, merged, are that run: equal in every byte but `run_id`,
 * `started_at` and the durations. A missing shard is an error, never a smaller whole.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CaseResult, Floor, Group, PartOf, RunEnvelope } from '../types/envelope.js';
import { EXIT, McptestError } from '../util/errors.js';
import { buildEnvelope } from './build.js';
import { joinCoverage, joinFindings, joinProvenance, onceEach } from './join-parts.js';
import { joinOutputSchemas, joinStrength } from './join-strength.js';
import { isRunOf } from './row-names.js';

export interface MergePart {
  /** As the user named it, for messages. */
  name: string;
  envelope: RunEnvelope;
}

export function mergeEnvelopes(
  given: MergePart[],
  run_id: string,
  /** Of all rows together. */
  datasets?: RunEnvelope['datasets'],
): RunEnvelope {
  const ordered = inOrder(given);
  const parts = ordered.map(({ envelope }) => envelope);
  const whole = wholeOf(ordered);
  const results = rowsInOrder(parts, whole);
  const started = Math.min(...parts.map(({ started_at }) => Date.parse(started_at)));
  const ends = parts.map(({ started_at, duration_ms }) => Date.parse(started_at) + duration_ms);
  const cut = parts.find(({ exit_code }) =>
    [EXIT.interrupted, EXIT.terminated, EXIT.refused].some((code) => code === exit_code),
  );
  const coverage = joinCoverage(parts, results, whole);
  return buildEnvelope({
    run_id,
    started_at: new Date(started).toISOString(),
    duration_ms: Math.max(...ends) - started,
    provenance: joinProvenance(parts, results, whole),
    results,
    cached: parts.reduce((sum, { summary }) => sum + summary.cached, 0),
    tool_selection: byFirstRow(joined(parts, 'tool_selection'), results),
    groups: byFirstRow(joined(parts, 'groups'), results),
    datasets,
    coverage,
    findings: joinFindings(joined(parts, 'findings'), whole),
    token_surface: onceEach(joined(parts, 'token_surface')),
    scores: joined(parts, 'scores'),
    snapshots: snapshotsOf(parts),
    output_schemas: joinOutputSchemas(parts, whole),
    strength: joinStrength(parts, { results, coverage, whole }),
    errors: onceEach(joined(parts, 'errors')),
    exit_code: cut?.exit_code,
  });
}

/** What all shards say that they are parts of; undefined for runs that are no shards, and for older shards. */
function wholeOf(parts: MergePart[]): PartOf | undefined {
  const [first] = parts;
  const whole = first?.envelope.part_of;
  const split = parts.find(({ envelope }) => envelope.part_of?.timings !== whole?.timings);
  if (first !== undefined && split !== undefined) {
    throw refused(
      `${first.name} and ${split.name} were split by different durations: --timings named another file, or one that had changed`,
      'Run all shards with the same committed file of --timings, or all without it.',
    );
  }
  const other = parts.find(({ envelope }) => !isDeepStrictEqual(envelope.part_of, whole));
  if (first !== undefined && other !== undefined) {
    throw refused(
      `${first.name} and ${other.name} are not shards of the same run: their plans differ`,
      'Run all shards with the same suites, selection and version of mcptest.',
    );
  }
  return whole;
}

/** As the whole run has them: every planned row once. */
function rowsInOrder(parts: RunEnvelope[], whole: PartOf | undefined): CaseResult[] {
  const rows = parts.flatMap(({ results }) => results);
  if (whole === undefined) return rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = whole.rows.flatMap((id) => byId.get(id) ?? []);
  if (ordered.length < whole.rows.length || ordered.length < rows.length) {
    throw refused(
      `the shards hold ${rows.length} tests and the whole run has ${whole.rows.length}: one is missing, or there twice`,
      'Run all shards with the same suites and selection, and merge what they wrote.',
    );
  }
  return ordered;
}

/** Groups and floors in the order of the rows that they are about. */
function byFirstRow<T extends Group | Floor>(gates: T[] | undefined, rows: CaseResult[]): T[] | undefined {
  const at = (gate: T): number => rows.findIndex((row) => isRunOf(row, gate));
  return gates
    ?.map((gate) => ({ gate, place: at(gate) }))
    .sort((a, b) => a.place - b.place)
    .map(({ gate }) => gate);
}

/** Shards by their number; runs that are no shards as they were given. */
function inOrder(given: MergePart[]): MergePart[] {
  const [first] = given;
  if (first === undefined) throw refused('there is no run to merge', 'Name at least one saved run.');
  if (given.every(({ envelope }) => envelope.provenance.shard === undefined)) return eachOnce(given);
  const { total = 0 } = shardOf(first);
  const whole = given.find((part) => shardOf(part).total !== shardOf(first).total);
  if (whole) {
    throw refused(
      `${whole.name} is not a shard of the same run as ${first.name}`,
      'Merge the shards 1/n to n/n of one run.',
    );
  }
  const byNumber = new Map<number, MergePart>();
  for (const part of given) {
    const { index = 0 } = shardOf(part);
    const twin = byNumber.get(index);
    if (twin)
      throw refused(`${twin.name} and ${part.name} are both shard ${index}/${total}`, 'Give each once.');
    byNumber.set(index, part);
  }
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter((index) => !byNumber.has(index));
  if (missing.length > 0) {
    const list = missing.map((index) => `${index}/${total}`).join(', ');
    throw refused(
      `shard ${list} is missing`,
      'Name the saved run of every shard; did a job fail to upload its own?',
    );
  }
  return eachOnce([...byNumber].sort(([a], [b]) => a - b).map(([, part]) => part));
}

/** One run given twice, under whatever names, would count every test of it twice. */
function eachOnce(parts: MergePart[]): MergePart[] {
  const byId = new Map<string, MergePart>();
  for (const part of parts) {
    const { run_id } = part.envelope;
    const twin = byId.get(run_id);
    if (twin) throw refused(`${twin.name} and ${part.name} are the same run (${run_id})`, 'Give each once.');
    byId.set(run_id, part);
  }
  return parts;
}

function shardOf({ envelope }: MergePart): { index?: number; total?: number } {
  const [index, total] = envelope.provenance.shard?.split('/').map(Number) ?? [];
  return { index, total };
}

function refused(message: string, hint: string): McptestError {
  return new McptestError({ code: 'cannot-merge', message, hint });
}

type ListKey = 'tool_selection' | 'groups' | 'findings' | 'token_surface' | 'scores' | 'errors';

/** Absent when no part has it, as in a single run. */
function joined<K extends ListKey>(parts: RunEnvelope[], key: K): RunEnvelope[K] {
  const having = parts.filter((part) => part[key] !== undefined);
  return having.length === 0 ? undefined : (having.flatMap((part) => part[key] as []) as RunEnvelope[K]);
}

function snapshotsOf(parts: RunEnvelope[]): RunEnvelope['snapshots'] {
  const having = parts.flatMap(({ snapshots }) => snapshots ?? []);
  if (having.length === 0) return undefined;
  return {
    written: having.flatMap(({ written }) => written),
    updated: having.flatMap(({ updated }) => updated),
    // What belongs to no test any more is seen by every shard of the suite.
    obsolete: [...new Set(having.flatMap(({ obsolete }) => obsolete))],
  };
}
