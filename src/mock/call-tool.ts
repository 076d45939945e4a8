/** `tools/call`: the arguments against the schema, the first rule that holds, its templates filled. */

import { isClearlyValid } from '../json-schema/is-clearly-valid.js';
import { CODE } from '../rpc-server/eras.js';
import { LoudFault, RpcFault } from '../rpc-server/rpc.js';
import { clip } from '../util/text.js';
import type { Asked } from './ask.js';
import type { Answer, AnswerRule, MockTool } from './manifest.js';
import type { Counters } from './peer.js';
import { fill, TemplateError } from './template.js';

export interface ToolCall {
  tool: MockTool;
  args: Record<string, unknown>;
  counters: Counters;
  /** Since 2025-11-25 bad arguments are a tool error that a model can read, before a protocol error. */
  faultsAsResults: boolean;
  /** A line for whoever runs the mock. */
  log: (line: string) => void;
  /** Ask the client what the tool wants to know. */
  ask: () => Promise<Asked>;
}

/** The answer, ready to be sent once its delay is over. Throws `RpcFault`. */
export async function callTool(call: ToolCall): Promise<Answer> {
  const { tool, args, counters } = call;
  const fault = await argumentFault(call);
  if (fault !== undefined) {
    if (!call.faultsAsResults) throw new RpcFault(CODE.invalidParams, fault);
    return instant({ content: [{ type: 'text', text: fault }], isError: true });
  }
  const asked =
    tool.ask.length > 0 ? await call.ask().catch((error) => unfilled(error, call)) : { answers: {} };
  if ('instead' in asked) return instant(asked.instead);
  const callCount = (counters.calls.get(tool) ?? 0) + 1;
  counters.calls.set(tool, callCount);
  counters.total += 1;
  if (tool.rules.length === 0) {
    const { genericAnswer } = await import('./generic-answer.js');
    return instant(genericAnswer(tool.def, args));
  }
  const root = { args, call_count: callCount, counters: counters.named, asked: asked.answers };
  const rule = await firstThatHolds(tool.rules, root);
  if (!rule) throw new LoudFault(CODE.noAnswer, `No response matches this call of ${describe(tool, args)}`);
  const answer = nextStep(rule, counters);
  try {
    for (const [name, by] of Object.entries(answer.count)) count(counters.named, name, fill(by, root));
    return { ...answer, reply: fillReply(answer.reply, root) };
  } catch (error) {
    return unfilled(error, call);
  }
}

/** A template that has no value is told to both sides. */
function unfilled(error: unknown, { tool, args }: ToolCall): never {
  if (!(error instanceof TemplateError)) throw error;
  throw new LoudFault(CODE.noAnswer, `${error.message}: ${describe(tool, args)}`);
}

function instant(result: Record<string, unknown>): Answer {
  return { reply: { result }, delay_ms: 0, progress: [], log: [], count: {} };
}

function count(named: Record<string, number>, name: string, by: unknown): void {
  if (typeof by !== 'number' || !Number.isFinite(by)) {
    throw new TemplateError(`the counter "${name}" cannot be counted by ${JSON.stringify(by)}`);
  }
  named[name] = (named[name] ?? 0) + by;
}

function describe(tool: MockTool, args: unknown): string {
  return `tool "${tool.def.name}" with ${clip(JSON.stringify(args), 500)}`;
}

async function argumentFault({ tool, args, log }: ToolCall): Promise<string | undefined> {
  const schema = tool.def.inputSchema;
  if (schema === undefined || isClearlyValid(schema, args)) return undefined;
  const { validate } = await import('../json-schema/validate.js');
  try {
    const { valid, errors } = validate(schema, args);
    if (valid) return undefined;
    const reasons = errors.map((error) => `${error.pointer || 'the arguments'} ${error.message}`);
    return `Invalid arguments for tool "${tool.def.name}": ${reasons.join('; ')}`;
  } catch (cause) {
    const message = `The input schema of tool "${tool.def.name}" cannot be enforced: ${(cause as Error).message}`;
    if (tool.rules.length > 0) throw new LoudFault(CODE.internal, message);
    // From a saved catalogue: the real server lives with this schema, so the mock does, too.
    log(message);
    return undefined;
  }
}

async function firstThatHolds(
  rules: AnswerRule[],
  root: Record<string, unknown>,
): Promise<AnswerRule | undefined> {
  for (const rule of rules) {
    if (rule.when.length === 0) return rule;
    const { conditionsHold } = await import('./conditions.js');
    if (await conditionsHold(rule.when, root)) return rule;
  }
  return undefined;
}

function nextStep(rule: AnswerRule, counters: Counters): Answer {
  const taken = counters.steps.get(rule) ?? 0;
  counters.steps.set(rule, taken + 1);
  const index = rule.cycle ? taken % rule.steps.length : Math.min(taken, rule.steps.length - 1);
  return rule.steps[index]!;
}

function fillReply(reply: Answer['reply'], root: Record<string, unknown>): Answer['reply'] {
  if ('error' in reply) return { error: fill(reply.error, root) as typeof reply.error };
  const result = fill(reply.result, root) as Record<string, unknown>;
  // Structured content comes with its text form, for clients that read text only.
  if (!Object.hasOwn(result, 'content')) {
    result.content = [{ type: 'text', text: JSON.stringify(result.structuredContent) }];
  }
  return { result };
}
