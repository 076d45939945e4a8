/**
 * Behaviour in plain words: "An order that was shipped stays as it is", "The pump stops by itself". No word gives it away,
 * but its form does: somebody or something other than the tool is the subject, and the clause says what becomes of it, on
 * which condition, how much, or for whom.
 */
import { Cue } from './text/said.js';

/** Not the tool itself, which has no subject ("Returns …"), and no order ("Use …"). */
const SUBJECT =
  '(?:(?:the|an?|its|their|your|any|each|every|all|no|only|both|old|new|existing|other|open|full|whoever|anything|everything|nothing|nobody|what|they|it|you|there)\\b|(?:calling|doing|running|repeating) (?:it|this|that)\\b|[\\p{L}-]{3,}s (?:of|that|which|who|whose|with|without|above|below|over|under|in|on|are|stay|keep|go|come|have)\\b)';
const BECOMES =
  '(?:stays?|remains?|keeps?|kept|left|loses?|lost|gone|goes?|lands?|ends?|closes|opens|stops?|starts?|waits?|drops?|moves|leaves?|comes? (?:back|last|first)|gets?|makes? no|counts?|belongs?|has to|have to|needs? to|must|may|can|cannot|will)';
const DONE =
  '(?:(?:is|are|gets?|will be|has been|have been|must be|must have been|cannot be) (?:\\w+ly |not |never |only |also |then )?\\w{2,}(?:ed|en|wn|ght|old|ept|ost|one|ent|aid|eft|ut)\\b)';
const AMOUNT =
  '(?:\\d|half|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty|sixty|hundred)';

export const PLAIN_FACT = new Cue(
  new RegExp(
    `^(?:(?:if|when|while|until|unless|once|after|before)\\b[^.;]{3,80}, )?${SUBJECT}[^.;]{0,80}?\\b(?:${BECOMES}|${DONE}|takes? (?:\\w+ )?${AMOUNT}|(?:runs?|lasts?) (?:for|until)|${AMOUNT} [\\p{L}]+ (?:at a time|in one go))\\b`,
    'iu',
  ),
);
