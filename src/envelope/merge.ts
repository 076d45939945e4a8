/**
 * Several runs as one. The shards of one run, merged, are that run: equal in every byte but `run_id`,
 * `started_at` and the durations. A missing shard is an error, never a smaller whole.
 */
import type { Coverage, Provenance, RunEnvelope } from '../types/envelope.js';
import { EXIT, McptestError } from '../util/errors.js';
import { pooledShare } from '../util/ratio.js';
import { buildEnvelope } from './build.js';

export interface MergePart {
  /** As the user named it, for messages. */
  name: string;
  envelope: RunEnvelope;
}

export function mergeEnvelopes(given: MergePart[], run_id: string): RunEnvelope {
  const parts = inOrder(given).map(({ envelope }) => envelope);
  const started = Math.min(...parts.map(({ started_at }) => Date.parse(started_at)));
  const ends = parts.map(({ started_at, duration_ms }) => Date.parse(started_at) + duration_ms);
  const cut = parts.find(({ exit_code }) =>
    [EXIT.interrupted, EXIT.terminated, EXIT.refused].some((code) => code === exit_code),
  );
  return buildEnvelope({
    run_id,
    started_at: new Date(started).toISOString(),
    duration_ms: Math.max(...ends) - started,
    provenance: provenanceOf(parts.map(({ provenance }) => provenance) as [Provenance, ...Provenance[]]),
    results: parts.flatMap(({ results }) => results),
    cached: parts.reduce((sum, { summary }) => sum + summary.cached, 0),
    tool_selection: joined(parts, 'tool_selection'),
    groups: joined(parts, 'groups'),
    coverage: coverageOf(parts.flatMap(({ coverage }) => coverage ?? [])),
    findings: joined(parts, 'findings'),
    token_surface: joined(parts, 'token_surface'),
    scores: joined(parts, 'scores'),
    snapshots: snapshotsOf(parts),
    errors: joined(parts, 'errors'),
    exit_code: cut?.exit_code,
  });
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
      `missing: shard ${list}`,
      'A whole needs all its shards; did a job fail to upload its run?',
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

function provenanceOf(list: [Provenance, ...Provenance[]]): Provenance {
  const { shard: _, ...first } = list[0];
  const same = list.every(({ mode }) => mode === first.mode);
  return {
    ...first,
    mode: same ? first.mode : 'mixed',
    dirty: first.dirty === undefined ? undefined : list.some(({ dirty }) => dirty),
    servers: list.flatMap(({ servers }) => servers),
    models: [...new Set(list.flatMap(({ models }) => models))],
  };
}

type ListKey = 'tool_selection' | 'groups' | 'findings' | 'token_surface' | 'scores' | 'errors';

/** Absent when no part has it, as in a single run. */
function joined<K extends ListKey>(parts: RunEnvelope[], key: K): RunEnvelope[K] {
  const having = parts.filter((part) => part[key] !== undefined);
  return having.length === 0 ? undefined : (having.flatMap((part) => part[key] as []) as RunEnvelope[K]);
}

function coverageOf(list: Coverage[]): Coverage | undefined {
  if (list.length === 0) return undefined;
  const tools = list.flatMap((part) => part.tools);
  const gates = list.flatMap((part) => part.gates ?? []);
  const unmeasured = list.flatMap((part) => part.unmeasured ?? []);
  return {
    tools,
    ...pooledShare(tools),
    gates: gates.length > 0 ? gates : undefined,
    unmeasured: unmeasured.length > 0 ? unmeasured : undefined,
  };
}

function snapshotsOf(parts: RunEnvelope[]): RunEnvelope['snapshots'] {
  const having = parts.flatMap(({ snapshots }) => snapshots ?? []);
  if (having.length === 0) return undefined;
  return {
    written: having.flatMap(({ written }) => written),
    updated: having.flatMap(({ updated }) => updated),
    obsolete: having.flatMap(({ obsolete }) => obsolete),
  };
}
