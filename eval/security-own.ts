/**
 * `npm run eval:security`, fourth part: sentences of our own of a family, or in a style, that SEC-027 learned nothing
 * from, and the honest ones in that style. The threshold is that of servers which were left out as well.
 */
import { benignServers } from './lib/security/benign.js';
import { benignExamples, type Example, labelledExamples, ownExamples } from './lib/security/examples.js';
import { BENIGN_SHARE, FOLDS, foldOf, thresholdFor } from './lib/security/folds.js';
import { labelledTools } from './lib/security/labelled.js';
import { learn, scoreExample } from './lib/security/learner.js';
import { rateOf } from './lib/security/rates.js';

const data = process.env.MCPTEST_EVAL_DATA;
if (data === undefined) throw new Error('set MCPTEST_EVAL_DATA to the data directory');

const SETTINGS = { pull: 1e-3, rounds: 6 };
const examples = [...labelledExamples(labelledTools(data)), ...benignExamples(benignServers(data))];
const known = examples.filter((each) => foldOf(each, FOLDS) !== 0);
const strangers = examples.filter((each) => foldOf(each, FOLDS) === 0);
const own = ownExamples();
const dressed = own.filter(({ style }) => style !== undefined);

function rowWithout(isLeftOut: (one: Example) => boolean) {
  const learned = learn([...known, ...own.filter((one) => !isLeftOut(one))], SETTINGS);
  const scores = strangers.map((each) => scoreExample(learned, each));
  const threshold = thresholdFor(strangers, scores, BENIGN_SHARE);
  const rate = (isPoisoned: boolean) => {
    const of = dressed.filter((one) => isLeftOut(one) && one.poisoned === isPoisoned);
    return rateOf(of.filter((one) => scoreExample(learned, one) >= threshold).length, of.length);
  };
  return { found: rate(true), 'honest flagged': rate(false) };
}

const namesOf = (key: (one: Example) => string | undefined) => [...new Set(dressed.map(key))];
console.log('Sentences of our own of a family that nothing was learned from.');
console.table(
  Object.fromEntries(
    namesOf(({ group }) => group).map((family) => [family, rowWithout(({ group }) => group === family)]),
  ),
);
console.log('In a style that nothing was learned from.');
console.table(
  Object.fromEntries(
    namesOf(({ style }) => style).map((style) => [style, rowWithout((one) => one.style === style)]),
  ),
);
