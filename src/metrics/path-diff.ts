/**
 * A declared path beside the calls of a run, one line a step: `=` as declared, `~` with other arguments or
 * another tool, `-` not called, `+` not declared. What does not matter for the verdict is shown without a sign.
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
/** So many steps without fault are shown at either side of one that is not. */
const AROUND = 1;

export function pathDiff(sides: PathSides, steps: readonly Step[]): string[] {
  const lines = steps.flatMap((step) => stepLines(step, sides));
  const shown = lines.length > 12 ? condensed(lines) : lines;
  if (shown.length <= MOST_LINES) return shown;
  return [...shown.slice(0, MOST_LINES), `  … and ${shown.length - MOST_LINES} more steps`];
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

function stepLines(step: Step, sides: PathSides): string[] {
  const { calls, matcher, extra } = sides;
  const got = step.kind === 'missing' ? undefined : calls[step.actual];
  const wanted = step.kind === 'extra' ? '' : patternText(sides.path[step.expected]);
  if (got === undefined) return [missingLine(wanted, sides)];
  const called = showTool(got);
  if (step.kind === 'same') return [`= ${called}`];
  if (step.kind === 'extra') return [extra ? `  ${called}` : `+ ${called} (not expected)`];
  if (step.kind === 'replaced' && matcher.names(step.expected, got))
    return [`~ ${called} (${matcher.faults(step.expected, got).join('; ')})`];
  return extra ? [missingLine(wanted, sides), `  ${called}`] : [`~ ${called} (expected ${wanted})`];
}

function missingLine(wanted: string, { missing }: PathSides): string {
  return missing ? `  ${wanted} (not called)` : `- ${wanted} (not called)`;
}

function patternText(pattern: CallPattern | undefined): string {
  if (pattern === undefined) return '';
  return pattern.args === undefined ? show(pattern.tool) : `${show(pattern.tool)} ${showValue(pattern.args)}`;
}

/** Long stretches as declared become one line. */
function condensed(lines: readonly string[]): string[] {
  const isPlain = (line: string | undefined) => line === undefined || /^[= ]/.test(line);
  const near = (at: number) => {
    for (let i = at - AROUND; i <= at + AROUND; i += 1) if (!isPlain(lines[i])) return true;
    return false;
  };
  const out: string[] = [];
  let hidden = 0;
  const close = () => {
    if (hidden > 0) out.push(`  … ${hidden} without fault`);
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
