/** `tools/call`: the gate, the arguments against their schema, the verb within its time, its answer as JSON. */
import { validate } from '../json-schema/validate.js';
import { openRedactor } from '../redact/open-redactor.js';
import type { Redactor } from '../redact/redactor.js';
import { CODE } from '../rpc-server/eras.js';
import { type Exchange, isId, LoudFault, RpcFault } from '../rpc-server/rpc.js';
import { didYouMean } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine, visible } from '../util/text.js';
import { InvalidDraft } from './draft.js';
import type { Drafts } from './drafts.js';
import type { FrontDoorOptions } from './front-door.js';
import { admitTarget } from './gate.js';
import type { Limit } from './limit.js';
import { exampleLine, nextLine, outOfTimeLine } from './next-call.js';
import type { Args, Verb, VerbCall } from './verb.js';
import { findVerb, VERBS } from './verbs.js';

type Result = Record<string, unknown>;

const MAX_ERROR = 4000;
/** Runs take as long as their tests do. */
const RUN_FACTOR = 10;

/** What the calls of one front door have in common. */
interface SharedByCalls {
  limit: Limit;
  drafts: Drafts;
}

/** Undefined when nobody waits for the answer any more. */
export async function callVerb(
  exchange: Exchange,
  options: FrontDoorOptions,
  { limit, drafts }: SharedByCalls,
): Promise<Result | undefined> {
  const { params, signal } = exchange;
  const redactor = openRedactor(options.env);
  const verb = findVerb(params.name);
  if (!verb) throw new RpcFault(CODE.invalidParams, unknownVerb(params.name));
  if (verb.writes && !options.writes) return failure(gated(verb.name), redactor);
  const given = ownValue(params, 'arguments') ?? {};
  if (!isObject(given))
    throw new RpcFault(
      CODE.invalidParams,
      `Invalid params: arguments must be an object\n${exampleLine(verb)}`,
    );
  const problem = argumentProblem(verb, given);
  if (problem !== undefined) return failure(problem, redactor);
  const args = withoutEmptyLists(given);
  exchange.onWait?.();
  const time = AbortSignal.timeout(options.verb_timeout_ms * (verb.writes ? RUN_FACTOR : 1));
  const either = AbortSignal.any([signal, time]);
  try {
    const work = () => verb.run(args, callFor(exchange, options, { signal: either, redactor, drafts }));
    const result = verb.annotations.openWorldHint ? await limit(either, work) : await work();
    return signal.aborted ? undefined : success(result, verb.written);
  } catch (error) {
    if (signal.aborted) return undefined;
    if (time.aborted) return failure(outOfTime(verb, options), redactor);
    if (error instanceof RpcFault) throw error;
    if (!(error instanceof McptestError))
      throw new LoudFault(CODE.internal, redactor.text(`Internal error: ${error}`));
    return told(error, verb, redactor);
  }
}

/** Models fill what is optional with an empty list and mean that they choose nothing: no rules would find nothing wrong. */
function withoutEmptyLists(args: Args): Args {
  return Object.fromEntries(
    Object.entries(args).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );
}

function callFor(
  exchange: Exchange,
  options: FrontDoorOptions,
  { signal, redactor, drafts }: Pick<VerbCall, 'signal' | 'redactor' | 'drafts'>,
): VerbCall {
  const { workspace, env, writes, pin, token_envs } = options;
  const progressToken = ownValue(ownValue(exchange.params, '_meta'), 'progressToken');
  return {
    workspace,
    env,
    writes,
    signal,
    redactor,
    drafts,
    target: (args) => admitTarget(args, { workspace, env, writes, pin, token_envs, redactor }),
    progress(done, total, message) {
      if (!isId(progressToken) || signal.aborted) return;
      const params = { progressToken, progress: done, total, message };
      exchange.send({ jsonrpc: '2.0', method: 'notifications/progress', params });
    },
  };
}

function argumentProblem(verb: Verb, args: Args): string | undefined {
  const { valid, errors } = validate(verb.input, args);
  if (valid) return undefined;
  const known = Object.keys(verb.input.properties as object);
  const hints = Object.keys(args)
    .slice(0, 20)
    .filter((key) => !known.includes(key))
    .flatMap((key) => {
      const near = didYouMean(key.slice(0, 100), known);
      return near === undefined ? [] : [`did you mean \`${near}\`?`];
    });
  const reasons = errors.map(({ pointer, message }) => `${pointer || 'the arguments'} ${message}`);
  return `Invalid arguments for ${verb.name}: ${[...reasons, ...hints].join('; ')}\n${exampleLine(verb)}`;
}

function told(error: McptestError, verb: Verb, redactor: Redactor): Result {
  if (error instanceof InvalidDraft) return { ...success(error.answer), isError: true };
  const lines = [error.message, error.hint, nextLine(verb, error.code)];
  return failure(lines.filter((line) => line !== undefined).join('\n'), redactor);
}

function success(result: Result, written: (answer: unknown) => string = JSON.stringify): Result {
  return { content: [{ type: 'text', text: written(result) }], structuredContent: result };
}

/** What a server said may be in here, so it is made visible, redacted and cut. */
function failure(message: string, redactor: Redactor): Result {
  const whole = visible(redactor.text(message));
  const next = /\nNext: .*$/.exec(whole)?.[0] ?? '';
  const text = whole.length > MAX_ERROR ? clip(whole, MAX_ERROR - next.length) + next : whole;
  return { content: [{ type: 'text', text }], isError: true };
}

function gated(name: string): string {
  return (
    `${name} starts the server under test, so it is off.\n` +
    'A person allows it by starting mcptest with --enable-writes: mcptest mcp-server --enable-writes.\n' +
    'Next: call validate_suite, which is on, or tools/list for what else is.'
  );
}

function outOfTime(verb: Verb, { verb_timeout_ms }: FrontDoorOptions): string {
  const seconds = (verb_timeout_ms * (verb.writes ? RUN_FACTOR : 1)) / 1000;
  return `${verb.name} did not finish within ${seconds} s, and what it started was stopped. The server under test may hang.\n${outOfTimeLine(verb)}`;
}

function unknownVerb(name: unknown): string {
  const shown = clip(oneLine(String(name)), 100);
  const near = didYouMean(
    shown,
    VERBS.map((verb) => verb.name),
  );
  const next = near === undefined ? 'tools/list for the verbs that there are' : near;
  return `Unknown tool: ${shown}${near === undefined ? '' : ` (did you mean ${near}?)`}\nNext: call ${next}.`;
}
