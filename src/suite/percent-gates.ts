/** Gates on figures in whole percent that are written as shares: 0.8 would hold from one percent on. */
import type { Path } from '../source/spots.js';
import { isObject, ownValue } from '../util/plain.js';
import { type Complaint, showPercent } from './shape.js';

const IN_PERCENT =
  /^(?:(?:tool_selection|token_efficiency)\.f1|tool_selection\.(?:precision|recall)|distractors\.(?:accuracy|certified_lower)(?:_at_\d+)?|orchestration\.\w+|edges\.(?:allowed|delegation)_pct|trajectory\.similarity|golden_path\.efficiency|stability\.\w+|recovery\.recovered|dataset\.(?!n$)[\w.]+)$/;

const COMPARES = ['>=', '>', '<=', '<', '==', '!=', 'exact'];
const NESTS = ['not', 'all_of', 'any_of'];

/** `path` leads to the matcher. */
export function sharesAsPercent(target: string, matcher: unknown, path: Path): Complaint[] {
  if (!IN_PERCENT.test(target)) return [];
  if (Array.isArray(matcher))
    return matcher.flatMap((one, at) => sharesAsPercent(target, one, [...path, at]));
  if (isShare(matcher)) return [complaint(target, matcher, path)];
  if (!isObject(matcher)) return [];
  return Object.entries(matcher).flatMap(([name, operand]) => {
    const at = [...path, name];
    if (NESTS.includes(name)) return sharesAsPercent(target, operand, at);
    const bound = name === 'approx' ? ownValue(operand, 'value') : operand;
    return (name === 'approx' || COMPARES.includes(name)) && isShare(bound)
      ? [complaint(target, bound, at)]
      : [];
  });
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 1;
}

function complaint(target: string, share: number, path: Path): Complaint {
  const message = `\`${target}\` is in whole percent, from 0 to 100, so ${share} is less than one`;
  return { path, message, hint: `write ${showPercent(share)}` };
}
