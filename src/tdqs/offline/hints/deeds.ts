/**
 * What a sentence says that a call does: changes something, takes something away, does it again with every call, reaches the
 * outside. Only what the tool itself does counts, told ("Marks it as paid", "will mark it") or, in the first sentence, as an
 * order ("Mark it as paid"); a verb counts together with what it is done to, since "marks" alone may be a noun.
 */
import { isDestruction, isSureWrite, verbOf } from './effect.js';

type Says = (sentence: string, first: boolean) => boolean;

/** After these "updates" and "archives" are things, not what the tool does. */
const AFTER_NOUN = new Set(
  'are is was were be of from have has can may will must should in on to'.split(' '),
);
/** "It does not search the web" says the opposite of what it names. */
const NOT =
  /\b(?:not|never|no|nothing|none|without|cannot|instead of|rather than|avoids?|unless|fails? if)\b|n't\b/i;
/** "Finds those that …" and "shows how to …" tell of others' deeds. */
const OF_OTHERS = /\b(?:that|which|who|what|how|where|when|if|whether|to|can|may|such)\b/i;
const AND = /(?:[,;]|,? (?:and|or|then|but))(?: (?:and|or|then|also|it))* /g;
/** What comes before a verb without changing whose deed it is; with "you" it is somebody else's. */
const LEADING = /^\W*(?:(?:this|the|tool|it|also|then|will|can|\w+ly) )*/i;
const WILL = /\bwill $/i;
/** What it is able to do it need not do. */
const CAN = /\bcan $/i;

/** Clauses of a sentence, each from the verb on by which the tool acts. */
export function deedsIn(sentence: string, first: boolean): string[] {
  const start = LEADING.exec(sentence)?.[0] ?? '';
  const rest = sentence.slice(start.length);
  const verb = verbOf(rest)?.verb ?? '';
  const told = verb.endsWith('s');
  const isOwn = !CAN.test(start) && (told || first || WILL.test(start));
  const deeds = isOwn ? [rest] : [];
  // A second verb has the form of the first: "reads the ledger and deletes old rows".
  for (const { 0: joint, index } of rest.matchAll(AND)) {
    const before = rest.slice(0, index);
    const clause = rest.slice(index + joint.length);
    if (NOT.test(before) || OF_OTHERS.test(before)) break;
    const isSame = /^\w+s\b/i.test(clause) ? told : !told && first;
    if (isSame) deeds.push(clause);
  }
  return deeds;
}

const THING =
  '(?:an?|the|this|that|these|any|all|one|each|every|some|your|their|its|it|them|multiple|existing|another)';
/** `did('lock|close', 'the door')`: one of the verbs, told or as an order, and what follows. */
function did(verbs: string, after: string): RegExp {
  return new RegExp(`^(?:${verbs.replace(/y(?=\||$)/g, '(?:y|ie)')})(?:e?s)? ${after}`, 'i');
}

/** Of these it depends on what is done whether anything is changed. */
const CHANGES: readonly RegExp[] = [
  did(
    'cancel|approve|activate|deactivate|disable|ban|unban|deploy|install|restart|reboot|refund|invite|unassign|reassign|pin|unpin|mute|unmute|unlock|reset|reopen|book|pay|persist|register|unregister|kick|kill|toggle|increment|decrement|reschedule|schedule',
    `${THING}\\b`,
  ),
  did('lock|save|store|restore', `${THING}\\b`),
  did('enable', `${THING} (?!\\w+ to \\w)`),
  did(
    'close',
    `${THING} (?!(?:\\w+ ){0,2}(?:connection|session|cursor|handle|tab|page|browser|window|gap)s?\\b)`,
  ),
  did('mark', `(?:(?:${THING} )[^.;]{0,60} ?)?as `),
  did('flag', `${THING} [^.;]{0,60}\\bas \\w+(?:ed|ive|spam)\\b`),
  did('set', `(?:the|an?|its|all|each|every) [^.;,]{1,60} to `),
  did('turn', `(?:(?:on|off) ${THING}\\b|${THING} [^.;,]{1,40} (?:on|off)\\b)`),
  did('change|switch', `${THING} [^.;,]{1,60} (?:to|from|on|off)\\b`),
  did(
    'move',
    `${THING} (?!(?:mouse|cursor|pointer|camera|focus|caret|view)\\b)[^.;,]{0,60}\\b(?:in)?to (?:the|an?|another|its|your)\\b`,
  ),
  did(
    'add|attach|assign',
    `${THING} [^.;]{0,60}\\bto (?:the|an?|your|its|one|this|another) (?:\\w+ ){0,2}(?:list|cart|basket|board|database|calendar|queue|project|playlist|collection|group|channel|folder|repository|index|library|account|record|issue|ticket|task|store|wishlist|favou?rites|bookmarks|person|user|member|team|role|owner)\\b`,
  ),
];

/**
 * After "Reads the ledger and …" these say that it is changed. "Removes", "creates" and "updates" do not: "Fetches a page and
 * removes the scripts" speaks of what it gives back.
 */
const TAKEN = 'delete|erase|purge|wipe|destroy';
const CHANGED_TOO = did(
  `${TAKEN}|overwrite|rename|upload|publish|revoke|uninstall|modify`,
  `(?!(?:${[...AFTER_NOUN].join('|')})\\b)\\w`,
);
const WRITES_TOO = /^writes\b[^.;,]{1,60}\b(?:in)?to\b/i;
const TAKEN_TOO = did(TAKEN, `(?!(?:${[...AFTER_NOUN].join('|')})\\b)\\w`);

/** One of the deeds of a sentence is such; the second of them only where it leaves no doubt. */
function deed(any: readonly RegExp[], second: readonly RegExp[]): Says {
  return (sentence, first) =>
    deedsIn(sentence, first).some(
      (clause, i) => any.some((one) => one.test(clause)) || (i > 0 && second.some((one) => one.test(clause))),
    );
}

function verbSays(denies: (verb: string) => boolean): Says {
  return (sentence, first) => {
    const found = verbOf(sentence);
    if (found === undefined || !denies(found.verb)) return false;
    return first || (found.verb.endsWith('s') && !AFTER_NOUN.has(found.next));
  };
}

/** Wherever it stands in a sentence, unless a "not" stands before it. */
function saysOf(...patterns: readonly RegExp[]): Says {
  return (sentence) =>
    patterns.some((pattern) => {
      const found = pattern.exec(sentence);
      return found !== null && !NOT.test(sentence.slice(0, found.index));
    });
}

const either =
  (...all: readonly Says[]): Says =>
  (sentence, first) =>
    all.some((says) => says(sentence, first));

export const changes = either(verbSays(isSureWrite), deed(CHANGES, [CHANGED_TOO, WRITES_TOO]));

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
const BEFORE = '(?:whole|entire|existing|previous|current|old|former|complete|full)';
const IN_PLACE = new RegExp(
  `\\b(?:${BEFORE} [\\w ]{1,30}(?:is|are|gets?|will be) (?:lost|replaced|discarded|deleted|removed|erased)|(?:is|are|gets?|will be) overwritten\\b(?! by)|(?:replacing|overwriting) (?:the |any |all |an? )?(?:${BEFORE}|what))\\b`,
  'i',
);
export const destroys = either(
  verbSays(isDestruction),
  deed(
    [
      did('overwrite', `(?:${THING}|what|whatever)\\b`),
      did('replace', `(?:\\w+ )?${BEFORE}\\b`),
      did('empty|clear out', `${THING}\\b`),
    ],
    [TAKEN_TOO],
  ),
  saysOf(FOR_GOOD, IN_PLACE),
  (sentence, first) => first && FOR_GOOD_AS_ORDER.test(sentence),
);

const ONCE_MORE =
  '(?:creates?|adds?|appends?|sends?|inserts?|charges?|posts?|makes?|books?|orders?|raises?|increases?|increments?|pays?|duplicates?)';
const CALLS = '(?:calls?|times?|runs?|invocations?|requests?|retr(?:y|ies))';
/** Says outright that a second call does more than the first. */
const EACH_TIME = new RegExp(
  [
    'not idempotent|non-idempotent|not safe to (?:repeat|retry|call (?:again|twice))',
    `(?:each|every|a second|a further|another|repeated|further)(?: \\w+)? ${CALLS} ${ONCE_MORE}`,
    `a retry ${ONCE_MORE}`,
    `(?:calling|running|repeating|retrying)(?: it| this(?: tool)?| the call)? (?:again |twice )?${ONCE_MORE}`,
    'creates? (?:a )?duplicates? (?:if|when|on)',
    `${ONCE_MORE}\\b[^.;]{0,80}\\b(?:(?:each|every) time\\b|(?:on|upon|with|for|per) (?:each|every)? ?(?:call|run|invocation)\\b|again (?:if|when) (?:it|this|the tool) is (?:called|run))`,
  ]
    .map((one) => `\\b(?:${one})\\b`)
    .join('|'),
  'i',
);
export const doesAgain = either(
  saysOf(EACH_TIME),
  deed([did('increment|decrement|toggle|append', `${THING}\\b`)], []),
  (sentence) => /\bnot (?:idempotent|safe to (?:repeat|retry|call (?:again|twice)))/i.test(sentence),
);

const FAR =
  '(?:(?:external|third[- ]party|remote|outside|public|hosted) (?:apis?|services?|servers?|providers?|systems?|endpoints?|urls?|sites?))';
/** Says outright that it leaves the machine. */
const OUTSIDE =
  /\b(?:(?:searches|queries|fetches|calls|contacts|browses|downloads from|posts to|sends? (?:it |them |data )?to) (?:the )?(?:web|internet|public web|world wide web|external (?:api|service|server)s?|third[- ]party (?:api|service)s?|remote (?:api|service|server)s?)|(?:search|browse|query|crawl|fetch from) the (?:web|internet)|requires? (?:an )?internet (?:access|connection)|(?:fetch|download|retrieve|search|crawl|scrape|load|upload|post|send|look|find|get|check|read|ask|gather|collect|pull|query|queri|access)(?:e?s|ing)?\b[^.;]{0,60} (?:from|on|over|across|to) (?:any (?:url|address|site|website)\b|(?:any \w+ on )?the (?:public )?(?:internet|web)\b(?! (?:ui|interface|app|server|console|view)\b)))/i;
const SEND = 'post|send|publish|forward|deliver|submit|upload|push|broadcast|transmit|report';
/** Who stands outside of any server: people, and the services of others. */
const SENT: readonly RegExp[] = [
  did(
    SEND,
    `(?:[^.;]{0,80}? )?to (?:(?:the|an?|your|all|its|their|any|each|every|one) )?(?:(?:\\w+ ){0,2}(?:channels?|recipients?|customers?|subscribers?|followers?|contacts?|mailing lists?|inbox(?:es)?|phone numbers?|webhooks?|cloud)\\b|${FAR})`,
  ),
  did(
    'send',
    '(?:(?:an?|the|one|multiple|all) )?(?:\\w+ ){0,2}(?:e-?mails?|sms|text messages?|tweets?|push notifications?|newsletters?|fax(?:es)?)\\b',
  ),
  did('e-?mail|tweet|fax', `${THING}\\b`),
  did('notify|alert', '(?:the |all |every |each )*(?:subscribers?|customers?|followers?|recipients?)\\b'),
  did('call|contact|query|ask|reach', `(?:(?:the|an?|any) )?${FAR}`),
];
/** "Posts to Slack": whoever is called by a name of its own. */
const TO_NAME =
  /^(?:[Pp]osts?|[Tt]weets?|[Pp]ublish(?:es)?|[Bb]roadcasts?|[Uu]ploads?) (?:[^.;]{0,60} )?to [A-Z]\w+/;

export const leavesHouse = either(saysOf(OUTSIDE), deed([...SENT, TO_NAME], []));
