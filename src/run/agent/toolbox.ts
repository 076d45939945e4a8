/**
 * What an agent sees of its servers: one list of tools with qualified ids, distractors mixed in, and
 * agents that it may hand work to. Calling one never throws: whatever is wrong with a call is its answer,
 * and stands in the log.
 */

import type { Distractor } from '../../catalog/choose-distractors.js';
import { distractorReply, mixDistractors } from '../../catalog/mix-distractors.js';
import { mapToolNames } from '../../drivers/tool-names.js';
import { toolResultText } from '../../drivers/tool-result-text.js';
import type { Redactor } from '../../redact/redactor.js';
import type { ToolDef } from '../../types/catalog.js';
import type { Reply } from '../../types/connection.js';
import type { DriverTool, ToolAnswer, ToolSearched, TurnCall } from '../../types/driver.js';
import type { AgentSpec } from '../../types/suite.js';
import { fullMessage } from '../../util/full-message.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { isObject } from '../../util/plain.js';
import { clip, oneLine } from '../../util/text.js';
import type { Ending } from './agent-loop.js';
import { forModel } from './bounds.js';
import type { ClientSight } from './client-sight.js';
import type { RunLog } from './run-log.js';

export interface ToolboxParts {
  /** Server name → its tools, in the order of the agent's servers. */
  catalog: Record<string, ToolDef[]>;
  /** Shelves of the same catalogue that other runs made, by the names of the servers. */
  shelves: Map<string, Shelf>;
  distractors: readonly Distractor[];
  /** Decides where distractors stand. */
  seed: string;
  workers: readonly AgentSpec[];
  /** How a client shows tools and results. */
  client?: ClientSight;
  /** Hides the tools behind a search. */
  search?: (box: Toolbox) => Toolbox;
  log: RunLog;
  redactor: Redactor;
  /** The worker's name, when these are a worker's tools. */
  by?: string;
  send(server: string, tool: string, args: Record<string, unknown>): Promise<Reply>;
  handOff(worker: AgentSpec, task: string): Promise<{ text: string } | { ending: Ending }>;
}

export type CallOutcome = { answer: ToolAnswer } | { ending: Ending };

/** The tools of a catalogue in the order and under the names that a model sees. Nobody may change it: runs share it. */
export interface Shelf {
  readonly tools: readonly DriverTool[];
  byName: ReadonlyMap<string, Entry>;
  seen: Record<string, ToolDef[]>;
}

export interface Toolbox {
  /** Those that the model sees now: with a search, more as they are found. */
  readonly tools: readonly DriverTool[];
  /** With a search: those that it has not found yet. */
  readonly deferred?: readonly DriverTool[];
  /** The provider has searched by itself. */
  searched?(search: ToolSearched): void;
  /** Server name → its tools in the order of the list, distractors among them. */
  seen: Record<string, ToolDef[]>;
  call(call: TurnCall): Promise<CallOutcome>;
}

/** The prefix of hand-off tools: a script writes `call: hand_off.NAME`. */
const HAND_OFF = 'hand_off';

export interface Entry {
  id: string;
  def: ToolDef;
  server?: string;
  distractor?: boolean;
  worker?: AgentSpec;
}

export function createToolbox(parts: ToolboxParts): Toolbox {
  const { tools, byName, seen } = shelfOf(parts);
  const box: Toolbox = { tools, seen, call: (call) => carryOut(call, byName.get(call.tool), parts) };
  return parts.search?.(box) ?? box;
}

/** Where nothing is the run's own, runs have the same shelf. */
function shelfOf(parts: ToolboxParts): Shelf {
  const { distractors, workers, client, search, catalog, shelves } = parts;
  if (distractors.length + workers.length > 0 || client || search) return fillShelf(parts);
  const key = JSON.stringify(Object.keys(catalog));
  const shelf = shelves.get(key) ?? fillShelf(parts);
  shelves.set(key, shelf);
  return shelf;
}

function fillShelf(parts: ToolboxParts): Shelf {
  const entries = mixed(parts).filter((entry) => parts.client?.isShown(entry) ?? true);
  const { text } = parts.redactor;
  const names = mapToolNames(entries.map(({ id }) => id));
  const kept = mapToolNames(entries.map((entry) => keptId(entry, text)));
  const ofClient = clientNames(entries, parts.client);
  const nameOf = (entry: Entry): string => ofClient.get(entry) ?? names.name(entry.id) ?? entry.id;
  // A recording holds the names of hand-offs as they look redacted.
  const byName = new Map([
    ...entries.map((entry) => [text(nameOf(entry)), entry] as const),
    ...entries.map((entry) => [nameOf(entry), entry] as const),
  ]);
  const tools = entries.map((entry): DriverTool => {
    const { id } = entry;
    const def = parts.client?.defOf(entry) ?? entry.def;
    const name = nameOf(entry);
    const recorded = text(ofClient.get(entry) ?? kept.name(keptId(entry, text)) ?? name);
    return omitUndefined({
      id,
      name,
      kept: recorded === name ? undefined : recorded,
      description: typeof def.description === 'string' ? def.description : undefined,
      inputSchema: isObject(def.inputSchema) ? def.inputSchema : { type: 'object' },
    });
  });
  const seen: Record<string, ToolDef[]> = Object.create(null);
  for (const server of Object.keys(parts.catalog)) seen[server] = [];
  for (const { server, def } of entries) if (server !== undefined) seen[server]?.push(def);
  return { tools, byName, seen };
}

/** Names as the client has them, to the letter; of two that are the same across servers the later keeps ours. */
function clientNames(entries: readonly Entry[], client?: ClientSight): Map<Entry, string> {
  const names = new Map<Entry, string>();
  const taken = new Set<string>();
  for (const entry of entries) {
    const name = client?.nameOf(entry);
    if (name === undefined || taken.has(name)) continue;
    taken.add(name);
    names.set(entry, name);
  }
  return names;
}

/** What the id is in a recording, whose catalogue is redacted. */
function keptId({ id, def, server, distractor }: Entry, text: Redactor['text']): string {
  return server === undefined || distractor ? id : `${server}.${text(def.name)}`;
}

function mixed({ catalog, distractors, seed, workers }: ToolboxParts): Entry[] {
  const real = new Map<string, Entry>();
  for (const [server, defs] of Object.entries(catalog)) {
    // Of two tools of one name a client can only ever call one.
    for (const def of defs) {
      const id = `${server}.${def.name}`;
      if (!real.has(id)) real.set(id, { id, def, server });
    }
  }
  const added = distractors.map(
    ({ id, server, tool }): Entry => ({ id, def: tool, server, distractor: true }),
  );
  const wrapped = (entries: Iterable<Entry>) => [...entries].map((entry) => ({ name: entry.id, entry }));
  const list = mixDistractors(wrapped(real.values()), wrapped(added), seed);
  return [...list.map(({ entry }) => entry as Entry), ...workers.map(handOffTool)];
}

function handOffTool(worker: AgentSpec): Entry {
  const about = `Hand a task to the agent "${worker.name}" and get its answer.`;
  return {
    id: `${HAND_OFF}.${worker.name}`,
    worker,
    def: {
      name: worker.name,
      description: about,
      inputSchema: {
        type: 'object',
        properties: { task: { type: 'string', description: 'What the agent is to do, in full.' } },
        required: ['task'],
      },
    },
  };
}

async function carryOut(call: TurnCall, entry: Entry | undefined, parts: ToolboxParts): Promise<CallOutcome> {
  const record = (result: unknown, is_error: boolean, duration_ms?: number): void =>
    parts.log.call(
      omitUndefined({
        tool: entry?.def.name ?? call.tool,
        server: entry?.server,
        args: call.args,
        result,
        is_error,
        duration_ms,
        agent: parts.by,
      }),
    );
  const refuse = (why: string): CallOutcome => {
    record({ content: [{ type: 'text', text: why }], isError: true }, true);
    return answered(call, why, true);
  };

  if (entry === undefined) return refuse(`There is no tool named ${oneLine(clip(String(call.tool), 200))}.`);
  if (!isObject(call.args)) return refuse('The arguments must be a JSON object.');
  if (entry.worker !== undefined) return handOver(call, entry.worker, call.args.task, parts);
  if (entry.distractor || entry.server === undefined) {
    record(distractorReply(), false, 0);
    return answered(call, toolResultText(distractorReply()), false);
  }
  const reply = await parts.send(entry.server, entry.def.name, call.args);
  const said = readReply(reply);
  record(said.result, said.failed, reply.duration_ms);
  return answered(call, parts.client?.resultOf(entry, said) ?? said.text, said.failed);
}

async function handOver(
  call: TurnCall,
  worker: AgentSpec,
  task: unknown,
  { handOff }: ToolboxParts,
): Promise<CallOutcome> {
  if (typeof task !== 'string' || task === '') return answered(call, '`task` must be a text.', true);
  const done = await handOff(worker, task);
  return 'ending' in done ? done : answered(call, done.text, false);
}

function answered({ id, tool }: TurnCall, text: string, failed: boolean): CallOutcome {
  const answer: ToolAnswer = { id, tool, text: forModel(text) };
  if (failed) answer.is_error = true;
  return { answer };
}

function readReply(reply: Reply): { result: unknown; text: string; failed: boolean } {
  if (reply.kind === 'result') {
    const failed = isObject(reply.result) && reply.result.isError === true;
    return { result: reply.result, text: toolResultText(reply.result), failed };
  }
  if (reply.kind === 'error') {
    const text = `error ${reply.error.code}: ${reply.error.message}`;
    return { result: { error: reply.error }, text, failed: true };
  }
  const message = fullMessage(reply);
  return { result: { error: { message } }, text: `error: ${message}`, failed: true };
}
