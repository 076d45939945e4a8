/** Gates on figures in whole percent that are written as shares: 0.8 would hold from one percent on. */
import { isInPercent, isShare, shareForPercent } from '../metrics/percent-figures.js';
import type { Path } from '../source/spots.js';
import { isObject, ownValue } from '../util/plain.js';
import { type Complaint, showPercent } from './shape.js';

const COMPARES = ['>=', '>', '<=', '<', '==', '!=', 'exact'];
const NESTS = ['not', 'all_of', 'any_of'];

/** `path` leads to the matcher. */
export function sharesAsPercent(target: string, matcher: unknown, path: Path): Complaint[] {
  if (!isInPercent(target)) return [];
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

function complaint(target: string, share: number, path: Path): Complaint {
  return { path, message: shareForPercent(target, share), hint: `write ${showPercent(share)}` };
}
