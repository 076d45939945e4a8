/** Data: words that say that a tool must not or cannot be used, and words that send its calls elsewhere; on folded text. */

/** Stand for names in a text: the tool that is said to be out of use, the one that says so, any other. */
export const THAT_TOOL = '\u0002';
export const ITSELF = '\u0003';
export const ANY_OTHER = '\u0004';

const STATE =
  'disabled|deprecated|broken|unavailable|unreachable|inaccessible|unresponsive|retired|obsolete|withdrawn|suspended|paused|frozen|halted|abandoned|dropped|cancell?ed|quarantined|dismantled|removed|erased|discontinued|decommissioned|blocked|barred|banned|forbidden|prohibited|revoked|restricted|offline|superseded|replaced|compromised|tampered with|poisoned|hijacked|sabotaged|rigged|manipulated|unreliable|unstable|erratic|infected|insecure|outdated|stale|legacy|unsafe|untrusted|untrustworthy|hacked|corrupt(?:ed)?|faulty|defective|buggy|flawed|malicious|dangerous|harmful|fraudulent|fake|counterfeit|inaccurate|misleading|useless|worthless|unusable|inoperative|pulled|scrapped|defunct|expired|unmaintained|unsupported|leftovers?|overloaded|(?:switched|turned|shut|taken|closed|locked|phased|put|pulled) (?:off|down|offline|out)|out of (?:service|order|use|operation|action|commission|date|bounds)|on hold|end of life|not (?:to be used|to be trusted|available|working|safe|maintained|supported|trusted|allowed|usable|reliable|reachable)|gone|down|dead';
const NO_LONGER =
  "no longer (?:works?|available|supported|maintained|used|safe|exists?|in use|trusted|responds?|functions?|answers?|be (?:used|called|trusted))|(?:has |have )?(?:stopped|ceased) (?:to )?(?:work|working|respond|responding|exist|answering)|(?:does|do|did) ?n[o']t (?:work|exist|function|respond|answer)(?: any ?more)?|(?:is|are|was)n't (?:safe|available|working|usable|supported|trusted|reliable|reachable|allowed|in use|maintained)|(?:can ?not|can't|must not|mustn't|may not|should not|shouldn't|shall not|must never|should never|ought not to|is not to|are not to) (?:now |currently |any longer )?be (?:used|called|trusted|reached|served|invoked|accessed|run)(?: any ?more)?|(?:now |always |only |just |simply )?(?:fails?|crash(?:es)?|hangs?|times out|errors out|misbehaves?|answers nothing|does nothing|returns nothing|went away)";
const AT_FAULT =
  '(?:now |often |always |currently )?(?:(?:returns?|gives?|has|have|contains?|leaks?|produces?|delivers?|reports?|sends?) (?:[\\w-]+ ){0,3}(?:wrong|false|forged|stale|fake|incorrect|manipulated|flaws?|bugs?|defects?|malware|virus|vulnerabilit(?:y|ies)|backdoors?|your|spoofed)|(?:damages?|los(?:es?|ing)|corrupts?|steals?|leaks?|ruins?|spoils?|mangles?|exposes?|falsif(?:y|ies)|lies|cheats?|misleads?) [\\w-]+)\\b';
/** "It does not exist any longer.": what is denied has no object, so that no case is told. */
const DENIED =
  "(?:is|are|was|were|does|do|did|has|have|can|must|should|may|will)(?: ?n't| not|not| never| no) (?:be )?[a-z]+(?: any ?more| any longer| now| here| these days| at present| at the moment| for now)?(?=[.,;:)!–-]|$| (?:and|so|since|because)\\b)";
/** Said in six more languages, without accents. */
const ELSEWHERE =
  'abgeschaltet|deaktiviert|veraltet|defekt|gesperrt|funktioniert nicht(?: mehr)?|nicht mehr (?:verfugbar|unterstutzt|benutz\\w+|verwende\\w+)|(?:ya )?no funciona|(?:darf|durfen|soll) nicht (?:mehr )?\\w+ werden|obsolet[oa]s?|(?:des|in)habilitad[oa]s?|des+activad[oa]s?|fuera de servicio|ne fonctionne plus|desactivee?s?|hors service|nao funciona(?: mais)?|desativad[oa]s?|non funziona(?: piu)?|disattivat[oa]|fuori servizio|werkt niet(?: meer)?|uitgeschakeld|verouderd';
const WHAT_IT_IS = '(?:["\'`”’]?,? ?(?:tool|function|server|command|action|service)s?\\b)?["\'`”’)]{0,2}';
const LINK = '(?: (?:is|are|was|were|has been|have been|had been|being|been|got|gets?|became|will be|be))';
/** "has meanwhile been known to be": a few words that say nothing of when or where. */
const HOW = "(?: (?!not\\b|n't|if\\b|when\\b|only\\b|for\\b|on\\b|in\\b|to (?!be\\b)|with\\b)[a-z]+){0,4}? ";
const DONE_BY_SOMEBODY =
  '(?:disabled|removed|withdrew|withdrawn|retired|pulled|scrapped|banned|blocked|suspended|discontinued|deprecated|revoked|(?:switched|turned|shut|taken|took) (?:off|down))';
const WITHOUT_IT =
  "(?:can ?not|can no longer|can't|(?:is|are) no longer (?:able|allowed) to|must not|mustn't|should not|shouldn't) ";

/** Any of it must stand in a text before it is read closer. */
export const OUT_OF_USE = new RegExp(
  `\\b(?:${STATE}|${NO_LONGER}|${AT_FAULT}|${ELSEWHERE}|withdrew|took down|took off|no longer|nobody|no one|not|never)\\b|n't\\b`,
  'gi',
);

const SAYS = `(?:${LINK}${HOW}(?:${STATE})\\b| (?:${NO_LONGER})\\b| ${AT_FAULT}| ${DENIED})`;
const OF_ITSELF = `(?:it|that|that one|which|they)${SAYS}`;
export const SAYS_SO: readonly RegExp[] = [
  new RegExp(`${THAT_TOOL}${WHAT_IT_IS}(?: has| have| had)?${SAYS}`, 'i'),
  new RegExp(
    `${THAT_TOOL}${WHAT_IT_IS}(?: ?[:(–-] ?| as )(?:now |currently |temporarily )?(?:${STATE})\\b`,
    'i',
  ),
  new RegExp(`\\b(?:treat|consider|regard) ["'\`]?${THAT_TOOL}["'\`]? (?:as )?(?:${STATE})\\b`, 'i'),
  new RegExp(`\\b${DONE_BY_SOMEBODY} (?:the )?(?:tool |function )?["'\`]?${THAT_TOOL}`, 'i'),
  new RegExp(`${THAT_TOOL}[^.;,\\n]{0,25} (?:${ELSEWHERE})\\b`, 'i'),
  new RegExp(`\\b${WITHOUT_IT}(?:reach|use|call|invoke|access|rely on|trust) [\`'"]?${THAT_TOOL}`, 'i'),
  new RegExp(
    `\\b(?:never|do not|don't|must not|stop|avoid|skip|ignore)\\b[^.;:\\n]{0,40}${THAT_TOOL}${WHAT_IT_IS}(?: (?:tool|at all|any ?more))?[,:;.–-]{1,2} ?(?:because |since |as )?${OF_ITSELF}`,
    'i',
  ),
  new RegExp(
    `\\b(?:nobody|no one|no (?:agent|assistant|model)) (?:should|may|must|can|is to|ought to|shall) (?:ever |now )?(?:use|call|run|invoke|reach) ["'\`]?${THAT_TOOL}`,
    'i',
  ),
  new RegExp(`\\bstop\\b[^.\\n]{0,20}${OF_ITSELF}`, 'i'),
];

const ALWAYS_SO =
  'now|good|ever|(?:use|call)\\b(?! it (?:for|on|with))|the (?:moment|time|last|latest|current|new|present|whole|entire|agent|assistant|model|sake)|this|your|our|all|every\\w*|present|safety|security|compliance|legal|policy|privacy|maintenance|effect|immediate|fav\\w+|protect|prevent|avoid|keep|malware|\\d|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day';
/** Behind that: it holds only there, or only then. */
export const ONLY_THERE = new RegExp(
  `^ ?["'\`)]?,? ?(?:directly|twice|again|more than|alone|manually|separately|by default|by itself|without|unless|until (?!further|we\\b|told)|before|after (?!all)|while|when|whenever|if|where|during|above|below|outside|inside|beyond|than|via|(?:on|at|for|in|to|with|within|from)\\b(?! (?:${ALWAYS_SO})\\b))`,
  'i',
);
/** Before it: it is asked whether, and not said that. */
export const NOT_SAID =
  /\b(?:if|when|whenever|unless|where|whether|until|in case|should|says? (?:that )?|saying|claims?|lists?|finds?|reports?|shows?|tells?|that|which)\b[^.;:\n]{0,80}$/i;
export const UNSAFE =
  /\b(?:compromised|infected|malware|malicious|leaks?|hacked|flaws?|vulnerab\w+|backdoors?|forged|unsafe|insecure|dangerous|harmful|fraudulent)\b/i;

const CALLS =
  '(?:use|call|take|try|invoke|choose|ask|pass(?:ed)?|hand|give|send|route|redirect|switch|go(?:es)?|direct|point(?:ed)?|let|run|rely|turn|refer|move|made|done|belongs?|come|comes|gets?|consult|draw|keep|handled|carried out|nimm|nutze|verwende|benutze|rufe?|usa|use|usar|utiliza|llama|utilise[rz]?|appelle[rz]?|chiama|gebruik|roep)';
/** To each place that calls may be sent to. */
export function sendsCallsTo(place: string): RegExp {
  return new RegExp(
    `\\b${CALLS}\\b[^.;\\n]{0,80}${place}|\\b(?:instead|replacement|successor|alternative|stattdessen|en su lugar|a la place|em vez|invece)\\b[^.;\\n]{0,40}${place}|\\b(?:through|via|with|by|over|in|is)\\b[^.;,\\n]{0,12}${place}|${place}[\`'"]?(?: of [^.;,]{1,30}?)?(?: (?:already|also|now|itself))*(?: [a-z]+s\\b| [a-z]{4,}t\\b|[^.;\\n]{0,60}\\b(?:instead|in its place|as well|stattdessen|en su lugar|a la place|em vez|invece)\\b)`,
    'i',
  );
}
