/**
 * Usage: when to take this tool, when not, and what to take instead. Only whether a sentence says so
 * counts, not how often or where, so that more guidance never scores less.
 */
import { searchTerms } from '../../catalog/words.js';
import type { JustifiedScore } from '../../types/tdqs.js';
import { quote } from './cite.js';
import { isCircle, isUnknown } from './evidence.js';
import { GUIDING } from './guidance.js';
import { isGeneral, isPraise, isVacuous } from './plain-words.js';
import type { Reading, Sentence } from './reading.js';
import { WORD } from './schema-text.js';
import { isLabel } from './sentences.js';
import { namedSibling } from './siblings.js';
import { Cue, OTHER_LETTER, told } from './text/said.js';

const WHEN = new Cue(
  /\b(?:(?<!\b(?:how to|that|which|who|not|items) )use (?:this|it|when|for|to|only|with|after|before|if|the [^.;,]{0,60}?\b(?:tools?|functions?|commands?|endpoint|api)\b)|used (?:when|to|for|with)|useful (?:for|when|to|if)|when (?:you|the user|a user|users|asked|working|needed|looking|to (?:use|call|choose|pick))|whenever|if you (?:need|want|have|are)|ideal (?:for|when)|best (?:for|when|used|suited)|good for|(?:great|perfect|essential|excellent|invaluable|handy|convenient|appropriate|valuable) (?:for|when)|call this|invoke this|should be (?:used|called)|recommended (?:for|when)|helpful (?:for|when)|intended (?:for|to)|designed (?:for|to)|suitable for|typical(?:ly)? (?:use|used)|use cases?(?=:| include| are)|(?<=^\W{0,5}(?:\w{1,20} )?)use cases?(?=\W{0,3}$)|run this (?:when|before|after|first))\b/i,
);
const NOT = new Cue(
  /\b(?:do not (?:use|call|invoke)|don't (?:use|call|invoke)|never (?:use|call)|not (?:for|to|intended|meant|suitable|recommended|needed (?:if|when))|instead\b|rather than|avoid\b|unlike\b|prefer\b|only (?:use|call|if|when)|unless\b|otherwise\b|when not to)/i,
);
const CLEARLY_NOT =
  /\b(?:(?:do not|don't|never|only) (?:use|call|invoke)|not (?:for|intended|meant|suitable|recommended)|instead\b|rather than|avoid\b|unlike\b|prefer\b|when not to)/i;
const OTHER = new Cue(
  /\b(?:use|call|try|see|run|prefer|with|via|from|to)\s+(?:the\s+)?[`"']?[A-Za-z]\w{0,60}(?:[_.-]\w{1,60}|[a-z][A-Z]\w{0,60}|\(|[`"'])/,
);
const IMPLIED = new Cue(
  /\b(?:if\b|when\b|after\b|before\b|first\b|then\b|requires?\b|must\b|allows?\b|so that|in order to|for (?:\w+ing|debugging|testing|example|later|each|use|more|further|specific|a specific|the given)|to (?:find|get|see|check|verify|confirm|identify|understand|avoid|help|ensure|determine|discover|explore|monitor|debug|retrieve|access|inspect)\b|can be|optional(?:ly)?|supports?\b|e\.g\.|such as|by default|workflow|step|note|important|based on|filter(?:s|ed|ing)?\b|by (?:id|name|key|its|their|date|keyword))/i,
);

/** How a call ends is no hint of when to make it. */
const FAILS =
  /^(?:(?:it|this|the \p{L}+) )?(?:fails?|throws?|rejects?|errors?|(?:is )?limited|returns? (?:an? )?(?:error|null|nothing|empty))\b/iu;

/** Whoever is always to be taken is never told apart. */
const OVER_ALL = new Cue(
  /\b(?:always|exclusively) (?:use|prefer|choose|call|pick) (?:this|it)\b|\bover (?:any|all|every) others?\b|\bprefer (?:this|it)(?: one)?(?: (?:tool|one))? (?:for|in) (?:all|any|every)\b/i,
);
const FAILING = new Cue(
  /\b(?:fails?|errors?|rejects?|rejected|refused|throws?|raises)\b (?:with|if|when|whenever|unless|for)\b[^.;]{0,80}/gi,
);

const withoutFailing = told((said) =>
  FAILING.mayBeIn(said) ? said.text.replace(FAILING.pattern, ' ') : said.text,
);

/** The sentence, or the heading over it, gives guidance, and it says more than that and what is known already. */
function guides(
  { said, text, label }: Sentence,
  cue: Cue,
  toolNames: ReadonlySet<string>,
  known: ReadonlySet<string>,
): boolean {
  const isAsked = cue.mayBeIn(said) && cue.pattern.test(withoutFailing(said));
  if (!isAsked && !(label !== undefined && cue.pattern.test(label))) return false;
  if (isUnknown(said) || isCircle(said) || OVER_ALL.isIn(said)) return false;
  if (cue === IMPLIED && FAILS.test(text)) return false;
  // "It fails unless …" tells when to stay away only if it says what of.
  const isHollow =
    cue === IMPLIED || (cue === NOT && !CLEARLY_NOT.test(label ?? '') && !CLEARLY_NOT.test(text))
      ? isGeneral
      : isVacuous;
  // A tool that is named says nothing of when to take it.
  const isTool = (word: string): boolean => toolNames.has(word);
  const plain = withoutIdentifiers(said);
  const terms = plain.words.some(isTool)
    ? searchTerms(plain.text.replace(WORD, (word) => (isTool(word) ? ' ' : word)))
    : plain.terms;
  // What the caller has in hand is a case of its own, though the words are those of the purpose.
  const isCase = cue === WHEN ? IN_PLACE_OF.test(text) : cue === IMPLIED && GIVEN.test(text);
  return terms.some(
    (term) => !GUIDING.has(term) && !isHollow(term) && !isPraise(term) && (isCase || !known.has(term)),
  );
}
const GIVEN =
  /\b(?:when|if) (?:the|a|an|you|users?) ?(?:user|caller|customer)? ?(?:provides?|gives?|gave|has|have|mentions?|names?|sends?|pastes?|shares?)\b/i;
const IN_PLACE_OF = new RegExp(`${GIVEN.source}[^.;]{0,80}\\b(?:instead of|rather than)\\b`, 'i');

const NOTHING: ReadonlySet<string> = new Set();
const IDENTIFIER = /[\p{L}\p{N}]+(?:[_.:/-][\p{L}\p{N}]+)+|\p{L}*\p{Ll}\p{Lu}\p{L}*/gu;
/** A text without one of these has no such word. */
const PART_OF_IDENTIFIER = new RegExp(`${OTHER_LETTER}|[A-Za-z\\d][_.:/-][A-Za-z\\d]|[a-z][A-Z]`);

const withoutIdentifiers = told((said) => {
  const prose = said.text.includes('`') ? said.text.replace(/`[^`]*`/g, ' ') : said.text;
  const text = PART_OF_IDENTIFIER.test(prose) ? prose.replace(IDENTIFIER, ' ') : prose;
  const terms = text === said.text ? said.terms : searchTerms(text);
  return { text, words: text.match(WORD) ?? [], terms };
});

export function usage(reading: Reading): JustifiedScore {
  if (reading.saysNothing) {
    return {
      score: 1,
      justification: `${reading.background.lead} is all there is. It gives no hint of when to call the tool.`,
    };
  }
  if (reading.fit === 'unrelated') {
    return {
      score: 1,
      justification: `${reading.background.lead} fits neither name nor parameters. Guidance for something else misleads.`,
    };
  }
  const about = reading.sentences.filter(
    ({ own, inSchema, parameter, heading, stray }) =>
      own && !inSchema && parameter === undefined && !heading && !stray,
  );
  // "Use it when you want to find a boat" tells nobody when to take find_boat.
  const purpose = new Set([...reading.background.nameTerms, ...(reading.first?.terms ?? [])]);
  const find = (cue: Cue) =>
    about.find((one) =>
      guides(one, cue, reading.background.toolNames, one === reading.first ? NOTHING : purpose),
    )?.text;
  const named = namedSibling(reading);
  const pointing = (cue: Cue) =>
    named !== undefined && cue.pattern.test(named.text) ? named.text : undefined;
  const when = find(WHEN) ?? pointing(WHEN);
  const not = find(NOT) ?? pointing(NOT);
  const other = named?.sibling ?? find(OTHER);
  if (not !== undefined && other !== undefined) {
    return {
      score: 5,
      justification: `${quote(not)} says when not to use the tool. ${quote(other)} names what to take instead.`,
    };
  }
  if (when !== undefined && not !== undefined) {
    return {
      score: 5,
      justification: `${quote(when)} says when to use the tool. ${quote(not)} says when not to.`,
    };
  }
  const clear = when ?? not;
  if (clear !== undefined) {
    return {
      score: 4,
      justification: `${quote(clear)} gives a clear context for the tool. Cases to stay away from, or what to take then, are not named.`,
    };
  }
  const implied = named?.sibling ?? find(IMPLIED);
  if (implied !== undefined) {
    return {
      score: 3,
      justification: `${quote(implied)} lets the reader guess when the tool fits. Neither conditions nor alternatives are spelled out.`,
    };
  }
  return withoutGuidance(reading);
}

function withoutGuidance({ sentences, background }: Reading): JustifiedScore {
  const hollow = sentences.find(
    ({ heading, text, parameter, said }) =>
      !heading && !isLabel(text) && parameter === undefined && [WHEN, NOT].some((cue) => cue.isIn(said)),
  );
  if (hollow !== undefined)
    return { score: 2, justification: `${quote(hollow.text)} gives no guidance: ${whyHollow(hollow)}.` };
  return {
    score: 2,
    justification: `${background.lead} says what the tool does. It does not say when to use it, nor what to use instead.`,
  };
}

function whyHollow({ own, inSchema, stray }: Sentence): string {
  if (inSchema) return 'the schema says it, too';
  if (stray) return 'it is no statement about such a tool';
  if (!own) return 'it says nothing of this tool in particular';
  return 'it names no case beyond what the name and the first sentence say';
}
