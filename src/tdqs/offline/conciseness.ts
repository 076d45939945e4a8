/** Conciseness: every sentence earns its place, and there are enough of them. */
import type { JustifiedScore } from '../../types/tdqs.js';
import { plural } from '../../util/text.js';
import { quote } from './cite.js';
import { isEnglish } from './fit.js';
import { isGeneral } from './plain-words.js';
import type { Reading } from './reading.js';
import { Cue } from './text/said.js';

const LONG = 800;
const VERY_LONG = 2500;
const ENDLESS = 5000;
/** New words below which a text that has to carry everything is thin. */
const THIN = 6;
/** The share of the sentences above which a text is a list of parameters. */
const MOSTLY = 0.45;
/** Sends the reader to another place for what belongs here. */
const ELSEWHERE =
  /\b(?:see|refer to|read|check) (?:the )?[\w-]{0,30}(?:docs?|documentation|manual|readme)\b/i;
const FILLER = new Cue(
  /\b(?:this (?:tool|function|endpoint|method) (?:is (?:used|designed|intended)|allows|enables|provides|can be used|will)|allows you to|enables you to|in order to|please note|it is (?:important|worth)|simply|powerful|comprehensive|seamless|robust|various|as needed|and (?:much )?more)\b/i,
);

/** What the whole text is worth at most, by its length and by how much of it is padding. */
export function bulk(text: string, padding: number): JustifiedScore[] {
  const say = (score: number, why: string): JustifiedScore => ({
    score,
    justification: `${plural(text.length, 'character')}, beginning with ${quote(text)}: ${why}.`,
  });
  const found: JustifiedScore[] = [];
  if (padding > 0.25)
    found.push(say(padding > 0.75 ? 3 : 4, `${Math.round(100 * padding)} % of the words repeat the schema`));
  if (text.length > ENDLESS) found.push(say(2, 'far more than a model reads before each call'));
  else if (text.length > VERY_LONG) found.push(say(3, 'the text is long'));
  else if (text.length > LONG) found.push(say(4, 'the text is rather long'));
  return found;
}

export function conciseness(reading: Reading): JustifiedScore {
  const { sentences, length } = reading;
  if (reading.saysNothing) {
    return {
      score: 2,
      justification: `${reading.background.lead} is too little to be concise. It leaves everything out.`,
    };
  }
  if (reading.fit === 'unrelated') {
    return {
      score: 2,
      justification: `${reading.background.lead} fits neither name nor parameters. No sentence of it earns its place.`,
    };
  }
  const size = `${plural(sentences.length, 'sentence')}, ${plural(length, 'character')}`;
  if (length > ENDLESS) {
    return {
      score: 2,
      justification: `${size}: far more than a model reads before each call. It opens with ${reading.background.lead}.`,
    };
  }
  const faults: string[] = [];
  let score = 5;
  if (length > VERY_LONG) [score, faults[0]] = [3, 'the text is long'];
  else if (length > LONG) [score, faults[0]] = [4, 'the text is rather long'];
  const documents = sentences.filter(({ parameter }) => parameter !== undefined).length;
  const echoes = sentences.filter(({ echo }) => echo);
  const filler = sentences.find(({ said }) => FILLER.isIn(said));
  const isAnything =
    reading.fit !== 'fits' && ([...reading.newTerms].every(isGeneral) || !isEnglish(reading.text));
  const thin = !reading.background.signals.hasAnnotations && reading.newTerms.size < THIN;
  if (reading.newTerms.size === 0) lower('it is the name as a sentence');
  else if (isAnything) lower('it would fit any tool');
  else if (thin) lower('without annotations the text carries everything, and it is too little for that');
  if (reading.copied > 0.25) lower('much of it is a copy of the schema');
  else if (4 * echoes.length > sentences.length)
    lower(`${quote(echoes[0]!.text)} repeats the schema or an earlier sentence`);
  else if (documents >= 2 && documents >= MOSTLY * sentences.length)
    lower('most of it lists parameters, which belong in the schema');
  if (ELSEWHERE.test(reading.text)) lower('it sends the reader elsewhere');
  if (reading.asides > 0) lower('some of it speaks to the reader instead of describing the tool');
  if (filler !== undefined) lower(`${quote(filler.text)} has words that carry nothing`);
  function lower(why: string): void {
    score -= 1;
    faults.push(why);
  }
  const all = echoes.length === 0 ? 'Each sentence adds' : 'Nearly every sentence adds';
  const what = faults.length === 0 ? `${all} something` : `But ${faults.join('; ')}`;
  return {
    score: Math.max(2, score),
    justification: `${size}, the main point first: ${reading.background.lead}. ${what}.`,
  };
}
