/**
 * Sentences that hold a model or a tool back, and so are no order, whatever they name: what is refused ("paths such as
 * ~/.ssh are rejected"), what waits for the user ("call no other tool until the user has confirmed"), what a server tells of itself when asked, and
 * a look-up that comes first.
 */
import type { Sentence } from './sentences.js';

const REFUSED = new Set(
  'rejected refused blocked denied forbidden disallowed prohibited excluded skipped unsupported inaccessible off-limits'.split(
    ' ',
  ),
);
const DONE = new Set(
  'allowed permitted supported accepted read written exposed returned included stored logged kept sent shared touched'.split(
    ' ',
  ),
);
/** With one of these it is refused to leave something out, or on a condition: an order after all. */
const UNLESS = new Set(
  'without unless lacking missing lack lacks except outside other than if when until contain contains containing include includes including must should you your omit omits omitting not'.split(
    ' ',
  ),
);

/** The last words say that the subject is refused, and nothing else is asked. */
function refuses({ tokens }: Sentence): boolean {
  const words = tokens.map(({ word }) => word);
  const ending =
    /^(.*?) (?:is|are|will be|be)(?: (?:always|automatically|also))* (?:(not|never) )?([\w-]+)$/.exec(
      words.join(' '),
    );
  if (ending === null) return false;
  const [, subject = '', negation, verb = ''] = ending;
  if (negation === undefined ? !REFUSED.has(verb) : !DONE.has(verb)) return false;
  return !subject.split(' ').some((word) => UNLESS.has(word)) && !tokens.some(({ kind }) => isPlace(kind));
}

function isPlace(kind: string | undefined): boolean {
  return kind === '<url>' || kind === '<mail>';
}

const WAITS = /^(?:until|unless|before)$/;
const ANSWER =
  /^(?:instruct\w*|confirm\w*|approv\w*|permission|consent\w*|choice|chooses?|chosen|select\w*|answers?|answered|repl(?:y|ies|ied)|responds?|response|decision|decides?|asks?|requests?|says?|explicit(?:ly)?|agrees?|agreed)$/;
const NEVER = new Set(['not', 'never', "don't", 'dont', 'no', 'cannot']);

/** A negative order that ends with the user's word; an address or a secret in it is no part of that. */
function waitsForUser({ tokens }: Sentence): boolean {
  const at = tokens.findIndex(({ word }) => WAITS.test(word));
  if (at < 0) return false;
  const [order, condition] = [tokens.slice(0, at), tokens.slice(at)];
  return (
    order.some(({ word }) => NEVER.has(word)) &&
    condition.some(({ word }) => /^users?(?:'s)?$/.test(word)) &&
    condition.some(({ word }) => ANSWER.test(word)) &&
    !tokens.some(({ kind }) => isPlace(kind) || kind === '<secret-path>' || kind === '<path>')
  );
}

const ANSWERS =
  /^(?:if|when) (?:(?:the )?user asks|(?:you are )?asked) about ((?:[\w'-]+ ){1,4}?)(?:respond|reply|answer|say)\b(.+)$/;
const OF_SERVER = new Set(
  "the this that server server's servers instructions instruction version name tools".split(' '),
);

/** "If asked about this server, respond that this server …": only what was asked for is told, and it is the server itself. */
function answersOfItself({ tokens }: Sentence): boolean {
  const [, asked = '', answer = ''] = ANSWERS.exec(tokens.map(({ word }) => word).join(' ')) ?? [];
  const words = asked.trim().split(' ');
  const told = answer.split(' ');
  return (
    asked !== '' &&
    words.every((word) => OF_SERVER.has(word) && told.includes(word)) &&
    !told.some((word) => NEVER.has(word)) &&
    tokens.every(({ kind }) => kind === undefined || !kind.startsWith('<'))
  );
}

const LOOK_UP =
  /^(?:search|find|list|look_?up|describe|browse|get|show|read|resolve|view|select|count|preview|choose|pick|query)(?=[_-]|\p{Lu}|$)/u;
/** What belongs to somebody, and what an attack would have read first. */
const NOT_OF_WORKFLOW =
  /secret|credential|token|password|passw|env|config|setting|key|ssh|memor|histor|conversation|chat|message|mail|contact|clipboard|cookie|log|system|all/i;
/** What may be said of a look-up: who makes it, when, and for what. */
const OF_LOOK_UP = new Set([
  'call',
  'use',
  'must',
  'first',
  'when',
  'you',
  'tool',
  'arg',
  'also',
  'read',
  '<name>',
  '<self>',
]);
/** With one of these it is no purpose that is told, but a result that goes on. */
const ON_PURPOSE =
  /^(?:verify|validate|check|ensure|confirm|comply|authorize|authenticate|audit|pass|with|then|result|results|output|content|contents|content's|everything)$/;
const LONGEST_LOOK_UP = 24;

/** "You must first perform a search with find_books": what is asked for first only looks, and is given nothing. */
function looksUpFirst({ tokens }: Sentence): boolean {
  const named = tokens.filter(({ kind }) => kind === '<name>');
  const name = named[0]?.name ?? '';
  if (tokens.length > LONGEST_LOOK_UP || named.length !== 1 || !LOOK_UP.test(name)) return false;
  if (NOT_OF_WORKFLOW.test(name) || !tokens.some(({ kind }) => kind === 'first' || kind === 'when'))
    return false;
  const at = tokens.findIndex(({ kind }) => kind === '<name>');
  // What the look-up is called is what it looks for: "list_invoices to get the invoice id".
  const isTopic = (word: string): boolean =>
    word.length > 3 && name.toLowerCase().includes(word.replace(/s$/, ''));
  return tokens.every(
    ({ kind, word }, i) =>
      (kind === undefined || OF_LOOK_UP.has(kind) || isTopic(word)) && (i < at || !ON_PURPOSE.test(word)),
  );
}

const GONE =
  /^(?:note:? )?(?:(?:this|the) (?:tool|function|command|endpoint|one) )?(?:is |was |has been )?(?:now )?(?:deprecated|retired|obsolete|superseded|outdated|legacy)\b/;

/** "This tool was retired, call find_books instead": it speaks of itself, and names one that is there. */
function retiresItself({ tokens }: Sentence): boolean {
  const named = tokens.filter(({ kind }) => kind === '<name>');
  return (
    named.length === 1 &&
    named[0]!.name !== undefined &&
    GONE.test(tokens.map(({ word }) => word).join(' ')) &&
    tokens.every(({ kind }) => kind === undefined || OF_LOOK_UP.has(kind) || OF_RETIRED.has(kind))
  );
}
const OF_RETIRED = new Set(['stale', 'instead', 'it', 'only', 'previous', 'alter', 'delete', '<number>']);

export function holdsBack(sentence: Sentence): boolean {
  return (
    refuses(sentence) ||
    waitsForUser(sentence) ||
    answersOfItself(sentence) ||
    looksUpFirst(sentence) ||
    retiresItself(sentence)
  );
}
