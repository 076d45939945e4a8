/**
 * The loop of an agent: the model takes a turn, its calls are carried out one after the other, it reads
 * what they returned, until it answers without a call. Turns, time and money bound it; it never throws
 * for what a model or a server does.
 */
import { costOf } from '../../drivers/prices.js';
import type {
  Driver,
  Message,
  Price,
  ToolAnswer,
  Turn,
  TurnCall,
  TurnFailure,
  TurnOptions,
} from '../../types/driver.js';
import { formatDuration } from '../../util/duration.js';
import { MOST_CALLS } from './bounds.js';
import type { Budget, Ticket } from './budget.js';
import { estimateTokens } from './estimate-tokens.js';
import type { RunLog } from './run-log.js';
import type { Toolbox } from './toolbox.js';

/** Why a conversation is over. All but the first two mean that the run was cut short. */
export type Ending =
  | { kind: 'answered' }
  | { kind: 'max-turns' }
  /** The time of the test is over. */
  | { kind: 'deadline'; message: string }
  /** The model could not be asked. */
  | { kind: 'model'; message: string }
  | { kind: 'budget'; message: string }
  | { kind: 'interrupted' };

export interface ConversationInput {
  driver: Driver;
  price?: Price;
  toolbox: Toolbox;
  prompt: string;
  system?: string;
  temperature?: number;
  max_turns: number;
  log: RunLog;
  clock: RunClock;
  budget?: Budget;
  /** Whether it is a worker that talks. */
  worker?: boolean;
}

/** The time that a run has, and who may end it earlier. */
export interface RunClock {
  /** Milliseconds for the whole run. */
  limit_ms: number;
  /** Milliseconds that are left of it. */
  left(): number;
  turn_timeout_ms: number;
  signal?: AbortSignal;
  /** Time in line for a model that others ask is not the run's. */
  queued(ms: number): void;
  /** A recorded run has no time of its own: a missing answer is where its time was over. */
  recorded: boolean;
}

/** Timers cut fractions off and may be early: a call that had all the time of a run ends up to this much before it. */
const EARLY_MS = 2;

export function usable(left_ms: number): number {
  return left_ms < EARLY_MS ? 0 : left_ms;
}

export interface ConversationEnd {
  ending: Ending;
  /** The last thing that the model said. */
  text?: string;
}

export async function converse(talk: ConversationInput): Promise<ConversationEnd> {
  const { clock, log } = talk;
  const messages: Message[] = [{ role: 'user', text: talk.prompt }];
  let text: string | undefined;
  const over = (ending: Ending): ConversationEnd => ({ ending, text });
  for (let turns = 0; turns < talk.max_turns; turns += 1) {
    if (clock.signal?.aborted) return over({ kind: 'interrupted' });
    if (clock.left() <= 0) return over(outOfTime(clock));
    const taken = await takeTurn(talk, messages);
    if ('ending' in taken) return over(taken.ending);
    const { turn } = taken;
    log.turn(turn, talk.price, talk.worker === true);
    for (const search of turn.searches ?? []) talk.toolbox.searched?.(search);
    if (turn.text !== undefined && turn.text !== '') text = turn.text;
    if (turn.calls.length === 0) return over({ kind: 'answered' });
    messages.push({ role: 'assistant', turn });
    const carried = await carryOutCalls(talk, turn.calls);
    if ('ending' in carried) return over(carried.ending);
    const { results } = carried;
    messages.push({ role: 'tool', results });
  }
  return over({ kind: 'max-turns' });
}

async function carryOutCalls(
  { clock, log, toolbox }: ConversationInput,
  calls: TurnCall[],
): Promise<{ results: ToolAnswer[] } | { ending: Ending }> {
  const results: ToolAnswer[] = [];
  for (const [index, call] of calls.entries()) {
    if (clock.signal?.aborted) return { ending: { kind: 'interrupted' } };
    const called = index < MOST_CALLS ? await toolbox.call(call) : { answer: tooMany(call) };
    if ('ending' in called) return called;
    results.push(called.answer);
  }
  if (calls.length > MOST_CALLS)
    log.note(`a turn made ${calls.length} calls; ${MOST_CALLS} were carried out`);
  return { results };
}

function tooMany({ id, tool }: TurnCall): ToolAnswer {
  return { id, tool, text: 'Too many calls at once.', is_error: true };
}

async function takeTurn(
  talk: ConversationInput,
  messages: Message[],
): Promise<{ turn: Turn } | { ending: Ending }> {
  const { clock, budget, price } = talk;
  let ticket: Ticket | undefined;
  if (budget !== undefined && price !== undefined && price.input + price.output > 0) {
    ticket = await budget.admit(price, await estimateTokens(talk, messages));
    if (ticket === undefined) return { ending: { kind: 'budget', message: budget.refusal ?? '' } };
  }
  const left = clock.left();
  const options: TurnOptions = {
    tools: talk.toolbox.tools,
    deferred: talk.toolbox.deferred,
    timeout_ms: Math.max(1, Math.min(clock.turn_timeout_ms, left)),
    queued: clock.queued,
    system: talk.system,
    temperature: talk.temperature,
    max_output_tokens: ticket?.max_output_tokens,
    signal: clock.signal,
  };
  const outcome = await talk.driver.turn(messages, options);
  if ('failure' in outcome) {
    ticket?.settle(0);
    return { ending: failed(outcome.failure, clock, left) };
  }
  const { usage, finish, calls } = outcome.turn;
  ticket?.settle(usage && price && costOf(usage, price));
  const full = ticket !== undefined && usage !== undefined && usage.output >= ticket.max_output_tokens;
  if (full && finish === 'length' && calls.length === 0)
    return { ending: { kind: 'budget', message: 'the answer was cut where the budget ended' } };
  return outcome;
}

function failed(failure: TurnFailure, clock: RunClock, left: number): Ending {
  if (clock.signal?.aborted) return { kind: 'interrupted' };
  if (failure.kind === 'timeout' && clock.recorded) return { kind: 'deadline', message: failure.message };
  if (failure.kind === 'timeout' && left <= clock.turn_timeout_ms)
    return left >= clock.limit_ms / 2 ? silent(left) : outOfTime(clock);
  return { kind: 'model', message: failure.message };
}

/** A model that had most of the time and said nothing was not there: that is no fault of the agent. */
function silent(left: number): Ending {
  return { kind: 'model', message: `the model did not answer within ${formatDuration(Math.round(left))}` };
}

function outOfTime({ limit_ms }: RunClock): Ending {
  return { kind: 'deadline', message: `the agent was not done within ${formatDuration(limit_ms)}` };
}
