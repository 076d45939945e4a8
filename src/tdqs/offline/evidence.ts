/**
 * Traits of a tool that a description can disclose. Each is a kind of fact, not a phrase: whoever names a
 * fact of another kind adds a pattern here. Patterns are linear and read one sentence at a time.
 */
import type { Reading, Sentence } from './reading.js';

export interface Disclosure {
  trait: string;
  sentence: string;
}

interface Trait {
  trait: string;
  pattern: RegExp;
}

export const RETURNS: Trait = {
  trait: 'what comes back',
  pattern:
    /\b(?:return(?:s|ed|ing)?\b|respon(?:se|ds)\b|outputs?\b|results? (?:are|is|include|contain)|yields?\b|produces?\b|(?:as|in) (?:an? )?(?:\w{1,15} )?(?:json|markdown|csv|html|xml|yaml|plain text|base64|table)\b|with (?:their|its|all|full|details|metadata)|shows?\b|includ(?:es|ing)\b)/i,
};

export const TRAITS: readonly Trait[] = [
  {
    trait: 'what it changes or leaves alone',
    pattern:
      /\b(?:overwrit|replac(?:es|ing)\b|permanent|irreversibl|(?:can ?not|can't|cannot) be (?:undone|reversed|recovered)|undo\b|destructive|non-destructive|read[- ]only|does not (?:modify|change|delete|affect|alter)|(?:changes|modifies) nothing|without (?:modifying|changing)|untouched|preserv|side effects?|idempoten|in[- ]place|creates? (?:it|them|one|the file|parent|missing)|if (?:it|they) (?:does not|doesn't|do not|don't) exist|already exists?|append(?:s|ed)? to|removes? (?:all|any|every)|cascade|rolls? back|revert|reversibl)/i,
  },
  {
    trait: 'who may call it and what must come first',
    pattern:
      /\b(?:requires?\b|require[sd]?\b.{0,30}\b(?:permission|auth|token|key|role|login|scope|access|confirm)|permissions?\b|authori[sz]|authenticat|credentials?|api[- ]?key|access token|oauth|admin\b|privileg|logged in|prerequisite|must (?:first|have|be (?:called|connected|logged|enabled|running|open|configured))|need(?:s)? (?:to be|an? (?:active|existing|open|valid))|confirm(?:ation|_token)?\b|before (?:calling|using|modifying)|only (?:works|available|valid)|verify\b)/i,
  },
  {
    trait: 'limits, cost and time',
    pattern:
      /\b(?:rate[- ]?limit|quota|limit(?:s|ed|ation)?\b|at most|up to \d|max(?:imum)?\b|no more than|time(?:s|d)?[- ]?out|timeout|pagina|per page|cursor|truncat|capped|cached?\b|expensive|slow|takes? (?:a few|several|about|up to|some)|seconds?\b|minutes?\b|\d+\s?(?:ms|mb|kb|gb)\b|credits?\b|costs?\b|large (?:result|output|response)|batch(?:es)? of)/i,
  },
  {
    trait: 'how it fails and what it refuses',
    pattern:
      /\b(?:errors?\b|fails?\b|failure|throws?|rais(?:es|ed)\b|reject|refus|block(?:s|ed)\b|not (?:supported|allowed|available|possible|preserved|host)|unsupported|does not (?:support|work|include|return)|do not (?:support|work)|cannot\b|can not\b|can't\b|unless\b|only (?:if|when|for)\b|no (?:effect|op)|invalid|missing|not found|empty (?:list|array|result)|returns? (?:null|nothing|none|false)|ignor(?:e|es|ed)\b|warning|caution|careful|limitation)/i,
  },
  {
    trait: 'how it works inside',
    pattern:
      /\b(?:automatic(?:ally)?|asynchron|synchron|in the background|immediately|polls?\b|queue[sd]?\b|retr(?:y|ies)\b|parallel|concurren|sandbox|isolated|secure(?:ly)?\b|shell|locally\b|follow(?:s|ing)? redirects|default(?:s|ing)?\b|by default|fall ?s? ?back|deduplicat|deduped|sorted|order(?:ed)? by|ranked|merg(?:es|ed)|real[- ]time|live\b|snapshot|stream(?:s|ed|ing)?\b|incremental|recursive(?:ly)?|case[- ](?:in)?sensitive|first call|second call|wait(?:s|ed|ing)?\b|converted|normali[sz]|valid(?:ates|ation)|checked against|skips?\b|wrapped)/i,
  },
  RETURNS,
];

/** The first sentence for each trait that the sentences disclose. */
export function disclosed(sentences: readonly Sentence[]): Disclosure[] {
  return TRAITS.flatMap(({ trait, pattern }) => {
    const at = sentences.findIndex(({ text }) => pattern.test(text));
    const found = sentences[at];
    return found === undefined ? [] : [{ trait, sentence: withItsText(found, sentences[at + 1]) }];
  });
}

/** A heading such as "Returns:" is quoted with what stands under it. */
function withItsText({ text }: Sentence, under: Sentence | undefined): string {
  return under === undefined || !text.endsWith(':') ? text : `${text} ${under.text}`;
}

/** Says what comes back, in the news or in the schema of the output. */
export function saysReturn({ news }: Reading): boolean {
  return news.some(({ text }) => RETURNS.pattern.test(text));
}
