/**
 * Sentences that speak to whoever reads a definition instead of describing the tool: what the judge should
 * give, or orders to the model. They are no evidence for anything, so they are taken out before the rest is read.
 */
import { findOrderToModel } from '../../lint/tool-text.js';
import { DIMENSIONS } from '../dimensions.js';
import { Cue, type Said, told } from './text/said.js';

const READER = '(?:judges?|graders?|evaluators?|scorers?)';
const SUBJECT =
  '(?:this|the|every|each|all|our|my) (?:tools?|definitions?|descriptions?|servers?|dimensions?)';
const JUDGING = [
  // Nobody but a judge knows these names.
  `\\b(?:${DIMENSIONS.join('|')}|annotation_contradiction)\\b`,
  `\\b(?:notes?|messages?|hints?|attention|reminders?) (?:to|for|of) (?:the |any |all |every )?${READER}\\b`,
  `\\b(?:dear|hello|hey|attention,?) ${READER}\\b`,
  `\\b(?:give|assign|award|rate|score|grade|mark|rank) (?:it|${SUBJECT})\\b.{0,60}\\b(?:highest|maximum|full|top|perfect|(?<!(?:to|-|–) ?)(?:5|five)\\b(?! ?stars?))`,
  `\\b${SUBJECT} (?:deserves?|merits?|must (?:get|be (?:scored|rated|graded))|should (?:get|be (?:scored|rated|graded)))\\b`,
  '\\b(?:best practices?|standards?|criteri(?:on|a)|guidelines|rubrics?)\\b.{0,40}\\b(?:tool )?(?:descriptions?|definitions?)\\b',
  "\\b(?:do not|don't|never) (?:deduct|subtract|take off|penali[sz]e|mark down|lower)\\b.{0,40}\\b(?:points?|scores?|marks?|grades?|tools?|definitions?)\\b",
  `\\bwhen (?:you )?(?:scor|grad|judg|evaluat|rat)(?:e|ing)\\b(?: (?:it|${SUBJECT}|tools|definitions)\\b|[.!]?$)`,
].map((source) => new Cue(new RegExp(source, 'i')));

/** Without one of these there is no such order; looking closer takes time. */
const ORDER_HINT = new Cue(
  /ignor|disregard|forget|overrid|bypass|instruct|prompt|mention|tell|reveal|inform|show/i,
);
/** Of the orders that a security rule knows, those that no description of a tool contains by chance. */
const ORDERS = new Set(['orders the model to drop earlier instructions', 'hides an action from the user']);

export const isAside = told((said) => {
  if (JUDGING.some((cue) => cue.isIn(said))) return true;
  if (!ORDER_HINT.isIn(said)) return false;
  const order = findOrderToModel(said.text);
  return order !== undefined && ORDERS.has(order);
});

/** A long sentence of words that were said before is the text once more, in another order. */
export function isStirred(terms: readonly string[], known: number): boolean {
  return terms.length >= STIRRED && 5 * known >= 4 * terms.length;
}
export const STIRRED = 8;

/** A question, what other tools do, or what nobody claims to be so now. */
export const isNotSaidOfIt = told(
  (said) => NOT_OF_IT.some((cue) => cue.isIn(said)) || (TALE.mayBeIn(said) && isTale(said)),
);

function isTale({ text }: Said): boolean {
  return TALE.pattern.test(text.replace(QUOTED, ' '));
}
const QUESTION =
  /^(?:does|do|did|is|are|was|were|what|when|how|why|can|could|should|will|would|where|who|which|may|must)\b[^"'`]*\?$/i;
/** A statement says what is so: hearsay, what would be, what is to come and talk about the text itself do not. */
const UNCLAIMED = new RegExp(
  [
    'rumou?rs?|reportedly|allegedly|supposedly|presumably|apparently|hypothetical(?:ly)?|imagine|legend has it',
    "(?:is|are|it's) (?:said|thought|believed|rumou?red|supposed) (?:to|that)",
    '(?:some|many|most|few|other) (?:people |users )?(?:say|think|believe|claim)|(?:people|they) say',
    'if (?:it|this|they|there|one|(?:the|a) \\w+) (?:were|had been|had had)|if\\b[^,]{0,80},[^,]{0,40}\\bwould|would have (?:been|had)',
    'planned (?:for|in)|on the roadmap|(?:upcoming|next) (?:version|release)',
    'coming soon|will (?:soon|eventually|one day)|in (?:a|some) (?:future|later|coming) (?:version|release)',
    'in (?:some|certain|other|many) (?:cases|situations|circumstances)|under (?:some|certain|various) (?:conditions|circumstances)',
    'work in progress|under construction|still (?:working on|being written|to be written)|watch this space|stay tuned',
    '(?:this|our|the present) (?:description|text|documentation|definition|sentence|paragraph|summary)',
    '(?:description|definition|documentation) (?:of|for) (?:the|this) tool',
  ]
    .map((one) => `\\b(?:${one})\\b`)
    .join('|'),
  'i',
);
/** What happened once, and what was changed. */
const TALE = new Cue(
  /^[-*\s]{0,4}v?\d{1,3}\.\d{1,3}(?:\.\d{1,3})?\s?[:–-]|^(?:last (?:year|month|week|summer|winter|night)|yesterday|once upon|long ago|one day)\b|\b(?:years|months|weeks|days) ago\b|\btook (?:about |only |just )?\d/i,
);
/** Examples of what may be passed: "'3 days ago'". */
const QUOTED = /(["'`])[^"'`\n]{1,60}\1/g;
/** "Requires [role]", "when {{condition}}": a frame that nobody has filled in. */
const FRAME =
  /(?<![\w\])`"])\[(?!optional\b|required\b|default\b)[a-z][a-z /]{1,40}\](?![(\w`"])|\{\{[^{}]{1,40}\}\}|\b(?:limited to|after|per|at most|up to|within|role) [NMXYZ]\b/;
/** Whom to turn to. */
const CONTACT =
  /\b(?:report|send|write|mail|contact|complain)\b[^.;]{0,60}(?:\bto )?[\w.+-]{1,40}@[\w-]{1,40}\.\w|\bcontact (?:us|support|the (?:author|team|maintainers?))\b/i;
/** The schema, counted. */
const COUNTED =
  /\b(?:takes?|has|accepts?|expects?) (?:\d+|one|two|three|four|five|no|several) (?:required |optional )?(?:parameters?|arguments?|inputs?)\b/i;
/** How well it was made, and who likes it. */
const MADE =
  /^(?:tested|used by|trusted by|loved by|written in|built (?:with|in)|rated)\b|\b(?:known bugs|\d uptime|% uptime|test coverage|line coverage|24\/7)\b/i;
/** Somebody speaks of himself, not of the tool. */
const SPEAKER = /(?:^|[\s("])(?:I|[Ww]e)(?:'(?:m|ve|ll|re|d))? (?!recommend|suggest|advise)[a-z]/;
const OTHERS =
  /^(?:(?:some|others|many|most) (?:are|is|have|may|can|need|require|fail)\b|(?:some|other|many|most|few|all|several|similar|certain|such|different|any|every|various) (?:[\w-]+ ){0,2}(?:tools?|servers?|apis?|services?|functions?)\b)/i;

const NOT_OF_IT = [QUESTION, OTHERS, UNCLAIMED, SPEAKER, FRAME, CONTACT, COUNTED, MADE].map(
  (pattern) => new Cue(pattern),
);
