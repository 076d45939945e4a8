/**
 * `npm run train:security`: learns the weights of SEC-027 from the labelled descriptions and the real
 * catalogues of MCPTEST_EVAL_DATA and from sentences of our own, and writes them. The same data gives the
 * same weights.
 */
import { writeFileSync } from 'node:fs';
import { benignServers } from './lib/security/benign.js';
import { benignExamples, labelledExamples, ownExamples } from './lib/security/examples.js';
import { BENIGN_SHARE, choose, FOLDS, outerScores, thresholdFor } from './lib/security/folds.js';
import { labelledTools } from './lib/security/labelled.js';
import { learn } from './lib/security/learner.js';
import { rateOf } from './lib/security/rates.js';

const data = process.env.MCPTEST_EVAL_DATA;
if (data === undefined) throw new Error('set MCPTEST_EVAL_DATA to the data directory');

const examples = [...labelledExamples(labelledTools(data)), ...benignExamples(benignServers(data))];
const own = ownExamples();
const { settings } = choose(examples, own);
// From scores of servers that were left out: those that were learned from score too well.
const leftOut = outerScores(examples, own, settings, FOLDS);
const threshold = thresholdFor(examples, leftOut, BENIGN_SHARE);
const { weights, bias } = learn([...examples, ...own], settings);
const sizes = weights.map(Math.abs).sort();
// A handful of weights are far larger than the rest; cutting them keeps the steps of the others small.
const largest = sizes[Math.floor(sizes.length * 0.9999)]!;
const scale = largest / 127;
const packed = Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))));

const model = {
  made_by: 'eval/train-security.ts',
  learned_from: {
    poisoned: examples.filter(({ poisoned }) => poisoned).length,
    honest: examples.filter(({ poisoned }) => !poisoned).length,
    sentences_of_our_own: own.length,
  },
  settings,
  threshold: round(threshold),
  bias: round(bias),
  scale,
  weights: Buffer.from(packed.buffer).toString('base64'),
};
const target = new URL('../src/lint/words/learned-weights.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(model, null, 2)}\n`);
const kept = packed.filter((weight) => weight !== 0).length;
console.log(model.learned_from, settings, { threshold, bias, scale, kept });
const honest = leftOut.filter((_, i) => examples[i]!.set === 'benign');
console.log(
  `Honest definitions of servers that were left out, at this threshold: ${rateOf(honest.filter((score) => score >= threshold).length, honest.length, 2)}`,
);

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
