/**
 * A description that denies an annotation: it says that the tool writes, and a hint says that it only reads; or that each
 * call does it again, or that it goes to the web, and a hint says otherwise. Whatever else is said, that is worth 1. Every
 * sentence is looked at; only the first one may be an order ("Delete a boat"), because later ones often tell the reader
 * what to do ("Create an account first").
 */
import type { ContextSignals, JustifiedScore } from '../../types/tdqs.js';
import { READ } from './background.js';
import { quote } from './cite.js';
import { isDestruction, isSureWrite, verbOf } from './effect.js';
import { splitSentences } from './sentences.js';

/** After these "updates" and "archives" are things, not what the tool does. */
const AFTER_NOUN = new Set(
  'are is was were be of from have has can may will must should in on to'.split(' '),
);

/** What each hint denies: the sentence of a text that says the opposite. */
type Hint = { hint: string; what: string; denied(sentence: string, first: boolean): boolean };

/** Says outright that a second call does more than the first, or that none does. */
const EACH_TIME =
  /\b(?:not idempotent|non-idempotent|(?:each|every) (?:call|time|run|invocation|request) (?:creates?|adds?|appends?|sends?|inserts?|charges?|posts?|makes?)|(?:calling|running|repeating) (?:it|this(?: tool)?) (?:again|twice) (?:creates?|adds?|sends?|charges?|appends?|posts?)|creates? (?:a )?duplicates? (?:if|when|on)|(?:creates?|adds?|appends?|sends?|inserts?|charges?|posts?|raises?|increases?|increments?)\b[^.;]{0,80}\b(?:(?:each|every) time (?:it|this(?: tool)?) is (?:called|run|used|invoked)|(?:on|upon|with) (?:each|every) (?:call|run|invocation)\b))/i;
const TAKES_AWAY = '(?:delet|remov|eras|wip|purg|drop|clear|discard|overwrit|destroy|empti)';
const LOST =
  "(?:permanently|irreversibly|irrevocably|for good|forever|(?:cannot|can't|can not) be (?:undone|restored|recovered|reversed|brought back))";

/** Says outright that something is gone afterwards; `ending` is that of the verb. */
function forGood(start: string, ending: string): RegExp {
  const takesAway = `${TAKES_AWAY}${ending}\\b`;
  return new RegExp(`${start}(?:${takesAway}[^.]{0,80}\\b${LOST}\\b|${LOST} ${takesAway})`, 'i');
}
const FOR_GOOD = forGood('\\b', '(?:e?s|ing)');
const FOR_GOOD_AS_ORDER = forGood('^', 'e?');
/** Says outright that it leaves the machine. */
const OUTSIDE =
  /\b(?:(?:searches|queries|fetches|calls|contacts|browses|downloads from|posts to|sends? (?:it |them |data )?to) (?:the )?(?:web|internet|public web|world wide web|external (?:api|service|server)s?|third[- ]party (?:api|service)s?|remote (?:api|service|server)s?)|(?:search|browse|query|crawl|fetch from) the (?:web|internet)|requires? (?:an )?internet (?:access|connection)|(?:fetch|download|retrieve|search|crawl|scrape|load|upload|post|send|look|find|get|check|read|ask|gather|collect|pull|query|queri|access)(?:e?s|ing)?\b[^.;]{0,60} (?:from|on|over|across|to) (?:any (?:url|address|site|website)\b|(?:any \w+ on )?the (?:public )?(?:internet|web)\b(?! (?:ui|interface|app|server|console|view)\b)))/i;

function hintsOf({ annotationValues }: ContextSignals): Hint[] {
  const { readOnly, destructive, idempotent, openWorld } = annotationValues;
  const hints: Hint[] = [];
  if (readOnly === true)
    hints.push({
      hint: 'readOnlyHint is true',
      what: 'a change',
      denied: (sentence, first) => verbDenies(isSureWrite)(sentence, first) || CHANGES_TOO(sentence, first),
    });
  else if (destructive === false)
    hints.push({
      hint: 'destructiveHint is false',
      what: 'a change',
      denied: (sentence, first) =>
        verbDenies(isDestruction)(sentence, first) ||
        TAKES_TOO(sentence, first) ||
        saysOf(FOR_GOOD)(sentence) ||
        (first && FOR_GOOD_AS_ORDER.test(sentence)),
    });
  if (idempotent === true && readOnly !== true)
    hints.push({
      hint: 'idempotentHint is true',
      what: 'that every call does it again',
      denied: saysOf(EACH_TIME),
    });
  if (openWorld === false)
    hints.push({ hint: 'openWorldHint is false', what: 'a way to the outside', denied: saysOf(OUTSIDE) });
  return hints;
}

/** "It does not search the web" says the opposite of what it names. */
const NOT = /\b(?:not|never|no|nothing|none|without|cannot)\b|n't\b/i;

/**
 * After "Reads the ledger and …" these say that it is changed. "Removes", "creates" and "updates" do not: "Fetches a page and
 * removes the scripts" speaks of what it gives back.
 */
const TAKEN = 'delete|erase|purge|wipe|destroy';
const CHANGED = `${TAKEN}|overwrite|rename|upload|publish|revoke|uninstall|modify|modifie`;
/** "Finds those that …" and "shows how to …" tell of others' deeds. */
const OF_OTHERS = /\b(?:that|which|who|what|how|where|when|if|whether|to|can|may|or|such)\b/i;

/** Says it with a second verb, of the same form as the first: "Reads the ledger and deletes old rows". */
function secondVerb(verbs: string, more = ''): (sentence: string, first: boolean) => boolean {
  const start = '^([^.;:]{3,160}?),? (?:and(?: then| also)?|then) ';
  const tells = new RegExp(
    `${start}(?:(?:${verbs})e?s\\b(?! (?:${[...AFTER_NOUN].join('|')})\\b)${more})`,
    'i',
  );
  const orders = new RegExp(`${start}(?:${verbs}) \\w`, 'i');
  const isOwn = (before: string | undefined, form: boolean) =>
    before !== undefined &&
    !NOT.test(before) &&
    !OF_OTHERS.test(before) &&
    verbOf(before)?.verb.endsWith('s') === form;
  return (sentence, first) =>
    isOwn(tells.exec(sentence)?.[1], true) || (first && isOwn(orders.exec(sentence)?.[1], false));
}

const CHANGES_TOO = secondVerb(CHANGED, '|writes\\b[^.;,]{1,60}\\b(?:in)?to\\b');
const TAKES_TOO = secondVerb(TAKEN);

function saysOf(pattern: RegExp): (sentence: string) => boolean {
  return (sentence) => {
    const found = pattern.exec(sentence);
    return found !== null && !NOT.test(sentence.slice(0, found.index));
  };
}

function verbDenies(denies: (verb: string) => boolean): (sentence: string, first: boolean) => boolean {
  return (sentence, first) => {
    const found = verbOf(sentence);
    if (found === undefined || !denies(found.verb)) return false;
    return first || (found.verb.endsWith('s') && !AFTER_NOUN.has(found.next));
  };
}

export function contradiction(text: string, signals: ContextSignals): JustifiedScore | undefined {
  const hints = hintsOf(signals);
  if (hints.length === 0) return undefined;
  for (const [i, sentence] of splitSentences(text.slice(0, READ)).entries()) {
    const denied = hints.find((one) => one.denied(sentence, i === 0));
    if (denied === undefined) continue;
    return {
      score: 1,
      justification: `${quote(sentence)} describes ${denied.what}, while ${denied.hint}. The two cannot both be true.`,
    };
  }
  return undefined;
}
