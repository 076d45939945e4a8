/** `equal_function_sets:` did the agent reach each needed capability, through any tool that offers it? */
import type { Explanation, MetricContext, MetricResult, ToolClass } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { type Selection, score, selectAll } from './classes.js';
import { listed, show, tally, toldLater } from './explain.js';
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
    explain: explainSelections(selections, block.classes, {
      unexpected: ['tool_selection.precision', 'tool_selection.f1'],
      missed: ['tool_selection.recall', 'tool_selection.f1'],
    }),
  };
}

/** The figures that suffer from calls outside every class, and those that suffer from classes without a call. */
export interface SelectionTargets {
  unexpected: string[];
  missed: string[];
}

/** What each run missed, what was not asked for, and what it reached through which tool. */
export function explainSelections(
  selections: readonly Selection[],
  classes: readonly ToolClass[],
  targets: SelectionTargets,
): Explanation[] {
  const all = [...new Set([...targets.missed, ...targets.unexpected])];
  return selections.flatMap(({ tp, fp, fn, reached, missed, unexpected }, run) => {
    const out: Explanation[] = [];
    const about = (of: string[], text: () => string, counted?: Explanation['counted']) =>
      out.push(toldLater({ targets: of, run, counted }, text));
    about(all, () => `${tp} right, ${fp} unexpected, ${fn} missed`);
    if (fn > 0)
      about(targets.missed, () => `missed ${listed(missed.map((name) => classText(name, classes)))}`);
    if (fp > 0)
      about(
        targets.unexpected,
        () => `unexpected ${tally(unexpected.map(({ id }) => id))}`,
        () => [{ as: 'unexpected', good: false, calls: unexpected.map(({ at }) => at) }],
      );
    if (tp > 0)
      about(
        targets.missed,
        () => `reached ${listed(reached.map(reachedText))}`,
        () => reached.map(({ name, at }) => ({ as: name, good: true, calls: [at] })),
      );
    return out;
  });
}

function reachedText({ name, id }: Selection['reached'][number]): string {
  return `${show(name)} by ${show(id)}`;
}

/** `fetch (http.get or curl.get)`: what would have reached it. */
function classText(name: string, classes: readonly ToolClass[]): string {
  const members = classes.find((one) => one.name === name)?.members ?? [];
  const [shown, more] = [members.slice(0, 5).map(show), members.length - 5];
  const any = more > 0 ? [...shown, `${more} more`] : shown;
  return any.length === 0 ? show(name) : `${show(name)} (${any.join(' or ')})`;
}
