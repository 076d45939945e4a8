/** Which tools a run shows its agent: those of its servers, and the distractors that the run has. */
import {
  chooseDistractors,
  type Distractor,
  type DistractorSource,
} from '../../catalog/choose-distractors.js';
import type { Redactor } from '../../redact/redactor.js';
import type { ToolDef } from '../../types/catalog.js';
import type { AgentSpec } from '../../types/suite.js';
import { isObject } from '../../util/plain.js';

/** Undefined when the test has no `distractors`. With `counts` the runs are shared out evenly, in order. */
export function distractorsFor(
  agent: AgentSpec,
  run: number,
  catalog: Record<string, ToolDef[]>,
): Distractor[] | undefined {
  const asked = distractorRequest(agent);
  if (asked === undefined) return undefined;
  const { counts, ...request } = asked;
  const each = Math.max(1, Math.floor(agent.runs / counts.length));
  const count = counts[Math.min(counts.length - 1, Math.floor((run - 1) / each))]!;
  return chooseDistractors({ ...request, count }, catalog, agent.servers);
}

/** All that any run of the test has. */
export function mostDistractors(agent: AgentSpec, catalog: Record<string, ToolDef[]>): Distractor[] {
  const asked = distractorRequest(agent);
  if (asked === undefined) return [];
  const { counts, ...request } = asked;
  return chooseDistractors({ ...request, count: Math.max(...counts) }, catalog, agent.servers);
}

function distractorRequest(agent: AgentSpec) {
  const config = agent.metrics.find(({ block }) => block === 'distractors')?.config;
  if (!isObject(config)) return undefined;
  const counts = Array.isArray(config.counts) ? (config.counts as number[]) : [config.count as number];
  const { source, correct } = config as { source: DistractorSource; correct: string[] };
  return { counts, source, correct };
}

/** The list as the model saw it, made of what is written down. `raw` and `kept` are the same tools in the same order. */
export function asSeen(
  { raw, kept }: Record<'raw' | 'kept', Record<string, ToolDef[]>>,
  seen: Record<string, ToolDef[]>,
  redactor: Redactor,
): Record<string, ToolDef[]> {
  const out: Record<string, ToolDef[]> = Object.create(null);
  for (const [server, defs] of Object.entries(seen)) {
    // By the raw name: a name can hold a secret, too.
    const known = new Map((raw[server] ?? []).map((def, at) => [def.name, kept[server]?.[at]]));
    // What is not known is a distractor, made of what is written down, but for a name that the suite gives.
    out[server] = defs.map((def) => known.get(def.name) ?? { ...def, name: redactor.key(def.name) });
  }
  return out;
}

export function pick(
  catalog: Record<string, ToolDef[]>,
  names: readonly string[],
): Record<string, ToolDef[]> {
  const out: Record<string, ToolDef[]> = Object.create(null);
  for (const name of names) {
    const tools = catalog[name];
    if (tools) out[name] = tools;
  }
  return out;
}
