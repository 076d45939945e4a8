/** One case: calls in order on one connection, done and judged. */
import type { FuzzCall } from '../types/fuzz.js';
import { isObject, ownValue, setOwn } from '../util/plain.js';
import type { FuzzServer, SeenCall } from './fuzz-server.js';
import { isFailure, type JudgedTool, judgeCall, type Problem } from './judge-call.js';

/** A value that an earlier call of the case answered, put into an argument of a later one. */
export interface Link {
  argument: string;
  /** The `id` of the call that answered it. */
  from: number;
  /** Where in that answer, as `documentOf` gives it. */
  path: (string | number)[];
  /** The answer has structured content, so that a suite can capture the value. */
  structured: boolean;
}

export interface PlannedCall extends FuzzCall {
  id?: number;
  links?: Link[];
}

export interface FuzzCase {
  /** The tool that the case is about. */
  tool: string;
  label: string;
  calls: PlannedCall[];
  /** Where the calls are variants of the first: all of them, for other arguments of the first. */
  rebuild?: (args: FuzzCall['args']) => PlannedCall[];
  /** Judges the answers together, beside each by itself. */
  judgeAll?: (seen: SeenCall[], calls: PlannedCall[]) => Problem[];
}

export interface CaseOutcome {
  seen: SeenCall[];
  problems: Problem[];
}

export type ToolsByName = ReadonlyMap<string, JudgedTool>;

/** It ends with the first call that shows a problem: what comes after it may follow from it. */
export async function runCase(one: FuzzCase, server: FuzzServer, tools: ToolsByName): Promise<CaseOutcome> {
  const seen: SeenCall[] = [];
  const answers = new Map<number, unknown>();
  for (const planned of one.calls) {
    const call = { tool: planned.tool, args: linked(planned, answers) };
    const result = await server.call(call);
    seen.push(result);
    if (planned.id !== undefined && result.reply.kind === 'result' && !isFailure(result.reply))
      answers.set(planned.id, documentOf(result.reply.result));
    const tool = tools.get(planned.tool);
    const problems = tool === undefined ? [] : await judgeCall(result, tool, server.target);
    if (problems.length > 0) return { seen, problems };
  }
  return { seen, problems: one.judgeAll?.(seen, one.calls) ?? [] };
}

function linked({ args, links = [] }: PlannedCall, answers: ReadonlyMap<number, unknown>): FuzzCall['args'] {
  if (links.length === 0) return args;
  const out = structuredClone(args);
  for (const { argument, from, path } of links) {
    const value = path.reduce<unknown>(childOf, answers.get(from));
    if (value !== undefined) setOwn(out, argument, value);
  }
  return out;
}

function childOf(value: unknown, part: string | number): unknown {
  return Array.isArray(value) ? value[Number(part)] : ownValue(value, String(part));
}

/** What an answer says as data: its structured content, else the first of its texts that is JSON. */
export function documentOf(result: unknown): unknown {
  const structured = ownValue(result, 'structuredContent');
  if (structured !== undefined) return structured;
  const content = ownValue(result, 'content');
  for (const block of Array.isArray(content) ? content : []) {
    const text = ownValue(block, 'text');
    if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) continue;
    try {
      return JSON.parse(text);
    } catch {
      // Not JSON after all.
    }
  }
  return isObject(result) ? undefined : result;
}
