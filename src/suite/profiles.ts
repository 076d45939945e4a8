/** `profiles:` — the chosen one is merged over the suite, all of them are validated. */

import { type LocatedValue, locate } from '../source/spots.js';
import type { SuiteProblem } from '../types/suite.js';
import { didYouMean } from '../util/did-you-mean.js';
import { isObject, ownValue } from '../util/plain.js';
import { toPointer } from '../util/pointer.js';
import { clip, oneLine } from '../util/text.js';
import { complaintsAbout, describeValue } from './complaints.js';
import { fillSuite } from './fill-suite.js';
import type { Scope } from './interpolate.js';
import { mergeProfile, without } from './merge.js';
import { problemOf } from './problems.js';
import { type Shape, wantsText } from './shape.js';

/** The suite without `profiles`, with the chosen one merged over it. */
export function applyProfile(
  suite: Record<string, unknown>,
  name: string | undefined,
  unknown: (message: string, hint: string | null) => void,
): Record<string, unknown> {
  const base = without(suite, (key) => key === 'profiles');
  if (name === undefined) return base;
  const profiles = ownValue(suite, 'profiles');
  const chosen = ownValue(profiles, name);
  if (isObject(chosen)) return mergeProfile(base, chosen);
  if (chosen === undefined) {
    const names = Object.keys(isObject(profiles) ? profiles : {}).slice(0, 100);
    const near = didYouMean(name, names);
    const others = names.length > 0 ? `one of ${names.map((one) => `\`${one}\``).join(', ')}` : null;
    unknown(
      `there is no profile \`${oneLine(clip(name, 80))}\``,
      near === undefined ? others : `did you mean \`${near}\`?`,
    );
  }
  return base;
}

/** What is wrong inside the profiles, chosen or not. A value that another environment would fill in is let be. */
export function profileProblems(root: LocatedValue, scope: Scope, shape: Shape): SuiteProblem[] {
  const profiles = ownValue(root.value, 'profiles');
  if (profiles === undefined) return [];
  if (!isObject(profiles)) {
    return [
      problemOf(root, { path: ['profiles'], message: `expected a map, found ${describeValue(profiles)}` }),
    ];
  }
  return Object.entries(profiles).flatMap(([name, profile]) => {
    const wanted = (value: unknown) =>
      complaintsAbout(shape, value)
        .filter(wantsText)
        .map(({ path }) => path);
    const { value, unfilled } = isObject(profile)
      ? fillSuite(profile, scope, wanted)
      : { value: profile, unfilled: new Set<string>() };
    const inner: LocatedValue = { value, spot: locate(root, ['profiles', name]) };
    return complaintsAbout(shape, value)
      .filter(({ path }) => !unfilled.has(toPointer(path)))
      .map((complaint) => problemOf(inner, complaint));
  });
}
