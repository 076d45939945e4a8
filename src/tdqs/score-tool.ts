/** One tool through signals, gates, judge and arithmetic. A judge that fails leaves the tool unscored. */
import type { ToolDef } from '../types/catalog.js';
import type { TdqsJudge, ToolResult, ToolSubject } from '../types/tdqs.js';
import { ownValue } from '../util/plain.js';
import { descriptionOf, isTautology, nothingToJudge } from './hard-gates.js';
import { toScore } from './post-process.js';

export async function scoreTool(input: ToolSubject, judge: TdqsJudge, scoredAt: string): Promise<ToolResult> {
  const { tool, signals } = input;
  const name = toolName(tool);
  const stamp = { judge: judge.id, rubric: judge.rubric, scoredAt };
  if (descriptionOf(tool) === undefined) {
    const gates = { noDescription: true, tautology: false };
    return toScore({ name, judgement: nothingToJudge(), gates, contextSignals: signals }, stamp);
  }
  const said = await judge.judgeTool(input);
  if ('unscored' in said) return { name, ...said, contextSignals: signals };
  const gates = { noDescription: false, tautology: isTautology(tool) };
  const at = said.at ?? scoredAt;
  return toScore(
    { name, judgement: said.judgement, gates, contextSignals: signals },
    { ...stamp, scoredAt: at },
  );
}

/** A catalogue is as it came over the wire; a tool without a name is still a tool. */
export function toolName(tool: ToolDef): string {
  const name = ownValue(tool, 'name');
  return typeof name === 'string' ? name : '';
}
