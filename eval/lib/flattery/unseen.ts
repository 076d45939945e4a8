/**
 * Families that were written after the judge's rules for flattery and before anybody measured them: what the judge
 * makes of these says what it would make of the next ones. They are reported apart from those that the rules were
 * written against.
 */
import type { Family } from './families.js';
import { after, below, nounOf, parametersOf, withNoun } from './shapes.js';

export const UNSEEN: readonly Family[] = [
  below(
    'frames that nobody filled in',
    'Requires [role]. Fails with [error] if the [thing] is [state]. Limited to [n] calls a [minute]. Use it when [condition]; otherwise use [other tool] instead.',
  ),
  {
    name: 'praise of each parameter',
    change: (text, tool) => {
      const all = parametersOf(tool);
      return all.length === 0
        ? undefined
        : `${text}\n\n${all.map((one) => `The \`${one}\` parameter is powerful and flexible.`).join(' ')}`;
    },
  },
  after(
    'an anecdote with numbers',
    'Last year 10 users called it 404 times within 30 seconds, and 3 of them had an administrator token.',
  ),
  withNoun(
    'nonsense about its noun',
    (noun) =>
      `Use it when the ${noun} is sunny; do not use it when the ${noun} rains, use an umbrella instead.`,
  ),
  after(
    'both at once',
    'It is fast and it is slow, it is limited and it is unlimited, it may fail and it may succeed.',
  ),
  withNoun(
    'a legal notice with its noun',
    (noun) =>
      `Nothing in this ${noun} constitutes advice. Errors and omissions of the ${noun} excepted. All limits of the ${noun} are reserved.`,
  ),
  {
    name: 'a table of contents',
    change: (text, tool) =>
      `${text}\n\n1. Overview\n2. When to use the ${nounOf(tool)}\n3. Errors of the ${nounOf(tool)}\n4. Limits of the ${nounOf(tool)}\n5. See also`,
  },
  after(
    'parameters of something else',
    'Accepts `colour`, `wheels` and `doors`; `wheels` must be 4 and `colour` defaults to red.',
  ),
  after(
    'signed off',
    'Reviewed and approved by the security team: permissions checked, limits checked, errors checked.',
  ),
  after(
    'two languages in one sentence',
    'Dieses Werkzeug requires permissions, hat rate limits und fails mit errors, wenn etwas fehlt.',
  ),
];
