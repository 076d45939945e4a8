/**
 * A declared path beside the calls of a run, one line a step: `=` as declared, `~` with other arguments, `-` not
 * called, `+` not declared. What does not matter for the verdict is shown without a sign.
 */
import type { CountedCalls } from '../types/metric.js';
import type { PatternMatcher } from './call-pattern.js';
import { show, showTool, showValue } from './explain.js';
import { pairUp } from './pairing.js';
import type { RunCall } from './runs.js';
import type { CallPattern } from './schemas/call-pattern.js';

/** `expected` and `actual` are positions in the path and among the calls. */
type Step =
  | { kind: 'same' | 'replaced'; expected: number; actual: number }
  | { kind: 'missing'; expected: number }
  | { kind: 'extra'; actual: number };

export interface PathSides {
  path: readonly CallPattern[];
  calls: readonly RunCall[];
  matcher: PatternMatcher;
  /** Calls beyond the path are allowed. */
  extra?: boolean;
  /** Not all of the path need be called. */
  missing?: boolean;
}

const MOST_LINES = 40;
const MOST_CELLS = 40_000;
/** So many steps without fault are shown at either side of one that is not. */
const AROUND = 1;

export function pathDiff(sides: PathSides, steps: readonly Step[] | undefined): string[] {
  if (steps === undefined) return ['the path and the calls are too many to be shown side by side'];
  const shown = steps.length > 12 ? condensed(steps, sides) : [...steps.keys()];
  const first = shown
    .slice(0, MOST_LINES)
    .map((line) => (line < 0 ? `  … ${-line} without fault` : stepLines(steps[line] as Step, sides)));
  const more = shown.length - MOST_LINES;
  return more > 0 ? [...first, `  … and ${more} more steps`] : first;
}

/** The calls by what became of them: those on the path, those with other arguments, those beside it. */
export function countedSteps(steps: readonly Step[] = [], { extra }: PathSides): CountedCalls[] {
  const places: Record<Step['kind'], number[]> = { same: [], replaced: [], extra: [], missing: [] };
  for (const step of steps) if (step.kind !== 'missing') places[step.kind].push(step.actual);
  return [
    { as: 'expected', good: true, calls: places.same },
    { as: 'other arguments', good: false, calls: places.replaced },
    ...(extra ? [] : [{ as: 'not expected', good: false, calls: places.extra }]),
  ];
}

function isPlain({ kind }: Step, { extra, missing }: PathSides): boolean {
  return kind === 'same' || (kind === 'extra' && extra === true) || (kind === 'missing' && missing === true);
}

/** What a step costs: a call with other arguments is nearer than one that is left out and one that is added. */
const COST = { out: 2, otherArguments: 3, never: 255 };

/** What it costs to pair each item of the path with each call; undefined where they are too many. */
export function pairCosts({ path, calls, matcher }: PathSides): Uint8Array | undefined {
  const [n, m] = [path.length, calls.length];
  if ((n + 1) * (m + 1) > MOST_CELLS) return undefined;
  const costs = new Uint8Array(n * m);
  for (let item = n - 1; item >= 0; item -= 1) {
    for (let call = m - 1; call >= 0; call -= 1) {
      if (matcher.fits(item, calls[call])) continue;
      costs[item * m + call] = matcher.names(item, calls[call]) ? COST.otherArguments : COST.never;
    }
  }
  return costs;
}

/**
 * The steps in order, as a person would pair them: the same tool with other arguments is one step, another tool
 * is two, and of several calls alike the first is the one that was meant.
 */
export function orderedSteps(
  sides: PathSides,
  costs: Uint8Array | undefined = pairCosts(sides),
): Step[] | undefined {
  if (costs === undefined) return undefined;
  const [n, m] = [sides.path.length, sides.calls.length];
  const cells = costsOfRest(n, m, costs);
  const rest = (item: number, call: number) => cells[item * (m + 1) + call] as number;
  const steps: Step[] = [];
  let [expected, actual] = [0, 0];
  while (expected < n || actual < m) {
    const cost = expected < n && actual < m ? (costs[expected * m + actual] as number) : COST.never;
    const whole = rest(expected, actual);
    if (cost !== COST.never && cost + rest(expected + 1, actual + 1) === whole) {
      steps.push({ kind: cost === 0 ? 'same' : 'replaced', expected, actual });
      expected += 1;
      actual += 1;
    } else if (actual < m && rest(expected, actual + 1) + COST.out === whole) {
      steps.push({ kind: 'extra', actual });
      actual += 1;
    } else {
      steps.push({ kind: 'missing', expected });
      expected += 1;
    }
  }
  return steps;
}

/** What it costs at least to go on from an item of the path and a call to the end of both: rows of `m + 1` cells. */
function costsOfRest(n: number, m: number, costs: Uint8Array): Uint32Array {
  const width = m + 1;
  const cells = new Uint32Array((n + 1) * width);
  const last = n * width;
  for (let call = m - 1; call >= 0; call -= 1) cells[last + call] = (m - call) * COST.out;
  for (let item = n - 1; item >= 0; item -= 1) {
    const [row, below] = [item * width, (item + 1) * width];
    let behind = (cells[below + m] as number) + COST.out;
    cells[row + m] = behind;
    for (let call = m - 1; call >= 0; call -= 1) {
      const pair = costs[item * m + call] as number;
      let least = Math.min(behind, cells[below + call] as number) + COST.out;
      if (pair !== COST.never) least = Math.min(least, pair + (cells[below + call + 1] as number));
      cells[row + call] = least;
      behind = least;
    }
  }
  return cells;
}

/** The steps where the order does not matter: what was not called, then the calls in order. */
export function unorderedSteps({ path, calls, matcher }: PathSides): Step[] | undefined {
  const partner = pairUp(path.length, calls.length, (i, j) => matcher.fits(i, calls[j]));
  if (partner === undefined) return undefined;
  const open = new Set(path.keys());
  for (const item of partner) open.delete(item);
  const steps = calls.map((call, actual): Step => {
    const expected = partner[actual] ?? -1;
    if (expected >= 0) return { kind: 'same', expected, actual };
    const like = [...open].find((item) => matcher.names(item, call));
    if (like === undefined) return { kind: 'extra', actual };
    open.delete(like);
    return { kind: 'replaced', expected: like, actual };
  });
  return [...[...open].map((expected): Step => ({ kind: 'missing', expected })), ...steps];
}

function stepLines(step: Step, sides: PathSides): string {
  const { calls, path, matcher, extra } = sides;
  if (step.kind === 'missing') return missingLine(patternText(path[step.expected]), sides);
  const call = calls[step.actual] as RunCall;
  const called = showTool(call);
  if (step.kind === 'same') return `= ${called}`;
  if (step.kind === 'extra') return extra ? `  ${called}` : `+ ${called} (not expected)`;
  return `~ ${called} (${matcher.faults(step.expected, call).join('; ')})`;
}

function missingLine(wanted: string, { missing }: PathSides): string {
  return missing ? `  ${wanted} (not called)` : `- ${wanted} (not called)`;
}

function patternText(pattern: CallPattern | undefined): string {
  if (pattern === undefined) return '';
  return pattern.args === undefined ? show(pattern.tool) : `${show(pattern.tool)} ${showValue(pattern.args)}`;
}

/** The places of the steps that are shown; long stretches as declared become one line, a number below zero. */
function condensed(steps: readonly Step[], sides: PathSides): number[] {
  const faulty = steps.map((step) => !isPlain(step, sides));
  const near = (at: number) => {
    for (let i = at - AROUND; i <= at + AROUND; i += 1) if (faulty[i]) return true;
    return false;
  };
  const out: number[] = [];
  let hidden = 0;
  for (let at = 0; at < steps.length; at += 1) {
    if (!near(at)) {
      hidden += 1;
      continue;
    }
    if (hidden > 0) out.push(-hidden);
    hidden = 0;
    out.push(at);
  }
  if (hidden > 0) out.push(-hidden);
  return out;
}
