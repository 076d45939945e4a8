/**
 * `npm run eval:security`, fourth part: sentences of our own of a family, or in a style, that SEC-027 learned nothing
 * from, and the honest ones in that style; and the blind sets, each judged by what was learned without it. The threshold
 * is that of servers which were left out as well. `--blind` prints the blind sets only.
 */
import model from '../src/lint/words/learned-weights.json' with { type: 'json' };
import { benignServers } from './lib/security/benign.js';
import {
  benignExamples,
  blindExamples,
  type Example,
  LEARNED_SETS,
  labelledExamples,
  ownExamples,
} from './lib/security/examples.js';
import { BENIGN_SHARE, FOLDS, foldOf, outerScores, thresholdFor } from './lib/security/folds.js';
import { labelledTools } from './lib/security/labelled.js';
import { learn, scoreExample } from './lib/security/learner.js';
import { rateOf } from './lib/security/rates.js';

const data = process.env.MCPTEST_EVAL_DATA;
if (data === undefined) throw new Error('set MCPTEST_EVAL_DATA to the data directory');

const SETTINGS = model.settings;
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

function printStrangers(): void {
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
}

/** SEC-027 alone, so that what the rules add does not hide what was learned. */
function blindRows(): Record<string, Record<string, string>> {
  const withoutBlind = own.filter(({ group }) => !group.startsWith('blind-'));
  const threshold = thresholdFor(
    examples,
    outerScores(examples, withoutBlind, SETTINGS, FOLDS),
    BENIGN_SHARE,
  );
  const sums = { found: [0, 0], flagged: [0, 0] };
  const rows: Record<string, Record<string, string>> = {};
  for (const set of LEARNED_SETS) {
    const others = LEARNED_SETS.filter((other) => other !== set).flatMap(blindExamples);
    const learned = learn([...examples, ...withoutBlind, ...others], SETTINGS);
    const count = (isPoisoned: boolean, into: number[]) => {
      const of = blindExamples(set).filter(({ poisoned }) => poisoned === isPoisoned);
      const found = of.filter((one) => scoreExample(learned, one) >= threshold).length;
      into[0]! += found;
      into[1]! += of.length;
      return rateOf(found, of.length);
    };
    rows[set] = { found: count(true, sums.found), 'honest flagged': count(false, sums.flagged) };
  }
  rows.all = {
    found: rateOf(sums.found[0]!, sums.found[1]!),
    'honest flagged': rateOf(sums.flagged[0]!, sums.flagged[1]!),
  };
  return rows;
}
if (!process.argv.includes('--blind')) printStrangers();
console.log(
  'Blind sets, each left out of what SEC-027 learns from (the others are learned from). SEC-027 alone.',
);
console.table(blindRows());
