/** `equal_function_sets:` did the agent reach each needed capability, through any tool that offers it? */
import type { MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { type Selection, score, selectAll } from './classes.js';
import { limitLines, runLabel, show, tally } from './explain.js';
import { NO_RUNS, noFigures } from './result.js';
import { readRuns } from './runs.js';
import type { EqualFunctionSets } from './schemas/equal-function-sets.js';

export function measureEqualFunctionSets(
  traces: Trace[],
  block: EqualFunctionSets,
  ctx: MetricContext,
): MetricResult {
  if (traces.length === 0) return noFigures('equal_function_sets', NO_RUNS);
  const runs = readRuns(traces, ctx);
  const selections = selectAll(runs.list, block.classes, runs.servers);
  const { precision, recall, f1 } = score(selections);
  return {
    figures: {
      'tool_selection.precision': precision,
      'tool_selection.recall': recall,
      'tool_selection.f1': f1,
    },
    explain: explainSelections(selections),
  };
}

/** One line a run: what was reached through which tool, what was missed, what was not asked for. */
export function explainSelections(selections: readonly Selection[]): string[] {
  return limitLines(
    selections.map((each, i) => {
      const parts = [`${each.tp} right, ${each.fp} unexpected, ${each.fn} missed`];
      if (each.tp > 0) {
        parts.push(`reached ${each.reached.map((hit) => `${show(hit.name)} by ${show(hit.id)}`).join(', ')}`);
      }
      if (each.fn > 0) parts.push(`missed ${tally(each.missed)}`);
      if (each.fp > 0) parts.push(`unexpected ${tally(each.unexpected)}`);
      return runLabel(i, selections.length) + parts.join('; ');
    }),
  );
}
