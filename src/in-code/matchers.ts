/**
 * What tests in code say about answers and agents. Each gives a judgement at once, so that none can be forgotten to be
 * awaited, and what cannot be judged fails whichever way round it is asked.
 */
import { isInPercent, isShare, shareForPercent } from '../metrics/percent-figures.js';
import { judgeNames } from '../metrics/unknown-names.js';
import { didYouMean } from '../util/did-you-mean.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip } from '../util/text.js';
import { type AgentRun, troubleOf } from './agent.js';
import { factsOf, type ToolAnswer } from './answer.js';

export interface Judged {
  /** Undefined where nobody can tell. */
  pass?: boolean;
  /** Said where it fails; asked the other way round, `otherwise` is said. */
  message: string;
  otherwise?: string;
}

type Matching = (received: unknown, ...args: never[]) => Judged;

export const MATCHERS = {
  toReturnText,
  toBeToolError,
  toBeProtocolError,
  toMatchToolSchema,
  toPass,
  toScore,
  toCallTool,
} satisfies Record<string, Matching>;

/** The same as methods of `expect(value)`. */
export interface McpMatchers<R = void> {
  /** A result that is no error, whose text contains the string or matches the expression. */
  toReturnText(expected: string | RegExp): R;
  /** A result with `isError: true`, whose text contains the string or matches the expression. */
  toBeToolError(expected?: string | RegExp): R;
  /** A JSON-RPC error, with this code. */
  toBeProtocolError(code?: number): R;
  /** Structured content that is valid under the tool's own `outputSchema`. */
  toMatchToolSchema(): R;
  /** An agent whose every check and gate passed. */
  toPass(): R;
  /** A figure of an agent, such as `tool_selection.f1`, of at least so much, or within limits. */
  toScore(figure: string, limits: number | { min?: number; max?: number }): R;
  /** An agent that called this tool in every run, with at least these arguments. */
  toCallTool(tool: string, args?: Record<string, unknown>): R;
}

/** Whether a matcher passes in the sense of the runner, which turns it round by itself for `not`. */
export function settle({ pass, message, otherwise }: Judged, isNot: boolean) {
  const decided = pass ?? isNot;
  return { pass: decided, message: () => (decided && pass !== undefined ? (otherwise ?? message) : message) };
}

function toReturnText(received: unknown, expected: string | RegExp): Judged {
  const answer = asAnswer(received);
  if (typeof answer === 'string') return { message: answer };
  const failure = failureOf(answer);
  if (failure !== undefined) return { message: `expected ${answer.tool} to return text, but ${failure}` };
  // Every text holds the empty one, and none at all would too.
  return answer.text === ''
    ? { pass: false, message: `expected ${answer.tool} to return text, but it returned none` }
    : holdsText(answer, expected, 'return');
}

function toBeToolError(received: unknown, expected?: string | RegExp): Judged {
  const answer = asAnswer(received);
  if (typeof answer === 'string') return { message: answer };
  if (answer.error !== undefined)
    return {
      message: `expected ${answer.tool} to be a tool error, but ${failureOf(answer)}; toBeProtocolError() is for those`,
    };
  if (!answer.isError)
    return {
      pass: false,
      message: `expected ${answer.tool} to be a tool error, but it returned ${shown(answer.text)}`,
    };
  if (expected !== undefined) return holdsText(answer, expected, 'fail with');
  return {
    pass: true,
    message: '',
    otherwise: `expected ${answer.tool} to be no tool error, but it says ${shown(answer.text)}`,
  };
}

function toBeProtocolError(received: unknown, code?: number): Judged {
  const answer = asAnswer(received);
  if (typeof answer === 'string') return { message: answer };
  const wanted = code === undefined ? 'a protocol error' : `protocol error ${code}`;
  const pass = answer.error !== undefined && (code === undefined || answer.error.code === code);
  const came = failureOf(answer) ?? `it returned ${shown(answer.text)}`;
  return {
    pass,
    message: `expected ${answer.tool} to answer with ${wanted}, but ${came}`,
    otherwise: `expected ${answer.tool} not to answer with ${wanted}, but ${came}`,
  };
}

function toMatchToolSchema(received: unknown): Judged {
  const answer = asAnswer(received);
  if (typeof answer === 'string') return { message: answer };
  const about = `expected ${answer.tool} to match its outputSchema, but `;
  const failure = failureOf(answer);
  if (failure !== undefined) return { message: about + failure };
  const { schema, unjudged } = factsOf(received) ?? {};
  if (schema === undefined || schema.outcome === 'inconclusive')
    return { message: about + (schema?.message ?? unjudged ?? 'nothing was checked') };
  return {
    pass: schema.outcome === 'pass',
    message: about + schema.message,
    otherwise: `expected ${answer.tool} not to match its outputSchema, but it does`,
  };
}

function toPass(received: unknown): Judged {
  const trouble = troubleOf(received);
  if (trouble === undefined) return { message: noRun(received) };
  const { verdict } = received as AgentRun;
  if (verdict === 'inconclusive') return { message: trouble };
  return {
    pass: verdict === 'pass',
    message: trouble,
    otherwise: 'expected the agent not to pass, but it does',
  };
}

function toScore(received: unknown, figure: string, limits: number | { min?: number; max?: number }): Judged {
  if (troubleOf(received) === undefined) return { message: noRun(received) };
  const { figures } = received as AgentRun;
  const value = Object.hasOwn(figures, figure) ? figures[figure] : undefined;
  if (value === undefined) {
    const near = didYouMean(figure, Object.keys(figures));
    const known = Object.keys(figures).join(', ') || 'none: name a metric, such as tool_selection';
    return {
      message: `the agent has no figure ${figure}; ${near ? `did you mean ${near}?` : `it has ${known}`}`,
    };
  }
  const { min, max, ...rest } = typeof limits === 'number' ? { min: limits, max: undefined } : limits;
  const told = `toScore(${JSON.stringify(figure)})`;
  if (Object.keys(rest).length > 0)
    return {
      message: `${told} knows no limit ${Object.keys(rest).join(', ')}; write a number, or { min, max }`,
    };
  if (min === undefined && max === undefined)
    return { message: `${told} has no limit; write a number, or { min, max }` };
  const share = isInPercent(figure) ? [min, max].find(isShare) : undefined;
  if (share !== undefined) return { message: shareForPercent(figure, share) };
  const range = [min === undefined ? [] : `at least ${min}`, max === undefined ? [] : `at most ${max}`];
  const wanted = range.flat().join(' and ');
  return {
    pass: (min === undefined || value >= min) && (max === undefined || value <= max),
    message: `expected ${figure} to be ${wanted}, but it is ${value}`,
    otherwise: `expected ${figure} not to be ${wanted}, but it is ${value}`,
  };
}

function toCallTool(received: unknown, tool: string, args: Record<string, unknown> = {}): Judged {
  if (troubleOf(received) === undefined) return { message: noRun(received) };
  const { runs } = received as AgentRun;
  const undone = runs.find((run) => run.trace === undefined);
  if (runs.length === 0 || undone) return { message: 'the agent did not run, so nobody knows what it calls' };
  const fits = (run: AgentRun['runs'][number]) =>
    run.trace?.calls.some(
      (call) => (call.tool === tool || `${call.server}.${call.tool}` === tool) && contains(call.args, args),
    );
  const missing = runs.find((run) => !fits(run));
  const calls = (missing ?? runs[0])?.trace?.calls ?? [];
  const called = calls.map((call) => `${call.tool} ${shown(call.args)}`).join(', ') || 'nothing';
  const mistyped = runs.some(fits) ? undefined : mistypedCall(tool, args, received as AgentRun);
  if (mistyped !== undefined) return { message: mistyped };
  const wanted = `${tool}${Object.keys(args).length > 0 ? ` with ${shown(args)}` : ''}`;
  return {
    // Some runs did and some did not: that fails whichever way round it is asked.
    pass: missing !== undefined && runs.some(fits) ? undefined : missing === undefined,
    message: `expected the agent to call ${wanted} in every run, but ${missing?.name ?? 'one'} called ${called}`,
    otherwise: `expected the agent not to call ${wanted}, but it called ${called}`,
  };
}

/** That nobody called a tool that there is not, or gave an argument that it has not, says nothing, if another name was meant. */
function mistypedCall(
  tool: string,
  args: Record<string, unknown>,
  { runs, envelope }: AgentRun,
): string | undefined {
  const { catalog, shared_catalog, servers = [] } = runs[0]?.trace ?? {};
  const known = catalog ?? (shared_catalog === undefined ? undefined : envelope.catalogs?.[shared_catalog]);
  if (known === undefined) return undefined;
  const { checks } = judgeNames([{ block: 'tool_edges', config: { restricted: [tool] }, gates: [] }], {
    servers,
    catalog: known,
  });
  if (checks[0] !== undefined) return checks[0].message;
  const declared = Object.entries(known).flatMap(([server, tools]) =>
    tools
      .filter(({ name }) => name === tool || `${server}.${name}` === tool)
      .flatMap(({ inputSchema }) => Object.keys(ownValue(inputSchema, 'properties') ?? {})),
  );
  for (const name of Object.keys(args)) {
    const meant = declared.includes(name) ? undefined : didYouMean(name, declared);
    if (meant !== undefined) return `${tool} has no argument ${name}: did you mean ${meant}?`;
  }
  return undefined;
}

function asAnswer(value: unknown): ToolAnswer | string {
  if (factsOf(value) !== undefined) return value as ToolAnswer;
  const pending = value instanceof Promise ? ' (await it first)' : '';
  return `expected what call() of a server answered, got ${shown(value)}${pending}`;
}

function noRun(value: unknown): string {
  const pending = value instanceof Promise ? ' (await it first)' : '';
  return `expected what agent() gave, got ${shown(value)}${pending}`;
}

/** Why an answer is no plain result. */
function failureOf({ error, isError, text }: ToolAnswer): string | undefined {
  if (error !== undefined) return `it answered with protocol error ${error.code}: ${error.message}`;
  return isError ? `it is a tool error: ${shown(text)}` : undefined;
}

function holdsText({ tool, text }: ToolAnswer, expected: string | RegExp, verb: string): Judged {
  const pass = typeof expected === 'string' ? text.includes(expected) : text.search(expected) >= 0;
  const wanted = typeof expected === 'string' ? shown(expected) : String(expected);
  return {
    pass,
    message: `expected ${tool} to ${verb} text with ${wanted}, but it says ${shown(text)}`,
    otherwise: `expected ${tool} not to ${verb} text with ${wanted}, but it says ${shown(text)}`,
  };
}

/** Whether all of `part` is in `whole`, maps looked into. */
function contains(whole: unknown, part: unknown): boolean {
  if (isObject(part))
    return (
      isObject(whole) &&
      Object.entries(part).every(([key, value]) => Object.hasOwn(whole, key) && contains(whole[key], value))
    );
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      whole.length === part.length &&
      part.every((one, at) => contains(whole[at], one))
    );
  return Object.is(whole, part);
}

function shown(value: unknown): string {
  return clip(JSON.stringify(value) ?? String(value), 500);
}
