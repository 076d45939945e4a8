/**
 * `agent: { cli }`: an agent that somebody else wrote. It is run with a home of its own; what is written down of it
 * is what crossed the wire between it and its servers, and what it asked of the model where that is ours.
 */
import { runAgentProgram } from '../../agents/run-agent.js';
import { costOf } from '../../drivers/prices.js';
import type { PlannedCli } from '../../types/plan.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { waitForExit } from '../wait-for-exit.js';
import type { Scene } from './agent-run.js';
import type { Ticket } from './budget.js';
import type { CommandEnding } from './command-agent.js';
import type { RunLog } from './run-log.js';

type Deed = Awaited<ReturnType<typeof runAgentProgram>>;

export async function runCliAgent(scene: Scene, cli: PlannedCli): Promise<CommandEnding> {
  const { input, clock, toolbox, distractors = [] } = scene;
  const { group, ports, redactor, model, budget } = input;
  const { agent, suite } = group;
  const { programs } = ports;
  if (programs === undefined) throw new Error('an agent needs somebody who starts it');
  const isOurs = model.provider === 'scripted' || model.provider === 'lexical';
  const priced = ports.driverFor(model, agent);
  const ticket = await admitted(scene, priced.price, isOurs);
  if (ticket === 'refused')
    return { text: '', obstacle: within(`not run: ${budget?.refusal ?? 'the budget is spent'}`) };
  // A server that is ours to start is there for the agent's own connection; this one has been listed.
  await scene.connections.close();
  const deed = await runAgentProgram({
    cli: cli.name,
    ...omitUndefined({ path: agent.cli?.path, network: agent.cli?.network }),
    dir: suite.dir,
    prompt: agent.prompt ?? '',
    ...omitUndefined({ system_prompt: agent.system_prompt }),
    model,
    ...(isOurs && { driver: priced.driver }),
    servers: agent.servers.map((server) => {
      const chosen = distractors.filter((one) => one.server === server).map(({ tool }) => tool);
      const order = (toolbox.seen[server] ?? []).map(({ name }) => name);
      const faults = agent.faults.filter((fault) => fault.server === server);
      return {
        spec: programs.spec(server),
        injections: { faults, ...(chosen.length > 0 && { distractors: { chosen, order } }) },
      };
    }),
    env: programs.spawn.env,
    redactor,
    spawn: programs.spawn,
    start: programs.start,
    wait: (gone) => waitForExit(gone, clock.left(), clock.signal),
    limit_ms: clock.limit_ms,
  });
  const known = writeDown(scene.log, deed, priced.price);
  if (ticket) ticket.settle(known.cost_usd);
  return omitUndefined({
    text: deed.text,
    check: deed.check,
    obstacle: deed.obstacle,
    known: redactor.value(known),
  });
}

/** Inside a run it is the agent who spends; a run is begun only where there is something left. */
async function admitted(
  { input }: Scene,
  price: Parameters<NonNullable<Scene['input']['budget']>['admit']>[0] | undefined,
  isOurs: boolean,
): Promise<Ticket | 'refused' | undefined> {
  if (isOurs || input.budget === undefined || price === undefined) return undefined;
  return (await input.budget.admit(price, 0)) ?? 'refused';
}

function within(message: string) {
  return { target: 'budget', matcher: 'within', outcome: 'inconclusive' as const, message };
}

/** Calls in the order of the wire, each turn of the model before those that it made. */
function writeDown(
  log: RunLog,
  deed: Deed,
  price: Parameters<RunLog['turn']>[1],
): NonNullable<CommandEnding['known']> {
  const { wire, turns = [], told, view } = deed;
  const faults = new Map((wire.faults ?? []).map(({ call, kind }) => [call, kind]));
  let made = 0;
  const writeCalls = (most: number): void => {
    for (const last = Math.min(wire.calls.length, made + most); made < last; made += 1) {
      const kind = faults.get(made);
      if (kind !== undefined) log.fault(kind);
      log.call(wire.calls[made]!);
    }
  };
  const offered = new Set((view?.tools ?? []).map(({ tool }) => tool));
  for (const turn of turns) {
    log.turn(turn, price, false);
    writeCalls(turn.calls.filter(({ tool }) => offered.has(tool)).length);
  }
  writeCalls(wire.calls.length);
  for (const note of deed.notes) log.note(note);
  const { turns: counted, tokens, cost_usd } = log.trace();
  const own = turns.length > 0 ? { turns: counted, tokens, cost_usd } : withCost(told, price);
  return omitUndefined({ ...own, view, catalog: wire.catalog });
}

function withCost(told: Deed['told'], price: Parameters<RunLog['turn']>[1]): Deed['told'] {
  const { tokens, cost_usd } = told ?? {};
  if (cost_usd !== undefined || tokens === undefined || price === undefined) return told;
  const { input = 0, output = 0 } = tokens;
  return { ...told, cost_usd: costOf({ input, output, total: input + output }, price) };
}
