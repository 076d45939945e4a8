/** What one call showed → the problems that it is evidence of, none when all is well. */
import { judgeOutput } from '../gates/output-schema.js';
import type { ToolDef } from '../types/catalog.js';
import type { Reply } from '../types/connection.js';
import type { FuzzOutcome } from '../types/fuzz.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import type { Forbids } from './forbidden.js';
import type { FuzzTarget, SeenCall } from './fuzz-server.js';
import { type Leak, leaksIn } from './leaks.js';

export interface Problem {
  tool: string;
  outcome: FuzzOutcome;
  /** Problems with the same key are the same problem. */
  key: string;
  /** Of one that is made of several: each of them. One with some of these is the same problem, made smaller. */
  parts?: string[];
  message: string;
  evidence: string[];
  /** Of a leak: what it is, and whether an error tells it. */
  leak?: { kind: Leak['kind']; inError: boolean };
}

/** Whether the second is the first, or the first with more beside it. */
export function isSame(known: Problem, other: Problem): boolean {
  if (known.tool !== other.tool || known.outcome !== other.outcome) return false;
  return known.key === other.key || known.parts?.every((part) => other.parts?.includes(part)) === true;
}

/** What is known of a tool before its answers are judged. */
export interface JudgedTool {
  def: ToolDef;
  forbids: Forbids;
  /** Kinds of leaks that its usual answer shows too: it is made to show such text. */
  usualLeaks: ReadonlySet<Leak['kind']>;
  /** Also a field that the schema forbids and the server drops counts. */
  strict: boolean;
}

const MAX_EVIDENCE = 5;
const MAX_LINE = 200;
const MAX_ANSWER = 200_000;

export async function judgeCall(seen: SeenCall, tool: JudgedTool, target: FuzzTarget): Promise<Problem[]> {
  const { reply } = seen;
  const broken = brokenProblem(seen);
  if (broken !== undefined) return [shown(broken, target)];
  if (reply.kind !== 'result' && reply.kind !== 'error') return [];
  const problems = [
    ...faultProblems(seen),
    ...(await outputProblems(reply, tool)),
    ...leakProblems(seen, tool, target),
    ...acceptedProblems(seen, tool),
  ];
  return problems.map((problem) => shown(problem, target));
}

function shown(problem: Problem, { redactor }: FuzzTarget): Problem {
  return {
    ...problem,
    message: clip(redactor.text(problem.message), 1000),
    evidence: problem.evidence
      .slice(0, MAX_EVIDENCE)
      .map((line) => clip(oneLine(redactor.text(line)), MAX_LINE)),
  };
}

/** The server went away, gave no answer, or gave one that cannot be read. */
function brokenProblem({ reply, after, call }: SeenCall): Problem | undefined {
  const { tool } = call;
  const later = after?.kind === 'died' ? `answered, and then: ${after.message}` : '';
  if (reply.kind === 'died' || after?.kind === 'died') {
    const stderr = (reply.kind === 'died' ? reply.stderr : after?.kind === 'died' && after.stderr) || [];
    const message = reply.kind === 'died' ? reply.message : later;
    return { tool, outcome: 'crash', key: errorLine(stderr), message, evidence: stderr };
  }
  if (reply.kind === 'error' && reply.http_status !== undefined) {
    const message = `the server answered with HTTP status ${reply.http_status}`;
    return { tool, outcome: 'crash', key: message, message, evidence: [reply.error.message] };
  }
  if (reply.kind === 'timeout')
    return { tool, outcome: 'hang', key: 'at once', message: reply.message, evidence: [] };
  if (after?.kind === 'timeout') {
    const message = `answered, and then gave no answer to anything else: ${after.message}`;
    return { tool, outcome: 'hang', key: 'after', message, evidence: [] };
  }
  if (reply.kind !== 'invalid') return undefined;
  const key = reply.message.replace(/".*"|\d+/g, '');
  return { tool, outcome: 'protocol-violation', key, message: reply.message, evidence: [] };
}

/** What a dying program says of its end, without what differs from input to input. */
function errorLine(stderr: readonly string[]): string {
  const line = stderr.find((one) => /\b\w*(?:error|exception|panic|fatal|abort)/i.test(one)) ?? '';
  return line.replace(/\d+|(["'`]).*?\1/g, '#').slice(0, 120);
}

function faultProblems({ faults, call }: SeenCall): Problem[] {
  return faults.map(({ code, message, place }) => ({
    tool: call.tool,
    outcome: 'protocol-violation',
    key: `${code} ${place?.pointer ?? ''}`,
    message,
    evidence: [],
  }));
}

async function outputProblems(reply: Reply, { def }: JudgedTool): Promise<Problem[]> {
  const { check } = await judgeOutput(reply, def);
  if (check?.outcome !== 'fail') return [];
  const { message } = check;
  return [{ tool: def.name, outcome: 'protocol-violation', key: 'output-schema', message, evidence: [] }];
}

function leakProblems(seen: SeenCall, { usualLeaks }: JudgedTool, target: FuzzTarget): Problem[] {
  return leaksOfCall(seen, target)
    .filter(({ kind }) => isFailure(seen.reply) || !usualLeaks.has(kind))
    .map(({ kind, what, excerpt }) => ({
      tool: seen.call.tool,
      outcome: 'leak',
      key: kind,
      message: `the answer holds ${what}`,
      evidence: [excerpt],
      leak: { kind, inError: seen.reply.kind === 'error' },
    }));
}

export function leaksOfCall({ reply, call }: SeenCall, target: FuzzTarget): Leak[] {
  const answer = {
    text: answerText(reply),
    isError: isFailure(reply),
    sent: stringsIn(call.args).join('\n'),
    givenPaths: target.givenPaths,
  };
  return leaksIn(answer, target.redactor);
}

function acceptedProblems({ reply, call }: SeenCall, { forbids, strict }: JudgedTool): Problem[] {
  if (isFailure(reply)) return [];
  const forbidden = forbids(call.args);
  if (forbidden === undefined || (forbidden.onlyUnknownFields && !strict)) return [];
  const rules = forbidden.rules.map((rule) => clip(oneLine(rule), MAX_LINE));
  const [first = 'the input is not valid'] = rules;
  const more = rules.length > 1 ? ` (and ${rules.length - 1} more)` : '';
  return [
    {
      tool: call.tool,
      outcome: 'accepted-invalid',
      key: [...rules].sort().join('; '),
      parts: rules,
      message: `answered as if it were valid, though by the input schema ${first}${more}`,
      evidence: [answerText(reply)],
    },
  ];
}

/** An error, or a result that says so. */
export function isFailure(reply: Reply): boolean {
  if (reply.kind === 'error') return true;
  return reply.kind === 'result' && isObject(reply.result) && reply.result.isError === true;
}

/** All that the answer says, as text. */
export function answerText(reply: Reply): string {
  if (reply.kind === 'error') return stringsIn(reply.error).join('\n').slice(0, MAX_ANSWER);
  if (reply.kind !== 'result') return '';
  const { result } = reply;
  const parts = [ownValue(result, 'content'), ownValue(result, 'structuredContent')];
  return parts
    .flatMap((part) => stringsIn(part, false))
    .join('\n')
    .slice(0, MAX_ANSWER);
}

/** Every text in a value; bounded, since answers may be large. */
export function stringsIn(value: unknown, withKeys = true): string[] {
  const out: string[] = [];
  const open = [value];
  while (open.length > 0 && out.length < 20_000) {
    const next = open.shift();
    if (typeof next === 'string') out.push(next);
    else if (Array.isArray(next)) open.push(...next);
    else if (isObject(next)) {
      for (const [key, inner] of Object.entries(next)) {
        if (withKeys) out.push(key);
        // Of a block of content its kind says nothing.
        if (key !== 'type') open.push(inner);
      }
    }
  }
  return out;
}
