/** The judging itself, of one server: what has no score gets one, by the same steps as `mcptest tdqs score`. */
import { scoreTool, toolName } from '../../tdqs/score-tool.js';
import { confirmed, shadowCandidates } from '../../tdqs/shadowing.js';
import { contextSignals } from '../../tdqs/signals.js';
import type { Catalog, ToolDef } from '../../types/catalog.js';
import type { SecurityNote, TdqsJudge, ToolResult, ToolScore, ToolSubject } from '../../types/tdqs.js';
import { inParallel } from '../../util/in-parallel.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { oneLine } from '../../util/text.js';
import type { FailedTool, JudgedSet, JudgedWork, ScoredTool, ServerWork } from './types.js';

export async function judgeWork(work: ServerWork, judge: TdqsJudge): Promise<JudgedWork> {
  const subjects = subjectsOf(work);
  const wanted = new Set(work.missing);
  const notes = wanted.size === 0 ? undefined : await notesOn(work, subjects, judge);
  const results = await inParallel(
    subjects.filter(({ id }) => wanted.has(id)),
    judge.lanes,
    ({ id, subject }) => judgeTool(id, withNote(subject, notes), judge),
  );
  const judged: JudgedWork = {
    server_id: work.server_id,
    set_hash: work.set_hash,
    scored: results.flatMap((one) => ('scores' in one ? one : [])),
    failed: results.flatMap((one) => ('reason' in one ? one : [])),
  };
  if (work.judge_set) judged.set = await judgeSet(work.server, subjects, judge);
  return judged;
}

export interface Subject {
  id: number;
  subject: ToolSubject;
}

export function subjectsOf({ tools }: Pick<ServerWork, 'tools'>): Subject[] {
  const definitions = tools.map(({ definition }) => JSON.parse(definition) as ToolDef);
  const siblings = definitions.map(toolName);
  return tools.map(({ id }, at) => {
    const tool = definitions[at] as ToolDef;
    return { id, subject: { tool, signals: contextSignals(tool), siblings, neighbours: definitions } };
  });
}

/** What security rules find, for a judge that wants to know; a rule that fails finds nothing. */
async function notesOn(
  { server }: ServerWork,
  subjects: readonly Subject[],
  judge: TdqsJudge,
): Promise<ReadonlyMap<string, SecurityNote> | undefined> {
  const catalog: Catalog = { server, tools: subjects.map(({ subject }) => subject.tool) };
  return judge.inspect?.(catalog);
}

function withNote(subject: ToolSubject, notes: ReadonlyMap<string, SecurityNote> | undefined): ToolSubject {
  return omitUndefined({ ...subject, finding: notes?.get(toolName(subject.tool)) });
}

/** A definition that breaks the judge is told, and breaks nothing else. */
export async function judgeTool(
  id: number,
  subject: ToolSubject,
  judge: TdqsJudge,
): Promise<ScoredTool | FailedTool> {
  try {
    return resultOf(id, await scoreTool(subject, judge, new Date().toISOString()));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { tool_id: id, reason: `the judge broke: ${oneLine(why)}`, passing: false };
  }
}

function resultOf(id: number, result: ToolResult): ScoredTool | FailedTool {
  if ('unscored' in result) return { tool_id: id, reason: result.unscored, passing: result.passing === true };
  const { scores, tdqs, tier, smells, flags, ourFlags, summary, scoredAt } = result;
  const justifications = textsOf(result);
  return { tool_id: id, scores, tdqs, tier, smells, flags, ourFlags, summary, scoredAt, justifications };
}

function textsOf({ justifications }: ToolScore): Record<string, string> {
  return Object.fromEntries(
    Object.entries(justifications).map(([dimension, { justification }]) => [dimension, justification]),
  );
}

export async function judgeSet(
  server: string,
  subjects: readonly Subject[],
  judge: TdqsJudge,
): Promise<JudgedSet> {
  const tools = subjects.map(({ subject: { tool, signals } }) => ({ tool, signals }));
  if (tools.length === 0) return { unscored: 'The server has no tools.' };
  const candidates = shadowCandidates(tools.map(({ tool, signals }) => ({ name: toolName(tool), signals })));
  try {
    const said = await judge.judgeServer({ server, tools, candidates });
    if ('unscored' in said) return said;
    const { judgement, at = new Date().toISOString() } = said;
    return { judgement, shadowingRisks: confirmed(judgement.shadowing_risks, candidates), at };
  } catch (error) {
    return {
      unscored: `the judge broke: ${oneLine(error instanceof Error ? error.message : String(error))}`,
    };
  }
}
