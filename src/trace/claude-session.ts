/**
 * One Claude Code session in the making. Which sub-agent a side chain is comes to light line by line
 * (its opening prompt, the result of the tool that started it), so names are settled at the end.
 */
import type { Trace, TraceCall } from '../types/trace.js';
import { isObject, ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { anthropicUsage, isCallBlock, isResultBlock, readBlocks } from './anthropic-blocks.js';
import { listField, numberField, someType, stringField, textOf } from './fields.js';
import type { ImportContext } from './importer.js';
import { kindOf, type Place, shapeError } from './place.js';
import { TraceBuilder, type Usage } from './trace-builder.js';

/** What the agent that talks to the user is called in delegations. */
export const MAIN_AGENT = 'main';

/** One whose kind the file does not tell. */
const SUB_AGENT = 'sub-agent';

/** The agent's own hand-off tool; newer versions call it Agent. */
const HAND_OFF = new Set(['Task', 'Agent']);

interface Chain {
  key: string;
  /** Not known of a side chain before the end. */
  name?: string;
  /** What the sub-agent was asked. */
  prompt?: string;
}

interface HandOff {
  id?: string;
  to: string;
  prompt: string;
  from: Chain;
}

export class ClaudeSession {
  #trace: TraceBuilder;
  #main: Chain = { key: '', name: MAIN_AGENT };
  #chains = new Map<string, Chain>();
  #chainOfLine = new Map<string, Chain>();
  #handOffs: HandOff[] = [];
  /** Agent id → the hand-off call whose result named it. */
  #handOffOfAgent = new Map<string, string>();
  #calls: { call: TraceCall; chain: Chain; time: number }[] = [];
  #seenLines = new Set<string>();
  #summed: Usage = {};

  constructor(readonly context: ImportContext) {
    this.#trace = new TraceBuilder(context);
  }

  get used(): boolean {
    return this.#trace.used;
  }

  /** The line `system/init` names the model and the servers. */
  start(line: Record<string, unknown>): void {
    if (ownValue(line, 'subtype') !== 'init') return;
    this.#trace.model ??= stringField(line, 'model');
    for (const server of listField(line, 'mcp_servers') ?? []) {
      const name = stringField(server, 'name');
      if (name !== undefined) this.#trace.servers.add(name);
    }
  }

  /** The line `result` states the final answer, the cost and the tokens of the whole run. */
  end(line: Record<string, unknown>): void {
    const text = stringField(line, 'result');
    if (text !== undefined && ownValue(line, 'is_error') !== true) this.#trace.conclude(text);
    this.#trace.costUsd = numberField(line, 'total_cost_usd') ?? this.#trace.costUsd;
    const models = ownValue(line, 'modelUsage');
    if (isObject(models) && Object.keys(models).length > 0) {
      const total = { input: 0, output: 0 };
      for (const use of Object.values(models)) {
        for (const key of ['inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens']) {
          total.input += numberField(use, key) ?? 0;
        }
        total.output += numberField(use, 'outputTokens') ?? 0;
      }
      this.#trace.totalUsage = total;
      return;
    }
    const usage = anthropicUsage(ownValue(line, 'usage'));
    if (usage.input === undefined && usage.output === undefined) return;
    this.#summed.input = (this.#summed.input ?? 0) + (usage.input ?? 0);
    this.#summed.output = (this.#summed.output ?? 0) + (usage.output ?? 0);
    this.#trace.totalUsage = this.#summed;
  }

  message(line: Record<string, unknown>, message: Record<string, unknown>, at: Place): void {
    const content = ownValue(message, 'content');
    if (typeof content !== 'string' && !Array.isArray(content)) {
      throw shapeError(at, ['message', 'content'], `must be a string or an array, and is ${kindOf(content)}`);
    }
    if (this.#isRepeated(line, content)) return;
    const chain = this.#chainOf(line);
    const text = textOf(content);
    this.#trace.used = true;
    if (ownValue(line, 'type') === 'assistant') {
      // The program's own notices (an API error, an interruption) come as messages of no model.
      if (stringField(message, 'model') === '<synthetic>') return;
      if (ownValue(line, 'isApiErrorMessage') === true) return;
      this.#answer(line, message, chain);
    } else if (text !== undefined && !someType(content, isResultBlock)) {
      this.#ask(line, text, chain);
    }
    if (Array.isArray(content)) this.#blocks(content, line, chain, at);
  }

  /** A resumed session may repeat lines; only those that hold calls or results would count twice. */
  #isRepeated(line: Record<string, unknown>, content: unknown): boolean {
    const uuid = stringField(line, 'uuid');
    const counts = someType(content, isResultBlock) || someType(content, isCallBlock);
    if (uuid === undefined || !counts) return false;
    if (this.#seenLines.has(uuid)) return true;
    this.#seenLines.add(uuid);
    return false;
  }

  /** What the model says. */
  #answer(line: Record<string, unknown>, message: Record<string, unknown>, chain: Chain): void {
    const main = chain === this.#main;
    const id = stringField(message, 'id') ?? stringField(line, 'uuid');
    this.#trace.usage(anthropicUsage(ownValue(message, 'usage')), { key: id, turn: main });
    if (!main) return;
    this.#trace.model ??= stringField(message, 'model');
    this.#trace.turn(id);
    const text = textOf(ownValue(message, 'content'));
    if (text !== undefined) this.#trace.say(text);
  }

  /** What the user asks, or in a side chain the agent that started it. */
  #ask(line: Record<string, unknown>, text: string, chain: Chain): void {
    if (chain !== this.#main) chain.prompt ??= text;
    else if (ownValue(line, 'isMeta') !== true && ownValue(line, 'isCompactSummary') !== true)
      this.#trace.prompt(text);
  }

  #blocks(content: unknown[], line: Record<string, unknown>, chain: Chain, at: Place): void {
    const time = Date.parse(stringField(line, 'timestamp') ?? '');
    const agentId = stringField(ownValue(line, 'toolUseResult'), 'agentId');
    readBlocks(content, at, ['message', 'content'], {
      call: (init) => {
        const call = this.#trace.call(init, at, chain !== this.#main);
        this.#calls.push({ call, chain, time });
        const prompt = stringField(init.args, 'prompt');
        if (!HAND_OFF.has(String(init.name)) || prompt === undefined) return;
        this.#handOffs.push({
          id: init.id,
          to: stringField(init.args, 'subagent_type') ?? 'general-purpose',
          prompt,
          from: chain,
        });
      },
      result: (id, result, isError) => {
        if (agentId !== undefined) this.#handOffOfAgent.set(agentId, id);
        this.#trace.answer(id, { result, isError }, at);
      },
    });
  }

  #chainOf(line: Record<string, unknown>): Chain {
    const parentTool = stringField(line, 'parent_tool_use_id');
    if (parentTool !== undefined) return this.#chain(`tool ${parentTool}`);
    if (ownValue(line, 'isSidechain') !== true) return this.#main;
    const agentId = stringField(line, 'agentId');
    if (agentId !== undefined) return this.#chain(`agent ${agentId}`);
    const uuid = stringField(line, 'uuid') ?? '';
    const chain = this.#chainOfLine.get(stringField(line, 'parentUuid') ?? '') ?? this.#chain(`line ${uuid}`);
    this.#chainOfLine.set(uuid, chain);
    return chain;
  }

  #chain(key: string): Chain {
    let chain = this.#chains.get(key);
    if (!chain) {
      chain = { key };
      this.#chains.set(key, chain);
    }
    return chain;
  }

  finish(): Trace {
    this.#nameChains();
    const delegations = this.#trace.delegations;
    for (const { from, to } of this.#handOffs) {
      // An agent that starts another of its own kind is no edge between two agents.
      if (from.name !== to) delegations.push({ from: from.name ?? SUB_AGENT, to });
    }
    const started = new Set(this.#handOffs.map((handOff) => handOff.to));
    for (const { name = SUB_AGENT } of this.#chains.values()) {
      if (started.has(name)) continue;
      started.add(name);
      this.context.warn(`the call that started the sub-agent ${oneLine(name)} is not in the file`);
      delegations.push({ from: MAIN_AGENT, to: name });
    }
    if (delegations.length > 0) for (const { call, chain } of this.#calls) call.agent = chain.name;
    // Files of sub-agents are appended after the session, yet their calls happened within it.
    if (this.#chains.size > 0 && this.#calls.every(({ time }) => Number.isFinite(time))) {
      this.#calls.sort((a, b) => a.time - b.time);
      for (const [index, { call }] of this.#calls.entries()) this.#trace.calls[index] = call;
    }
    return this.#trace.finish();
  }

  /** By the id of the call that started it; else by its opening prompt, each hand-off once. */
  #nameChains(): void {
    const byId = new Map(this.#handOffs.map((handOff) => [handOff.id, handOff]));
    const settled = new Set<HandOff>();
    for (const chain of this.#chains.values()) {
      const [kind, rest] = splitKey(chain.key);
      const id = kind === 'tool' ? rest : this.#handOffOfAgent.get(kind === 'agent' ? rest : '');
      const handOff = id === undefined ? undefined : byId.get(id);
      if (!handOff) continue;
      chain.name = handOff.to;
      settled.add(handOff);
    }
    const byPrompt = groupByPrompt(this.#handOffs.filter((handOff) => !settled.has(handOff)));
    for (const chain of this.#chains.values()) {
      if (chain.name !== undefined) continue;
      const [kind, rest] = splitKey(chain.key);
      const handOff = byPrompt.get(chain.prompt?.trim() ?? '')?.pop();
      chain.name = handOff?.to ?? (kind === 'agent' ? rest : SUB_AGENT);
    }
  }
}

/** The first of the file stands last in its list, where it is taken from in no time. */
function groupByPrompt(handOffs: readonly HandOff[]): Map<string, HandOff[]> {
  const byPrompt = new Map<string, HandOff[]>();
  for (const handOff of handOffs.toReversed()) {
    const prompt = handOff.prompt.trim();
    const list = byPrompt.get(prompt);
    if (list) list.push(handOff);
    else byPrompt.set(prompt, [handOff]);
  }
  return byPrompt;
}

function splitKey(key: string): [kind: string, rest: string] {
  const space = key.indexOf(' ');
  return [key.slice(0, space), key.slice(space + 1)];
}
