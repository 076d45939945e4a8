/**
 * Traits of a tool that a description can disclose. Each is a kind of fact, not a phrase: whoever names a
 * fact of another kind adds a pattern here. A trait needs a clause that says something of its own about it:
 * a word alone, a heading, "unknown" and "no limits" disclose nothing. What the clause says has to be about
 * this tool; of clauses that would fit any tool, one counts. Patterns are linear and read one clause at a time.
 */
import { searchTerms } from '../../catalog/words.js';
import { quote } from './cite.js';
import type { ParameterNames } from './explanations.js';
import { guidesToTool } from './guidance.js';
import { PLAIN_FACT } from './plain-facts.js';
import { isEveryday, isGeneral, isVacuous } from './plain-words.js';
import type { Reading, Sentence } from './reading.js';
import { Cue, type Said, told } from './text/said.js';

export interface Disclosure {
  trait: string;
  sentence: string;
  of: Sentence;
  /** Says something of this tool, not of any. */
  own: boolean;
}

interface Trait {
  trait: string;
  /** Facts that a word of denial before them takes back. */
  says: Cue;
  /** Facts that are themselves denials. */
  denies?: Cue;
}

/** A kind of fact, and the patterns by which it is known. */
interface Kind {
  trait: string;
  says: RegExp;
  denies?: RegExp;
}

const traitOf = ({ trait, says, denies }: Kind): Trait => ({
  trait,
  says: new Cue(says),
  denies: denies && new Cue(denies),
});

export const RETURNS = traitOf({
  trait: 'what comes back',
  says: /\b(?:returns?\b|returned\b|returning\b|respon(?:se|ds)\b|outputs?\b|results? (?:are|is|include|contain)|yields?\b|produces?\b|(?:as|in) (?:an? )?(?:\w{1,15} )?(?:json|markdown|csv|html|xml|yaml|plain text|base64|table)\b|with (?:their|its|all|full|details|metadata)|shows?\b|includ(?:es|ing)\b)/i,
});

const KINDS: readonly Kind[] = [
  {
    trait: 'what it changes or leaves alone',
    says: /\b(?:overwrit|replac(?:es|ing)\b|permanent|irreversibl|destructive|non-destructive|read[- ]only|changes nothing|modifies nothing|untouched|preserv|idempoten|in[- ]place|creates? (?:it|them|one|the file|parent|missing)|already exists?|append(?:s|ed)? to|removes? (?:all|any|every)|cascade|rolls? back|revert|reversibl|undo\b)/i,
    denies:
      /\b(?:(?:can ?not|can't|cannot) be (?:undone|reversed|recovered|restored)|does not (?:modify|change|delete|affect|alter) (?!anything)|without (?:modifying|changing)|if (?:it|they) (?:does not|doesn't|do not|don't) exist)/i,
  },
  {
    trait: 'who may call it and what must come first',
    says: /\b(?:requires?\b|permissions?\b|authori[sz]|authenticat|credentials?|api[- ]?key|access token|oauth|admin\b|privileg|logged in|prerequisite|must (?:first|have|be (?:called|connected|logged|enabled|running|open|configured))|need(?:s)? (?:to be|an? (?:active|existing|open|valid))|confirm(?:ation|_token)?\b|before (?:calling|using|modifying)|only (?:works|available|valid)|verify\b)/i,
  },
  {
    trait: 'limits, cost and time',
    says: /\b(?:rate[- ]?limit|quota|limit(?:s|ed|ation)?\b|at most|up to \d|max(?:imum)?\b|no more than|time(?:s|d)?[- ]?out|timeout|pagina|per page|cursor|truncat|capped|cached?\b|expensive|slow|takes? (?:a few|several|about|up to|some)|seconds?\b|minutes?\b|\d+\s?(?:ms|mb|kb|gb)\b|credits?\b|costs?\b|large (?:result|output|response)|batch(?:es)? of)/i,
  },
  {
    trait: 'how it fails and what it refuses',
    says: /\b(?:errors?\b|fails?\b|failure|throws?|rais(?:es|ed)\b|reject|refus|block(?:s|ed)\b|unsupported|unless\b|only (?:if|when|for)\b|invalid|missing|not found|empty (?:list|array|result)|returns? (?:null|nothing|none|false)|ignor(?:e|es|ed)\b|warning|caution|careful|limitation)/i,
    denies:
      /\b(?:not (?:supported|allowed|available|possible|preserved|host)|does not (?:support|work|include|return|host)|do not (?:support|work)|cannot\b|can not\b|can't\b)/i,
  },
  {
    trait: 'how it works inside',
    says: /\b(?:automatic(?:ally)?|asynchron|synchron|in the background|immediately|polls?\b|queue[sd]?\b|retr(?:y|ies)\b|parallel|concurren|sandbox|isolated|secure(?:ly)?\b|shell|locally\b|follow(?:s|ing)? redirects|default(?:s|ing)?\b|fall ?s? ?back|deduplicat|deduped|sorted|order(?:ed)? by|ranked|merg(?:es|ed)|real[- ]time|live\b|snapshot|stream(?:s|ed|ing)?\b|incremental|recursive(?:ly)?|case[- ](?:in)?sensitive|first call|second call|wait(?:s|ed|ing)?\b|converted|normali[sz]|valid(?:ates|ation)|checked against|skips?\b|wrapped)/i,
  },
];

/** What comes back is told last: another fact says more of how a tool behaves. */
export const TRAITS: readonly Trait[] = [...KINDS.map(traitOf), RETURNS];

/** Nobody knows more after reading one of these. */
const UNKNOWN =
  /\b(?:unknown(?! (?!limit|permission|quota|error|cost|behavio|effect|side|failure|right|requirement|result|output)[a-z])|undocumented|unspecified|not (?:known|documented|specified|stated|defined|described|applicable|given|sure|clear)(?<!\b(?:if|when|where|unless|whether)\b[^,.;]{0,80})|n\/a|none\b|tbd|todo|to be (?:determined|defined|documented|decided)|may or may not|(?:it )?depends\b\W*$|see (?:the )?(?:docs?|documentation|manual)|(?:will be|was|were|are|is|to be) (?:described|documented|explained|listed|covered) (?:in|on|by|at|later|elsewhere|separately|soon)|as (?:needed|usual|expected|appropriate)|(?:may|might|can|could) (?:apply|occur|happen|vary|change)|var(?:y|ies)|if any\b|(?:usual|normal|appropriate|necessary|relevant) (?:limits?|permissions?|quotas?|errors?|conditions?|restrictions?|rights)|possibly|perhaps|various (?:errors|limits|permissions)|: (?:yes|no|ok|done|handled|always|supported)\W*$)/i;
/** The sentence holds a word with which a statement of nothing known can be made. */
const NOTHING_KNOWN = new Cue(UNKNOWN);

export const isUnknown = told((said) => NOTHING_KNOWN.isIn(said));

/** "Requires what the boat requires": a fact that is explained by itself. */
const CIRCLE = new Cue(
  /\b(requires?|needs?|takes?|allows?|returns?|fails?|errors?)\b[^.;]{1,60}(?<!\b(?:and|or|but|then|also|not|to),? )\b\1\b/i,
);

/** What ends in a number, a code or a quotation goes beyond itself: "Returns an error if the server returns 404". */
export function isCircle(said: Said, clause = said.text): boolean {
  return CIRCLE.mayBeIn(said) && CIRCLE.pattern.test(clause) && !CONCRETE.test(clause);
}

/** Stands before a trait and takes it back. */
const DENIAL =
  /(?:\b(?:no|not|never|without|nor|neither|none|nothing|zero|isn't|aren't|doesn't|don't|won't|free of|free from|lacks?|absence of)\b|n't\b)[^.;:]{0,40}$/i;
/** Stands behind it: "requires no permission". */
const DENIED = /^\w*\s+(?:no|none|nothing|neither|zero|nobody)\b/i;
const CLAUSES = /;\s|\s[—–-]\s|,\s(?=(?:but|and|which|so|while|whereas|then)\s)|\.\s/;
const SMALL_WORD =
  /\b(?:the|an?|of|to|for|if|when|with|by|in|on|at|is|are|be|was|that|it|its|this|from|per|as|until|after|before|only|than|your|you|they|them|which|into|unless|each|all|any|both)\b/i;
const CONCRETE_WORDS = /\b(?:undone|reversed|recovered|api[- ]?keys?|access tokens?|oauth)\b/i;
const CONCRETE = /\d|[`"'{[][\w.$ -]{2,}[`"'}\]]|\b[A-Z]{2,}_[A-Z_]+\b|\b\w+_\w+\b/;
/** Words that name a trait; a list of them says nothing. */
const NAMES_TRAIT = new Set(
  (
    'permission limit limitation error rat quota timeout pagination cach auth authentication authorization credential ' +
    'requir requirement failur fail warn caution sid effect destructiv idempotent return output respons result ' +
    'retri behavior behaviour constraint restriction not security privileg scop default cost tim performanc ' +
    'admin rol token key exception edg cas prerequisit usag exampl gracefulli handl process secur automatic'
  ).split(' '),
);

/** Kinds of facts that one sentence tells at most; what comes back is counted apart. */
const OF_ONE = 2;

/** The first clause for each trait that the sentences disclose; one about this tool goes before one about any. */
export function disclosed(reading: Reading): Disclosure[] {
  const { news, background } = reading;
  const { nameTerms, parameterNames } = background;
  const used = new Map<Sentence, number>();
  const found = TRAITS.flatMap((trait): Disclosure[] => {
    let any: Disclosure | undefined;
    for (const sentence of news) {
      const own = tells(sentence, trait, nameTerms, parameterNames);
      if (own === undefined) continue;
      const fact = { trait: trait.trait, sentence: shown(sentence), of: sentence, own };
      if (own) {
        if (trait !== RETURNS && (used.get(sentence) ?? 0) >= OF_ONE) continue;
        used.set(sentence, (used.get(sentence) ?? 0) + 1);
        return [fact];
      }
      any ??= fact;
    }
    return any === undefined ? [] : [any];
  });
  const plain = news.find((one) => one !== reading.first && !used.has(one) && tellsPlainly(one, background));
  if (plain === undefined) return found;
  return [...found, { trait: 'what becomes of things', sentence: shown(plain), of: plain, own: false }];
}

/** A fact that no word gives away, of this tool's things. */
function tellsPlainly({ own, said, label, text }: Sentence, { nameTerms }: Reading['background']): boolean {
  if (!own || label !== undefined || !PLAIN_FACT.isIn(said) || guidesToTool(said)) return false;
  if (isUnknown(said) || isCircle(said) || listsTraits(said) || isExample(said)) return false;
  const telling = new Set(searchTerms(text).filter((term) => !isGeneral(term) && !nameTerms.includes(term)));
  return telling.size > 0 && hasContent(text, '', nameTerms);
}

/** The first sentence that looks like a fact and counts for none, and why; what comes back is no behaviour. */
export function passedOver({ sentences, first, background }: Reading): string | undefined {
  for (const one of sentences) {
    const { said, parameter, heading } = one;
    if (one === first || heading || parameter !== undefined || guidesToTool(said)) continue;
    const looks = TRAITS.some(({ says, denies }) => says.isIn(said) || denies?.isIn(said) === true);
    if (!looks && !PLAIN_FACT.isIn(said)) continue;
    return `${quote(shown(one))} counts for nothing: ${whyNot(one, background)}.`;
  }
  return undefined;
}

function whyNot({ said, own, stray, echo, inSchema }: Sentence, { name }: Reading['background']): string {
  if (inSchema) return 'the schema says it, too';
  if (echo) return 'all of it was said before';
  if (isUnknown(said)) return 'it says that nothing is known';
  if (stray) return 'it is no statement about such a tool';
  if (!own) return `it says nothing of ${quote(name)} in particular`;
  return 'it names a trait, or a part of the tool, and says nothing of it';
}

/** A sentence under a heading such as "Returns:" is quoted with it. */
function shown({ text, label }: Sentence): string {
  return label === undefined ? text : `${label} ${text}`;
}

/** `find(name='x')` or `find --name x` shows how to call something, and tells nothing else. */
const EXAMPLE = /\w\(\w+ ?= ?['"]|`\w[\w-]* --\w|^\W*examples?\b[^:]{0,20}:/i;
const isExample = told(({ text }) => EXAMPLE.test(text));

/** Whether one of its clauses discloses the trait, and if so, whether it is about this tool. */
function tells(
  sentence: Sentence,
  trait: Trait,
  name: readonly string[],
  parameters: ParameterNames,
): boolean | undefined {
  const { said, text, label } = sentence;
  const { says, denies } = trait;
  const announced = label !== undefined && says.pattern.test(label);
  if (!announced && !says.isIn(said) && !denies?.isIn(said)) return undefined;
  if (isExample(said) || (label !== undefined && isElsewhere(label, trait))) return undefined;
  let found: boolean | undefined;
  for (const clause of clausesOf(said)) {
    if (!disclosesIn(clause, said, trait, { announced, name, parameters })) continue;
    if (sentence.own && isOfTool(clause, text, name, parameters)) return true;
    if (!sentence.foreign && isRich(clause)) found = false;
  }
  return found;
}

interface Asked {
  /** The heading over the sentence names the trait. */
  announced: boolean;
  name: readonly string[];
  parameters: ParameterNames;
}

const clausesOf = told(({ text }) => text.split(CLAUSES));

function disclosesIn(
  clause: string,
  said: Said,
  { says, denies }: Trait,
  { announced, name, parameters }: Asked,
): boolean {
  if (NOTHING_KNOWN.mayBeIn(said) && UNKNOWN.test(clause)) return false;
  if (isCircle(said, clause) || listsTraits(said, clause)) return false;
  const fact = announced ? null : says.pattern.exec(clause);
  const stands =
    announced ||
    (fact !== null &&
      !DENIAL.test(clause.slice(0, fact.index)) &&
      !DENIED.test(clause.slice(fact.index + fact[0].length)));
  if (!stands && !denies?.pattern.test(clause)) return false;
  const keyword = fact?.[0] ?? '';
  // "Add a permission" is what the tool is for, not who may call it.
  if (searchTerms(keyword).some((term) => name.includes(term))) return false;
  // "With optional limit" names a parameter.
  if (!/\d/.test(clause) && parameters.has(keyword.toLowerCase())) return false;
  return hasContent(withoutParameters(clause, parameters), keyword, name);
}

/** "Fails unless `a` is what `a` should be": the name of a parameter is nothing that is said of it. */
function withoutParameters(clause: string, parameters: ParameterNames): string {
  if (!clause.includes('`')) return clause;
  return clause.replace(/`([^`\n]{1,80})`/g, (code, one: string) =>
    parameters.has(one.toLowerCase()) ? ' ' : code,
  );
}

/** What stands beside a clause about the tool may still be said of anything: "…; what exists before it cannot be deleted". */
function isOfTool(
  clause: string,
  text: string,
  name: readonly string[],
  parameters: ParameterNames,
): boolean {
  if (clause.length === text.length || CONCRETE.test(clause) || CONCRETE_WORDS.test(clause)) return true;
  return searchTerms(clause).some((term) => !isGeneral(term) || name.includes(term) || parameters.has(term));
}

/** Of what fits any tool only that counts which is concrete, or says two things and more. */
function isRich(clause: string): boolean {
  const terms = new Set(searchTerms(clause).filter((term) => !isVacuous(term) && !NAMES_TRAIT.has(term)));
  return terms.size >= 2 || CONCRETE.test(clause);
}

/** Lists of arguments and examples are no facts, and what stands under "Returns:" is about what comes back. */
function isElsewhere(label: string, trait: Trait): boolean {
  if (/\b(?:args?|arguments?|param(?:eter)?s?|inputs?|examples?)\b/i.test(label)) return true;
  return trait !== RETURNS && /^\W*(?:returns?|outputs?|response)\b/i.test(label);
}

/** Names of traits, with nothing said of them yet. */
const BARE_NAMES =
  'errors?|limits?|limitations?|permissions?|credentials?|failures?|warnings?|quotas?|timeouts?|costs?';
const BARE = new RegExp(`^(?:${BARE_NAMES})$`, 'i');
const BARE_WORDS = new Cue(new RegExp(`\\b(?:${BARE_NAMES})\\b`, 'gi'));
const UNIT = /^(?:seconds?|minutes?|credits?|\d+\s?(?:ms|mb|kb|gb))$/i;
const MUCH = 3;
/** "Validated, normalised, cached and retried": claims one after the other, with nothing said of any. */
const ROW_OF_CLAIMS = new Cue(
  /(?:\b[\p{L}-]{2,20}(?:ed|[ai]ble|ent)(?:, and |, | and )){3,}[\p{L}-]{2,20}(?:ed|[ai]ble|ent)\b/u,
);
/** "The limits limit how many a limited boat may have": one word in all its forms. */
const ROOTS = ['err', 'limit', 'fail', 'permi', 'requir', 'return'].map(
  (root) => new Cue(new RegExp(`\\b${root}`, 'gi')),
);

/** "Permissions checked, limits checked, errors checked": whoever names so many says nothing of any. */
export function listsTraits(said: Said, clause = said.text): boolean {
  const all = (cue: Cue): readonly string[] => (cue.mayBeIn(said) ? (clause.match(cue.pattern) ?? []) : []);
  const isList =
    (ROW_OF_CLAIMS.mayBeIn(said) && ROW_OF_CLAIMS.pattern.test(clause)) ||
    ROOTS.some((root) => all(root).length >= MUCH) ||
    new Set(all(BARE_WORDS).map((word) => word.toLowerCase())).size >= MUCH;
  return isList && !CONCRETE.test(clause);
}

/** Beyond the word that names the trait: words of its own, put together as a sentence, or something concrete. */
function hasContent(clause: string, keyword: string, name: readonly string[]): boolean {
  const around = clause.replace(keyword, ' ');
  const terms = new Set(searchTerms(around).filter((term) => !NAMES_TRAIT.has(term)));
  const telling = [...terms].filter(
    (term) => !isVacuous(term) && !isEveryday(term) && !name.includes(term),
  ).length;
  if (telling === 0 && !CONCRETE.test(around)) return CONCRETE_WORDS.test(around);
  // "30 seconds." is said of nothing.
  if (UNIT.test(keyword) && !/\p{L}/u.test(around)) return false;
  // "Errors of the boat excepted": that there are errors is no news.
  if (BARE.test(keyword) && telling < MUCH && !CONCRETE.test(around)) return false;
  return (
    telling >= 2 || [SMALL_WORD, CONCRETE_WORDS].some((one) => one.test(clause)) || CONCRETE.test(around)
  );
}
