/**
 * Texts of a million characters are cut before they are judged. A check that could have looked past the cut
 * proves nothing either way: only what the kept part shows by itself counts.
 */
import { lookup, parseTarget } from '../match/target.js';
import type { Assertion } from '../types/suite.js';
import type { Check } from '../types/verdict.js';
import { isCut } from '../util/cut-mark.js';
import { isObject } from '../util/plain.js';

/** Placeholders of secrets make a cut text somewhat shorter than what was kept of it. */
const NEARLY_A_MILLION = 900_000;
/** What the kept part has, the whole has too. */
const SHOWN_BY_A_PART = new Set(['contains', 'icontains', 'contains_all', 'starts_with', 'type']);

export function judgeCut(check: Check, assertion: Assertion, root: unknown): Check {
  const parsed = parseTarget(assertion.target);
  if (parsed.problem || check.outcome === 'inconclusive') return check;
  const subject = lookup(root, parsed.segments);
  // What is not there may be what was cut away.
  const around = parsed.segments.some((_, at) => {
    const outer = lookup(root, parsed.segments.slice(0, at));
    return outer.found && isCut(outer.value);
  });
  const cut = around ? !subject.found || holdsCut(subject.value) : subject.found && holdsCut(subject.value);
  if (!cut || isShown(assertion.matcher, check)) return check;
  const message = `${assertion.target} was cut to what is kept of long answers, so that it cannot be judged as a whole`;
  return { ...check, outcome: 'inconclusive', message };
}

function isShown(matcher: Record<string, unknown>, { outcome }: Check): boolean {
  const [only, ...others] = Object.entries(matcher);
  if (only === undefined || others.length > 0) return false;
  const [name, operand] = only;
  if (name === 'not') {
    const inner = isObject(operand) ? Object.keys(operand) : [];
    return outcome === 'fail' && inner.length === 1 && inner.every((one) => SHOWN_BY_A_PART.has(one));
  }
  return outcome === 'pass' && SHOWN_BY_A_PART.has(name);
}

function holdsCut(value: unknown): boolean {
  if (isCut(value)) return true;
  if (typeof value === 'string') return value.length >= NEARLY_A_MILLION && value.endsWith('…');
  if (Array.isArray(value)) return value.some(holdsCut);
  return isObject(value) && Object.values(value).some(holdsCut);
}
