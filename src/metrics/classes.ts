/**
 * Equal-function classes: the walk that counts each class at most once. Linear in calls and members.
 */
import type { ToolClass } from '../types/metric.js';
import { percent } from '../util/ratio.js';
import { ofRun, type Run } from './runs.js';
import { indexOnce, type MemberIndex, type ToolId } from './tool-id.js';

export interface Selection {
  tp: number;
  fp: number;
  fn: number;
  /** Class name and the call that reached it, in order. */
  reached: { name: string; id: string; at: number }[];
  /** Names of classes that no call reached. */
  missed: string[];
  /** Calls outside every class, each time. */
  unexpected: { id: string; at: number }[];
}

export const NO_CLASSES: readonly ToolClass[] = [];

export function indexClasses(classes: readonly ToolClass[], servers: ReadonlySet<string>): MemberIndex {
  return indexOnce(classes, servers, (all) => all.map((each) => each.members));
}

/** One run: the first call that fits an open class closes it, repeats count nothing, the rest is unexpected. */
export function select(
  tools: readonly ToolId[],
  classes: readonly ToolClass[],
  index: MemberIndex,
): Selection {
  const open = new Set<number | undefined>(classes.keys());
  const heads = new Map<readonly number[], number>();
  const out: Selection = { tp: 0, fp: 0, fn: 0, reached: [], missed: [], unexpected: [] };
  for (let at = 0; at < tools.length; at += 1) {
    const tool = tools[at] as ToolId;
    const lists = index.listsOf(tool);
    if (lists.length === 0) {
      out.unexpected.push({ id: tool.id, at });
      continue;
    }
    let head = heads.get(lists) ?? 0;
    while (head < lists.length && !open.has(lists[head])) head += 1;
    heads.set(lists, head);
    const reached = lists[head];
    const found = reached === undefined ? undefined : classes[reached];
    if (found === undefined) continue;
    open.delete(reached);
    out.reached.push({ name: found.name, id: tool.id, at });
  }
  out.missed = classes.filter((_, i) => open.has(i)).map((each) => each.name);
  out.tp = out.reached.length;
  out.fp = out.unexpected.length;
  out.fn = out.missed.length;
  return out;
}

/** Precision, recall and F1 of the summed counts of all runs. */
export function score(selections: readonly Selection[]): { precision: number; recall: number; f1: number } {
  const sum = (key: 'tp' | 'fp' | 'fn') => selections.reduce((total, each) => total + each[key], 0);
  const [tp, fp, fn] = [sum('tp'), sum('fp'), sum('fn')];
  if (tp + fp + fn === 0) return { precision: 100, recall: 100, f1: 100 };
  return {
    precision: ratio(tp, tp + fp),
    recall: ratio(tp, tp + fn),
    f1: ratio(2 * tp, 2 * tp + fp + fn),
  };
}

function ratio(p: number, q: number): number {
  return q === 0 ? 0 : percent(p, q);
}

export function selectAll(
  runs: readonly Run[],
  classes: readonly ToolClass[],
  servers: ReadonlySet<string>,
): Selection[] {
  const index = indexClasses(classes, servers);
  return runs.map((run) => ofRun(run, classes, ({ tools }) => select(tools, classes, index)));
}
