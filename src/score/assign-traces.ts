/**
 * Which trace belongs to which test: one that names an agent to the tests of that name, one that names
 * none to every agent test. Several traces for a test are its runs, apart for each model.
 */

import type { AgentSpec } from '../types/suite.js';
import { didYouMean } from '../util/did-you-mean.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { clip, oneLine, plural } from '../util/text.js';
import type { RunRecord } from './score-row.js';

export interface ReadTrace extends RunRecord {
  /** The file that it came from, as the user wrote it. */
  file: string;
}

/** The runs of a test with one model. */
export interface Bucket {
  model?: string;
  records: ReadTrace[];
}

export interface Assignment {
  of(agent: AgentSpec): Bucket[];
  warnings: string[];
}

export function assignTraces(agents: readonly AgentSpec[], traces: readonly ReadTrace[]): Assignment {
  const named = new Map<string, ReadTrace[]>();
  const unnamed: ReadTrace[] = [];
  for (const one of traces) {
    const { agent } = one.trace;
    if (agent === undefined) unnamed.push(one);
    else addTo(named, agent, one);
  }
  const order = new Map(traces.map((one, index) => [one, index]));
  const place = (one: ReadTrace) => order.get(one) ?? 0;
  const buckets = new Map<AgentSpec, Bucket[]>();
  for (const agent of agents) {
    const own = [...new Set(namesOf(agent))].flatMap((name) => named.get(name) ?? []);
    const all = [...own, ...unnamed].sort((a, b) => place(a) - place(b));
    buckets.set(agent, bucketsOf(agent, all));
  }
  const known = new Set(agents.flatMap(namesOf));
  const warnings = [...named]
    .filter(([name]) => !known.has(name))
    .map(([name, of]) => stray(name, of, known));
  return { of: (agent) => buckets.get(agent) ?? [], warnings };
}

/** Its own name, and that of the entry it inherits from. */
function namesOf({ name, agent }: AgentSpec): string[] {
  return agent === undefined ? [name] : [name, agent];
}

function addTo<Key>(map: Map<Key, ReadTrace[]>, key: Key, one: ReadTrace): void {
  const found = map.get(key);
  if (found) found.push(one);
  else map.set(key, [one]);
}

function bucketsOf(agent: AgentSpec, records: ReadTrace[]): Bucket[] {
  const byModel = new Map<string | undefined, ReadTrace[]>();
  const matrix = agent.models.length > 1;
  if (matrix) for (const model of agent.models) byModel.set(model, []);
  const seen = new Set(records.flatMap(({ trace }) => trace.model ?? []));
  const [only] = seen.size === 1 ? seen : agent.models;
  const usual = matrix ? undefined : only;
  for (const record of records) addTo(byModel, record.trace.model ?? usual, record);
  if (byModel.size === 0) byModel.set(usual, []);
  return [...byModel].map(([model, list]) => omitUndefined({ model, records: list }));
}

function stray(name: string, traces: ReadTrace[], known: Set<string>): string {
  const near = didYouMean(name.slice(0, 200), known);
  const hint = near === undefined ? '' : `; did you mean \`${oneLine(near)}\`?`;
  const [many, belong] =
    traces.length === 1 ? ['a trace', 'belongs'] : [plural(traces.length, 'trace'), 'belong'];
  return `${oneLine(traces[0]?.file ?? '')}: ${many} of the agent \`${oneLine(clip(name, 80))}\` ${belong} to no agent test${hint}`;
}
