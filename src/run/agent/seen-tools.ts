/**
 * Which tools a run shows its agent: those of its servers, and the distractors that the run has. What many runs are shown
 * alike, as the cases of a table are, is one object for all of them.
 */
import {
  chooseDistractors,
  type Distractor,
  type DistractorSource,
} from '../../catalog/choose-distractors.js';
import type { Redactor } from '../../redact/redactor.js';
import type { ToolDef } from '../../types/catalog.js';
import type { AgentSpec } from '../../types/suite.js';
import { canonicalJson } from '../../util/canonical-json.js';
import { byName, isObject, setOwn } from '../../util/plain.js';
import type { Shelf } from './toolbox.js';

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

/** By what was seen: the runs that were shown the same shelf share what is written down of it. */
const written = new WeakMap<object, Record<string, ToolDef[]>>();

/**
 * The whole catalogue, and of the servers that the model saw the list as it saw it, made of what is written down. `raw` and
 * `kept` are the same tools in the same order.
 */
export function asSeen(
  { raw, kept }: Record<'raw' | 'kept', Record<string, ToolDef[]>>,
  seen: Record<string, ToolDef[]>,
  redactor: Redactor,
): Record<string, ToolDef[]> {
  const before = written.get(seen);
  if (before) return before;
  const out: Record<string, ToolDef[]> = { ...kept };
  for (const [server, defs] of Object.entries(seen)) {
    // By the raw name: a name can hold a secret, too.
    const known = writtenTools(raw[server] ?? [], kept[server] ?? []);
    // What is not known is a distractor, made of what is written down, but for a name that the suite gives.
    const list = defs.map((def) => known.get(def.name)?.def ?? { ...def, name: redactor.key(def.name) });
    setOwn(out, server, list);
  }
  written.set(seen, out);
  return out;
}

/** What `offer_tools` leaves of a catalogue; the very tools, in the order of their names there. */
export function offeredOf(
  catalog: Record<string, ToolDef[]>,
  names: readonly string[] | undefined,
): Record<string, ToolDef[]> {
  if (names === undefined) return catalog;
  const out: Record<string, ToolDef[]> = Object.create(null);
  for (const [server, tools] of Object.entries(catalog))
    out[server] = [...new Set(names.flatMap((name) => namedBy(name, server, tools) ?? []))];
  return out;
}

/** Names of `offer_tools` that no server of the agent has: the model would be asked with fewer tools than the test says. */
export function notThere(
  { offer_tools = [], servers }: AgentSpec,
  catalog: Record<string, ToolDef[]>,
): string[] {
  return offer_tools.filter(
    (name) => !servers.some((server) => namedBy(name, server, catalog[server] ?? [])),
  );
}

function namedBy(name: string, server: string, tools: readonly ToolDef[]): ToolDef | undefined {
  const own = byName(tools);
  return (
    own.get(name) ?? (name.startsWith(`${server}.`) ? own.get(name.slice(server.length + 1)) : undefined)
  );
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

/** By raw name: what is written down of each tool. */
function writtenTools(
  raw: readonly ToolDef[],
  kept: readonly ToolDef[],
): ReadonlyMap<string, { def?: ToolDef }> {
  let pairs = paired.get(raw);
  if (pairs === undefined) {
    pairs = raw.map(({ name }, at) => ({ name, def: kept[at] }));
    paired.set(raw, pairs);
  }
  return byName(pairs);
}

const paired = new WeakMap<readonly ToolDef[], { name: string; def?: ToolDef }[]>();

export type Offered = Record<string, ToolDef[]>;

export interface SharedCatalog {
  raw: Offered;
  /** As it is written down. */
  kept: Offered;
  /** The tools of some of its servers as a model sees them, by the names of the servers. */
  shelves: Map<string, Shelf>;
}

/** Of so many it is tried whether one has the very same definitions, before their texts are compared. */
const MOST_RECENT = 4;

export class SharedCatalogs {
  readonly #byText = new Map<string, SharedCatalog>();
  /** Until there is a second: most runs see one catalogue, and nobody need write its text. */
  #only: SharedCatalog | undefined;
  #recent: SharedCatalog[] = [];

  constructor(private readonly redactor: Redactor) {}

  /** The same object for catalogues that say the same. */
  share(raw: Offered): SharedCatalog {
    const known = this.#recent.find((one) => isSame(one.raw, raw));
    if (known) return known;
    const shared = this.#find(raw);
    this.#recent = [shared, ...this.#recent.filter((one) => one !== shared)].slice(0, MOST_RECENT);
    return shared;
  }

  #find(raw: Offered): SharedCatalog {
    if (this.#recent.length === 0) {
      this.#only = this.#make(raw);
      return this.#only;
    }
    if (this.#only) this.#byText.set(canonicalJson(this.#only.raw), this.#only);
    this.#only = undefined;
    const text = canonicalJson(raw);
    const shared = this.#byText.get(text) ?? this.#make(raw);
    this.#byText.set(text, shared);
    return shared;
  }

  #make(raw: Offered): SharedCatalog {
    return { raw, kept: this.redactor.value(raw), shelves: new Map() };
  }
}

/** Whether the definitions are the same objects. */
function isSame(one: Offered, other: Offered): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => {
      const [a, b] = [one[name]!, other[name]];
      return a === b || (a.length === b?.length && a.every((tool, at) => tool === b[at]));
    })
  );
}
