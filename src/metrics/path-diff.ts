/**
 * A declared path beside the calls of a run, one line a step: `=` as declared, `~` with other arguments, `-` not
 * called, `+` not declared. What does not matter for the verdict is shown without a sign.
 */
import type { PatternMatcher } from './call-pattern.js';
import type { Step } from './edit-distance.js';
import { show, showTool, showValue } from './explain.js';
import { pairUp } from './pairing.js';
import type { RunCall } from './runs.js';
import type { CallPattern } from './schemas/call-pattern.js';

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
  const lines = steps.map(
    (step): Line => ({ plain: isPlain(step, sides), text: () => stepLines(step, sides) }),
  );
  const shown = lines.length > 12 ? condensed(lines) : lines;
  const first = shown.slice(0, MOST_LINES).map(({ text }) => text());
  const more = shown.length - MOST_LINES;
  return more > 0 ? [...first, `  … and ${more} more steps`] : first;
}

/** Written out only where it is shown. */
interface Line {
  /** Nothing is wrong with the step. */
  plain: boolean;
  text: () => string;
}

function isPlain({ kind }: Step, { extra, missing }: PathSides): boolean {
  return kind === 'same' || (kind === 'extra' && extra === true) || (kind === 'missing' && missing === true);
}

/** What a step costs: a call with other arguments is nearer than one that is left out and one that is added. */
const COST = { out: 2, otherArguments: 3 };

/**
 * The steps in order, as a person would pair them: the same tool with other arguments is one step, another tool
 * is two, and of several calls alike the first is the one that was meant.
 */
export function orderedSteps({ path, calls, matcher }: PathSides): Step[] | undefined {
  const [n, m] = [path.length, calls.length];
  if ((n + 1) * (m + 1) > MOST_CELLS) return undefined;
  const pairCost = (item: number, call: number) => {
    if (matcher.fits(item, calls[call])) return 0;
    return matcher.names(item, calls[call]) ? COST.otherArguments : Number.POSITIVE_INFINITY;
  };
  const rest = costsOfRest(n, m, pairCost);
  const steps: Step[] = [];
  let [expected, actual] = [0, 0];
  while (expected < n || actual < m) {
    const cost = expected < n && actual < m ? pairCost(expected, actual) : Number.POSITIVE_INFINITY;
    const whole = rest(expected, actual);
    if (cost + rest(expected + 1, actual + 1) === whole) {
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

/** What it costs at least to go on from an item of the path and a call to the end of both. */
function costsOfRest(
  n: number,
  m: number,
  pairCost: (item: number, call: number) => number,
): (item: number, call: number) => number {
  const width = m + 1;
  const cells = new Uint32Array((n + 1) * width);
  const rest = (item: number, call: number) => cells[item * width + call] ?? 0;
  for (let item = n; item >= 0; item -= 1) {
    for (let call = m; call >= 0; call -= 1) {
      const alone = Math.min(
        item < n ? rest(item + 1, call) : Number.POSITIVE_INFINITY,
        call < m ? rest(item, call + 1) : Number.POSITIVE_INFINITY,
      );
      const paired =
        item < n && call < m ? pairCost(item, call) + rest(item + 1, call + 1) : alone + COST.out;
      cells[item * width + call] = item === n && call === m ? 0 : Math.min(alone + COST.out, paired);
    }
  }
  return rest;
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

/** Long stretches as declared become one line. */
function condensed(lines: readonly Line[]): Line[] {
  const near = (at: number) => {
    for (let i = at - AROUND; i <= at + AROUND; i += 1) if (lines[i]?.plain === false) return true;
    return false;
  };
  const out: Line[] = [];
  let hidden = 0;
  const close = () => {
    const steps = hidden;
    if (steps > 0) out.push({ plain: true, text: () => `  … ${steps} without fault` });
    hidden = 0;
  };
  for (const [at, line] of lines.entries()) {
    if (near(at)) {
      close();
      out.push(line);
    } else hidden += 1;
  }
  close();
  return out;
}
