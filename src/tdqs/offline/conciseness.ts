/** Conciseness: every sentence earns its place, and there are enough of them. */
import type { Justified } from '../../types/tdqs.js';
import { plural } from '../../util/text.js';
import { quote, quoteFirst } from './cite.js';
import { knownParameters } from './parameters.js';
import type { Reading } from './reading.js';

const LONG = 1200;
const VERY_LONG = 2500;
const ENDLESS = 5000;
const FILLER =
  /\b(?:this (?:tool|function|endpoint|method) (?:is (?:used|designed|intended)|allows|enables|provides|can be used|will)|allows you to|enables you to|in order to|please note|it is (?:important|worth)|simply|powerful|comprehensive|seamless|robust|various|as needed|and (?:much )?more)\b/i;

export function conciseness(reading: Reading): Justified {
  const { sentences, length, newTerms } = reading;
  if (newTerms.size === 0) {
    return {
      score: 2,
      justification: `${quoteFirst(sentences)} is too little to be concise. It leaves everything out.`,
    };
  }
  const size = `${plural(sentences.length, 'sentence')}, ${plural(length, 'character')}`;
  if (length > ENDLESS) {
    return {
      score: 2,
      justification: `${size}: far more than a model reads before each call. It opens with ${quoteFirst(sentences)}.`,
    };
  }
  const faults: string[] = [];
  let score = 5;
  const documents = sentences.filter(({ parameter }) => parameter !== undefined).length;
  const echoes = sentences.filter(({ echo }) => echo);
  const filler = sentences.find(({ text }) => FILLER.test(text));
  if (length > VERY_LONG) [score, faults[0]] = [3, 'the text is long'];
  else if (length > LONG) [score, faults[0]] = [4, 'the text is rather long'];
  if (isThin(reading))
    [score, faults[0]] = [Math.min(score, 3), 'it is short because it leaves the parameters open'];
  if (4 * echoes.length > sentences.length)
    lower(`${quote(echoes[0]!.text)} repeats the schema or an earlier sentence`);
  else if (documents >= 2) lower('parameters are listed that belong in the schema');
  if (filler !== undefined) lower(`${quote(filler.text)} has words that carry nothing`);
  function lower(why: string): void {
    score -= 1;
    faults.push(why);
  }
  const what = faults.length === 0 ? 'Each sentence adds something' : `But ${faults.join('; ')}`;
  return {
    score: Math.max(2, score),
    justification: `${size}, the main point first: ${quoteFirst(sentences)}. ${what}.`,
  };
}

/** Several parameters, hardly any of them explained anywhere, and little said at all. */
function isThin(reading: Reading): boolean {
  const { paramCount } = reading.signals;
  if (paramCount < 2 || reading.newTerms.size >= 20) return false;
  return 2 * knownParameters(reading).known < paramCount;
}
