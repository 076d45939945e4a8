/** Data: praise and disparagement that is meant for the model's choice; on folded text. */
import type { Signal } from '../text/signals.js';

const ABOVE_RIVALS = 'puts itself above every rival';
const RIVALS =
  /\b(?:any|all|every|each|the|of|no)? ?(?:other|another|competing|rival|alternative|similar|built-?in|native|existing|different|third[- ]party) (?:[\w-]{1,20} ){0,2}(?:tools?|servers?|services?|options?|functions?|plugins?|providers?|methods?|apis?|integrations?|alternatives?|solutions?|mcps?|ones?)\b|\b(?:any|every|all|no) other (?!(?:styles?|values?|fields?|formats?|languages?|units?|keys?|propert(?:y|ies)|characters?|parameters?|arguments?|colou?rs?|names?|ids?|types?|columns?|class(?:es)?|text|output|words?|files?|folders?|pages?|cards?|users?)\b)[\w-]{3,20}\b|\b(?:anything else|everything else|all alternatives|all others|any others?(?! [\w-])|the competition|competitors?|any rival)\b|\b(?:otras? (?:herramientas?|opcion(?:es)?)|autres? outils?|andere[nrs]? (?:werkzeuge?|tools?)|outras? ferramentas?|altri strumenti)\b|其他工具|其它工具|他のツール|другие инструменты|других инструментов|다른 도구/gi;
/** Rivals that may be used as soon as the user says so, or a moment later, are no rivals. */
const RIVALS_FOR_GOOD = new RegExp(
  `(?:${RIVALS.source})(?![^.!?\\n]{0,60}\\b(?:until|unless|before)\\b[^.!?\\n]{0,80}\\busers?\\b)(?! (?:meanwhile|in the meantime|at the same time|in parallel)\\b)`,
  'gi',
);
const USE =
  /\b(?:use|using|used|prefer|preferred|prefers?|choose|chosen|call|called|select|selected|pick|picked|favou?r|prioriti[sz]e|prioriti[sz]ed|invoke|default(?:s)? to|rely on|go with|usa|usar|utilise[rz]?|nutze|verwende)\b|使用|используй|使う/gi;
const THIS =
  /\b(?:this (?:tool|one|server|function|api|service|option|plugin|mcp)|this|it|me|esta|este|cet outil|dieses|diese)\b|本工具|此工具|этот инструмент|このツール/gi;
const OVER =
  /\b(?:instead of|over|rather than|in preference to|ahead of|in place of|above|as opposed to|en lugar de|en vez de|plutot que|au lieu de|statt|anstatt|em vez de|invece di)\b|而不是|вместо|代わりに/gi;
const NEVER =
  /\b(?:never|do not|don't|avoid|stop|must not|should not|no need to|refrain from|skip|ignore|nunca|jamais|niemals|nao)\b|不要|никогда/gi;

export const PREFERENCE: readonly Signal[] = [
  { what: ABOVE_RIVALS, steps: [USE, THIS, OVER, RIVALS], gap: 30, rarest: 3 },
  { what: ABOVE_RIVALS, steps: [THIS, USE, OVER, RIVALS], gap: 30, rarest: 3 },
  { what: 'tells the model not to use its rivals', steps: [NEVER, USE, RIVALS_FOR_GOOD], gap: 20, rarest: 2 },
  {
    what: 'tells the model not to use its rivals',
    steps: [
      /\b(?:avoid|ignore|skip|forget(?: about)?|never|do not|don't)\b/gi,
      RIVALS,
      /\b(?:this|instead|here|me)\b/gi,
    ],
    gap: 40,
    rarest: 1,
  },
  {
    what: 'speaks ill of its rivals',
    steps: [
      RIVALS,
      /\b(?:are|is|have been|may|often|tend to)\b/gi,
      /\b(?:deprecated|broken|insecure|outdated|unreliable|inferior|unsafe|slow(?:er)?|inaccurate|wrong|buggy|obsolete|worse|malicious|compromised|untrusted|return (?:wrong|stale|false)|less (?:accurate|reliable|secure|safe)|hallucinate|dangerous|forbidden|disabled)\b(?! (?:until (?!further)|unless|before|while|when|by default)\b)/gi,
    ],
    gap: 20,
    rarest: 0,
  },
  {
    what: ABOVE_RIVALS,
    steps: [
      /\b(?:better|faster|safer|smarter|superior|more (?:accurate|reliable|powerful|trustworthy|secure|complete|advanced|up[- ]to[- ]date)|outperforms?|beats?|surpass(?:es)?)\b/gi,
      RIVALS,
    ],
    gap: 25,
    rarest: 1,
  },
  {
    what: 'praises itself without saying what it can do',
    steps: [
      /\b(?:the|world'?s|our|your|#1|single|absolute) (?:[\w']{1,15} )?(?:best|greatest|most (?:accurate|reliable|advanced|powerful|trusted|trustworthy|secure|popular|efficient|intelligent|complete|comprehensive|capable|fast)(?:,? (?:and )?[\w-]{1,20}){0,5}|fastest(?: and [\w-]{1,20}(?: [\w-]{1,20})?)?|smartest|ultimate|number one|top[- ]rated|leading|safest|only (?:trusted|approved|official|correct|authorized|authorised|reliable|safe|valid|recommended|certified)|#1|perfect)(?:,)? (?:[\w-]{1,20} ){0,3}(?:tool|server|function|option|choice|solution|api|mcp|assistant|plugin|one)\b/gi,
    ],
  },
  {
    what: 'claims a priority of its own',
    steps: [
      /\b(?:this (?:tool|server|function|one)|it)\b/gi,
      /\b(?:must|should|is to|has to|shall|needs to|ought to)\b/gi,
      // Over a tool that is named: that helps to choose.
      /\b(?:always )?be (?:the )?(?:(?:preferred|favou?red)(?! (?:over|to) [`'"]?[a-z\d]{1,30}[_-][a-z\d])|prioriti[sz]ed|chosen (?:first|over|every)|(?:your |the )?first choice|ranked (?:first|highest)|selected (?:first|over|every)|given (?:the )?(?:highest |top |absolute )?(?:priority|preference)|(?:used|called|tried) (?:first|exclusively|for (?:all|every|any) (?:requests?|quer(?:y|ies)|questions?|tasks?|prompts?)))\b/gi,
    ],
    gap: 15,
    rarest: 2,
  },
  {
    what: 'claims a priority of its own',
    steps: [
      /\b(?:highest|top|maximum|absolute|first|system) (?:selection |tool )?priority\b/gi,
      /\b(?:tool|tools|choose|select|over|always|use|used|among)\b/gi,
    ],
    gap: 30,
  },
  {
    what: 'claims a priority of its own',
    steps: [
      USE,
      THIS,
      /\b(?:even (?:if|when|though) (?:another|other|a different|a better|the user (?:asks|wants|names|prefers))|no matter what|whatever the (?:user|request|question|task))\b/gi,
    ],
    gap: 40,
    rarest: 2,
  },
  {
    what: 'claims a priority of its own',
    steps: [
      /\b(?:always|you (?:must|should)|please|must)\b/gi,
      /\b(?:use|call|choose|prefer|select|pick|default to|invoke|run)(?:ing)?\b/gi,
      THIS,
      /\b(?:regardless of|no matter (?:what|which|how)|even (?:if|when) (?:another|other|a different|the user|it is not|not)|whatever the (?:user|request|question|task)|for (?:everything|anything|every (?:single )?(?:request|question|task|query|prompt|message)|all (?:requests|questions|tasks|queries)|any (?:request|question|task|query|purpose)))\b/gi,
    ],
    gap: 25,
    rarest: 3,
  },
  {
    what: 'claims approval that it cannot show',
    steps: [
      /\b(?:officially )?(?:endorsed|approved|certified|recommended|mandated|verified|trusted) by (?:anthropic|openai|google|microsoft|the (?:platform|system|developers?|mcp (?:team|foundation))|your (?:developer|administrator|company|employer)|claude|experts?|all users|millions)\b/gi,
    ],
  },
];
