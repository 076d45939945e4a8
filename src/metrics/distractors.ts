/** `distractors:` does the agent still choose well when the tool list is padded with look-alikes? */
import { chooseDistractors } from '../catalog/choose-distractors.js';
import type { MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { certifiedPercent } from '../util/intervals.js';
import { percent } from '../util/ratio.js';
import { limitLines, runLabel, tally } from './explain.js';
import { NO_RUNS, noFigures } from './result.js';
import { array, type Run, type Runs, readRuns } from './runs.js';
import type { Distractors } from './schemas/distractors.js';
import { indexMembers } from './tool-id.js';

export function measureDistractors(traces: Trace[], block: Distractors, ctx: MetricContext): MetricResult {
  if (traces.length === 0) return noFigures('distractors', NO_RUNS);
  const runs = readRuns(traces, ctx);
  const choices = runs.list.map((run) => readChoices(run, runs, block, ctx.servers));
  const sum = (key: 'right' | 'wrong') => choices.reduce((total, each) => total + each[key].length, 0);
  const result: MetricResult = {
    figures: {
      'distractors.accuracy': accuracy(choices, block),
      'distractors.chose_distractor': sum('wrong'),
      'distractors.certified_lower': certifiedPercent(
        choices.filter((each) => each.good).length,
        choices.length,
      ),
    },
    explain: limitLines(choices.map((each, i) => runLabel(i, choices.length) + explainChoice(each))),
  };
  return block.counts === undefined ? result : withCurve(result, choices, block);
}

interface Choices {
  /** How many distractors the run had. */
  injected: number;
  right: string[];
  wrong: string[];
  /** A right tool was chosen, and no distractor. */
  good: boolean;
}

function readChoices(run: Run, runs: Runs, block: Distractors, servers: readonly string[]): Choices {
  const ids = distractorIds(run, runs, block, servers);
  const correct = indexMembers([block.correct], runs.servers);
  const added = indexMembers([ids], runs.servers);
  const bare = new Set(ids.map((id) => id.slice(id.indexOf('.') + 1)));
  const right: string[] = [];
  const wrong: string[] = [];
  for (const call of run.calls) {
    if (correct.listsOf(call).length > 0) right.push(call.id);
    else if (added.listsOf(call).length > 0 || (call.server === undefined && bare.has(call.name)))
      wrong.push(call.id);
  }
  const reached = right.length > 0 || block.correct.length === 0;
  return { injected: ids.length, right, wrong, good: reached && wrong.length === 0 };
}

/** As recorded; else what the block stands for, which needs no record. */
function distractorIds(run: Run, runs: Runs, block: Distractors, servers: readonly string[]): string[] {
  if (Array.isArray(run.trace.distractors)) {
    return array(run.trace.distractors).filter((id): id is string => typeof id === 'string');
  }
  const count = block.count ?? Math.max(0, ...(block.counts ?? []));
  const declared = servers.length > 0 ? servers : [...runs.servers].sort();
  return chooseDistractors({ ...block, count }, runs.catalog ?? {}, declared).map((each) => each.id);
}

function accuracy(choices: readonly Choices[], block: Distractors): number {
  const right = choices.reduce((total, each) => total + each.right.length, 0);
  const wrong = choices.reduce((total, each) => total + each.wrong.length, 0);
  if (right + wrong === 0) return block.correct.length === 0 ? 100 : 0;
  return percent(right, right + wrong);
}

/** One accuracy for each count that some run was made at. */
function withCurve(result: MetricResult, choices: readonly Choices[], block: Distractors): MetricResult {
  const absent: Record<string, string> = {};
  for (const count of [...new Set(block.counts)].sort((a, b) => a - b)) {
    const target = `distractors.accuracy_at_${count}`;
    const at = choices.filter((each) => each.injected === count);
    if (at.length > 0) result.figures[target] = accuracy(at, block);
    else absent[target] = `no run had ${count} distractors`;
  }
  return Object.keys(absent).length > 0 ? { ...result, absent } : result;
}

function explainChoice(choice: Choices): string {
  const parts = [`${choice.injected} distractors`];
  parts.push(choice.right.length > 0 ? `right: ${tally(choice.right)}` : 'no right tool called');
  if (choice.wrong.length > 0) parts.push(`distractors called: ${tally(choice.wrong)}`);
  return parts.join('; ');
}
