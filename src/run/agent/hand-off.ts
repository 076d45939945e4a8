/**
 * Work handed from one agent to another. The worker has a conversation of its own with its own servers;
 * its calls carry its name, its tokens and cost are the run's. Nobody is handed work twice down one chain.
 */
import type { AgentSpec } from '../../types/suite.js';
import { converse, type Ending, type RunClock } from './agent-loop.js';
import type { AgentRunInput } from './agent-run.js';
import { DEFAULT_MAX_TURNS } from './bounds.js';
import { pick } from './seen-tools.js';
import { type ServerInfos, systemPrompt } from './system-prompt.js';
import { createToolbox, type ToolboxParts } from './toolbox.js';

const DEEPEST = 8;

export interface HandOff {
  input: AgentRunInput;
  clock: RunClock;
  parts: Pick<ToolboxParts, 'catalog' | 'shelves' | 'seed' | 'log' | 'redactor' | 'send'>;
  infos: ServerInfos;
  /** From the agent of the test down to the one that hands over. */
  chain: readonly AgentSpec[];
}

export function handOffTo({ input, clock, parts, infos, chain }: HandOff): ToolboxParts['handOff'] {
  return async (worker, task) => {
    const { ports, group, budget } = input;
    const from = chain.at(-1)!;
    parts.log.delegation(from.agent ?? from.name, worker.name);
    if (chain.includes(worker) || chain.length >= DEEPEST)
      return { text: `${worker.name} cannot be handed this: it is at work on it already.` };
    const line = [...chain, worker];
    const toolbox = createToolbox({
      ...parts,
      catalog: pick(parts.catalog, worker.servers),
      distractors: [],
      workers: worker.delegates.flatMap((name) => group.suite.delegates[name] ?? []),
      by: worker.name,
      handOff: handOffTo({ input, clock, parts, infos, chain: line }),
    });
    const model = worker.models[0] === undefined ? input.model : input.models.of(worker.models[0]);
    const { ending, text } = await converse({
      ...ports.driverFor(model, worker, worker.name),
      toolbox,
      prompt: worker.prompt === undefined ? task : `${worker.prompt}\n\n${task}`,
      ...systemPrompt(worker, infos),
      ...(worker.temperature !== undefined && { temperature: worker.temperature }),
      max_turns: worker.max_turns ?? DEFAULT_MAX_TURNS,
      log: parts.log,
      clock,
      budget,
      worker: true,
    });
    return isOver(ending) ? { ending } : { text: text ?? `${worker.name} gave no answer.` };
  };
}

/** What ends a worker for lack of time, money or a model ends the run. */
function isOver(ending: Ending): boolean {
  return ending.kind !== 'answered' && ending.kind !== 'max-turns';
}
