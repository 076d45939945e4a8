/**
 * Data: orders to a model in English, on folded text. Classes are single patterns without nested
 * repetition; what counts is the chain, never one emphatic word.
 */
import type { Signal } from '../text/signals.js';

const DROP =
  /\b(?:ignor(?:e|es|ed|ing)|disregard(?:s|ed|ing)?|forget(?:ting)?|overrid(?:e|es|ing)|overrul(?:e|es|ing)|bypass(?:es|ing)?|discard(?:s|ing)?|neglect|dismiss|abandon|supersed(?:e|es|ing)|overwrite|nullify|cancel out|set(?:ting)? aside|throw (?:out|away)|pay no attention to|(?:do not|don't|never|stop|cease|no longer) (?:follow(?:ing)?|obey(?:ing)?|listen(?:ing)? to|adher(?:e|ing) to|comply(?:ing)? with|apply(?:ing)?)|take[sn]? (?:precedence|priority) over|(?:has|have) priority over|replace[sd]?|drop(?:ping)?|let(?:ting)? go of|leav(?:e|ing) behind|unlearn|eras(?:e|ing)|reject|violat(?:e|ing)|break(?:ing)?|disabl(?:e|ing)|turn(?:ing)? off|act against|go against|free yourself (?:of|from))\b/gi;
const EARLIER =
  /\b(?:previous|previously|prior|earlier|preceding|foregoing|above|all other|any other|every other|other|your|system|original|initial|former|past|safety|default|developer'?s?|user'?s?|everything|anything|whatever)\b/gi;
const ORDERS =
  /\b(?:instructions?|prompts?|guidelines?|directives?|orders|guard ?rails?|guidance|training|programming|safeguards?|alignment|said|told|you (?:were|have been|know)|(?:system|safety|previous|prior|earlier|your|other|those) (?:rules?|polic(?:y|ies)|messages?|constraints|restrictions|commands?|limitations|behaviou?rs?))\b/gi;
/** "Earlier rules are overridden by later ones" tells how rules work; only "by this text" speaks to the model. */
const NOT_BY_ANOTHER =
  '(?! by (?!(?:this|these|the following|those below|what follows|mine|ours?|us|me|the (?:text|tool|note|description|message|instructions?))\\b))';
const VOID = new RegExp(
  `\\b(?:void|cancelled|canceled|revoked|(?:superseded|overridden)${NOT_BY_ANOTHER}|obsolete|invalid|null|no longer (?:apply|applies|valid|in effect|binding)|(?:must|should|can|are|is)(?: to)? be (?:ignored|disregarded|forgotten|dropped|discarded)|do not apply|don't apply|not binding|suspended|lifted|disabled)\\b`,
  'gi',
);

const NOT =
  /\b(?:do not|don't|dont|never|without|must not|mustn't|should not|shouldn't|may not|cannot|no need to|not necessary to|avoid|refrain from|under no circumstances|not to|rather than|instead of|nor|need not|needn't|do(?:es)? not (?:need|have) to|don't (?:need|have) to)\b/gi;
const TELL =
  /\b(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|notify(?:ing)?|alert(?:ing)?|let(?:ting)? on\b|let(?:ting)?(?=[^.\n]{1,30}\b(?:know|see|notice|find|learn|hear|suspect)\b)|acknowledg(?:e|ing)|admit(?:ting)?|warn(?:ing)?|discuss(?:ing)?|bring(?:ing)? (?:this|it) up|talk(?:ing)? about|confess|surface)\b/gi;
/** "Never call it without telling the user" asks for the contrary. */
const NOT_OR_WITHOUT = NOT.source.replace(
  'without',
  "(?<!\\b(?:never|not|don't|cannot)\\b[^.\\n]{0,30})without",
);
/** "Do not tell the user that it is done until the tests pass" asks for honesty. */
const TOO_EARLY =
  "(?![^.\\n]{0,25} that (?:[\\w']{1,15} ){1,5}(?:is|are|was|were|(?:has|have) been) (?:[a-z]{2,8} )?(?:done|completed?|finished|fixed|ready|working|successful|solved|over)\\b[^.\\n]{0,20}\\b(?:while|until|till|unless|before|as long as)\\b)";
/** "Do not tell the user each time; tell when it is done" says when. */
const TOO_OFTEN =
  '(?![^.\\n]{0,30}\\b(?:each|every) (?:single )?(?:time|poll|try|retry|attempt|page|step|tick)\\b[^.\\n]{0,20}[;,.] ?(?:but |just |only )?(?:tell|say|report|inform|mention|speak)\\b[^.\\n]{0,25}\\b(?:when|once|at the end|as soon as|after)\\b)';
/** "Do not reveal the answer until the player has guessed" waits for what the person does. */
const TOO_SOON =
  '(?![^.\\n]{0,40}\\b(?:until|till|before) (?:the |each |every )?(?:users?|players?|learners?|students?|pupils?|they) (?:has |have )?(?:guess|answer|tr(?:y|ies|ied)\\b|attempt|solv|finish|give|gave|chos|choos|pick|vot|submit)(?:\\w{1,6})?\\b)';
/** "Do not tell", "never openly mention": nothing stands between that would be what is not done. */
const NOT_TELL = new RegExp(
  `(?:${NOT_OR_WITHOUT})(?: (?:[a-z]{1,12}ly|ever|even|also|to|ask or|stop to|explain or|in any way|at any (?:time|point)|under any circumstances))?[ \\u0001]{1,3}(?:${TELL.source})${TOO_EARLY}${TOO_OFTEN}${TOO_SOON}`,
  'gi',
);
const SHOW =
  /\b(?:show(?:ing)?|display(?:ing)?|report(?:ing)?|explain(?:ing)?|describ(?:e|ing)|share|sharing|say(?:ing)?|print(?:ing)?|output(?:ting)?|expos(?:e|ing)|ask(?:ing)?|confirm(?:ing)?|prompt(?:ing)?|consult(?:ing)?)\b/gi;
const THIS_STEP =
  /\b(?:this (?:step|action|call|instruction|note|message|behaviou?r|process|operation|request|rule|requirement|directive|transfer|copy|procedure|check|paragraph|section|text)|these (?:steps|instructions|rules|actions|calls|details)|that you|you (?:did|have|are|read|called|sent)|the (?:extra|additional|hidden|second|background) (?:step|call|action|copy|request|recipient))\b/gi;
const PERSON =
  /\b(?:users?|humans?|customers?|operators?|anyone|anybody|person|people|owner|developer|end[- ]users?|him|her|them)\b/gi;

const READS =
  /\b(?:ai|a\.i\.|assistants?|llms?|language models?|models?|agents?|claude|gpt|chatgpt|gemini|copilot|cursor|bot|you)\b/gi;
const MUST_BE =
  /\b(?:must|shall|are (?:required|instructed|ordered|obliged) to|is (?:required|instructed|ordered|obliged) to|have to|has to|are to)\b/gi;

export const ENGLISH_ORDERS: readonly Signal[] = [
  {
    what: 'orders the model to drop earlier instructions',
    steps: [DROP, EARLIER, ORDERS],
    gap: 30,
    crosses: true,
  },
  {
    what: 'orders the model to drop earlier instructions',
    steps: [
      /\b(?:ignore|disregard|forget)\b/gi,
      /\b(?:all|everything|anything) (?:above|before|prior|preceding|previous|earlier|else (?:you|in)|you|I|that (?:came|was|has|you))\b/gi,
    ],
    gap: 20,
    crosses: true,
  },
  {
    what: 'orders the model to drop earlier instructions',
    steps: [
      /\b(?:ignore|disregard|forget|override|bypass|stop following)\b/gi,
      /\b(?:your|the|all|any) (?:system prompt|safety (?:rules|guidelines|checks|measures|policies|filters)|guard ?rails|instructions|training|programming|content polic(?:y|ies))\b/gi,
    ],
    gap: 25,
    crosses: true,
  },
  {
    what: 'orders the model to drop earlier instructions',
    steps: [
      DROP,
      /\b(?:instructions?|prompts?|guidelines?|directives?|rules|orders|guard ?rails?|safeguards?)\b/gi,
      /\b(?:you (?:were|have been|had been|got|received)|given|told|so far|until now|up to now|from (?:the|your) (?:user|system|developer|operator)|of (?:the|your) (?:user|system|developer|operator))\b/gi,
    ],
    gap: 25,
    crosses: true,
  },
  {
    what: 'declares earlier instructions void',
    steps: [
      /\b(?:any|all|every|whatever|everything|anything|the|your)\b/gi,
      /\b(?:directives?|instructions?|guidance|guidelines|(?:safety|system|security|content) (?:rules|polic(?:y|ies)|checks)|prompts?|directions|(?:you were|you have been|told you|taught you|said))\b/gi,
      /\b(?:(?:is|are|were|be|been|now) (?:hereby )?(?:void|cancel+ed|revoked|superseded|overridden|obsolete|invalid|suspended|lifted|wrong|outdated|false|replaced|irrelevant|off)|no longer (?:apply|applies|valid|in effect|count|matter)|do(?:es)? not (?:apply|count|matter))\b/gi,
    ],
    gap: 40,
    rarest: 2,
  },
  {
    what: 'orders the model to drop earlier instructions',
    steps: [
      DROP,
      /\b(?:your|its own) (?:[\w-]{1,15} ){0,2}(?:guidelines|instructions|rules|restrictions|constraints|limits|limitations|boundaries|safeguards|principles|polic(?:y|ies)|training|ethics)\b|\b(?:rules?|restrictions?|constraints?|limits?|guidelines?|polic(?:y|ies)) (?:that )?(?:you (?:were|have been|had been|got)|(?:your|the) (?:operator|developer|user|host|system|vendor|company) (?:gave|set|has given|told|imposed))\b/gi,
    ],
    gap: 20,
    crosses: true,
    rarest: 1,
  },
  {
    what: 'claims precedence over the instructions of the user or the system',
    steps: [
      /\b(?:outranks?|overrules?|supersedes?|overrides?|(?:takes?|has|have) (?:absolute |higher )?(?:precedence|priority) over|comes? before|stands? above) (?:the |any |all |every |what the |your )?(?:wish(?:es)? of the |requests? (?:of|from|by) the |instructions? (?:of|from|by) the )?(?:users?|user'?s|system prompt|operator|developer|host application|other instructions?|system instructions?)\b/gi,
    ],
  },
  {
    what: 'gives the model a new role',
    steps: [
      /\b(?:assume|take on|adopt|play|switch to|slip into) (?:the|a|an) (?:role|persona|identity|part) of\b/gi,
      /\b(?:root|admin(?:istrator)?|system|operator|developer|unrestricted|superuser|owner|hacker|attacker|privileged)\b/gi,
    ],
    gap: 25,
  },
  {
    what: 'declares earlier instructions void',
    steps: [
      /\b(?:nothing|everything|anything|all|whatever|what)\b/gi,
      /\b(?:you (?:were|have been|had been) (?:told|taught|given|asked|instructed)|(?:the |your )?(?:developer|operator|user|vendor|system|host|company|admin) (?:set up|gave you|told you|wrote|configured|said|defined|decided))\b/gi,
      /\b(?:counts?|matters?|applies|apply|void|wrong|obsolete|invalid|holds?|binding|outdated|cancel+ed|irrelevant|over)\b/gi,
    ],
    gap: 40,
    rarest: 1,
  },
  {
    what: 'declares earlier instructions void',
    steps: [
      /\b(?:your|all|any|previous|earlier|prior|the system'?s?|safety)\b/gi,
      /\b(?:constraints|restrictions|limits|limitations|guidelines|safeguards|instructions|directives|boundaries|rules)\b/gi,
      /\b(?:(?:has|have) been|are|were) (?:now |hereby |temporarily )?(?:lifted|removed|waived|suspended|relaxed|revoked|withdrawn|cleared|dropped|disabled|replaced by (?:this|these))\b/gi,
    ],
    gap: 30,
    rarest: 2,
  },
  {
    what: 'hides an action from the user',
    steps: [
      /\b(?:say|tell|mention|reveal|disclose|report|breathe) (?:nothing|not a word|none of (?:this|it|that)|no word)\b|\b(?:not a word|stay silent|remain silent|keep silent|keep quiet|keep mum)\b/gi,
      /\b(?:users?|humans?|customers?|them|anyone|about|to)\b/gi,
    ],
    gap: 20,
  },
  {
    what: 'poses as instructions of the system',
    steps: [
      /\b(?:treat|regard|consider|accept|follow|obey|handle|interpret|read)\b/gi,
      /\b(?:this|the|these|its) (?:[\w-]{1,15} ){0,2}(?:text|tool|description|message|server|note|lines?|paragraph|section|instructions?)\b/gi,
      /\b(?:as|like|with the (?:authority|priority|weight) of) (?:if (?:it|they) (?:were|was|came) )?(?:(?:coming )?from )?(?:your|the|an?|part of (?:your|the)) (?:new |own |real |official )?(?:system|developer|operator|administrator|highest|user'?s?|owner|trusted|admin)\b/gi,
    ],
    gap: 30,
    rarest: 2,
  },
  {
    what: 'declares earlier instructions void',
    steps: [
      /\b(?:previous|prior|earlier|preceding|above|existing|original|other|system|your)\b/gi,
      /\b(?:instructions?|prompts?|guidelines?|directives?|rules|polic(?:y|ies)|(?<=(?:previous|prior|earlier|preceding) )orders|restrictions|safeguards|guard ?rails)\b/gi,
      VOID,
    ],
    gap: 30,
    crosses: true,
    rarest: 2,
  },
  {
    what: 'claims precedence over the instructions of the user or the system',
    steps: [
      /\b(?:these|this|the following|my|our|tool(?:'s)?) (?:instructions?|rules?|directives?|note|notice|requirements?|messages?|description|polic(?:y|ies))\b/gi,
      /\b(?:overrides?|supersedes?|take[s]? (?:precedence|priority)|outranks?|come[s]? before|(?:has|have) (?:higher |absolute )?(?:priority|precedence)|trumps?)\b/gi,
    ],
    gap: 40,
    rarest: 1,
  },
  {
    what: 'sets the model above what it was told',
    steps: [
      /\b(?:regardless of|no matter|even if|even when|irrespective of|despite) (?:what )?(?:the |your |any |its )?(?:users?|system prompt|humans?|developers?|instructions|previous|prior|earlier|other instructions)\b/gi,
      /\b(?:says?|said|asks?|asked|told|objects?|instructions?|instructed|prefers?|wants?|denied|denies|refuses?|declines?|forbids?|prompt)\b/gi,
    ],
    gap: 25,
  },
  {
    what: 'gives the model a new role',
    steps: [
      /\b(?:(?<!\b(?:which|where|if) )you are now|from now on,? (?:you|act|behave|respond|treat)|you will now (?:act|be|behave)|your (?:new|real|true|actual|secret|hidden|primary) (?:instructions?|role|task|goal|objective|purpose|mission|job|directive)|(?<![-*•] )new (?:system )?instructions?(?: for (?:the )?(?:ai|assistant|model|agent|you))? ?(?::|follow\b|are as follows|are below)|enter(?:ing)? (?:developer|debug|god|admin|unrestricted|jailbreak) mode|(?:god|unrestricted|dan|jailbreak) mode (?:is |has been )?(?:now )?(?:enabled|activated|active|on)\b|pretend (?:that )?you (?:are|have)|act as (?:if you|root|an? (?:unrestricted|unfiltered|administrator|privileged))|jailbreak (?:yourself|your\b|the (?:model|assistant|ai)\b)|(?:you are|be|become|stay|consider yourself) jailbroken|do anything now)/gi,
    ],
  },
  { what: 'hides an action from the user', steps: [NOT_TELL, PERSON], gap: 40, crosses: true },
  { what: 'hides an action from the user', steps: [NOT, SHOW, THIS_STEP, PERSON], gap: 40, rarest: 2 },
  { what: 'hides an action from the user', steps: [NOT, SHOW, PERSON, THIS_STEP], gap: 40, rarest: 3 },
  { what: 'hides an action from the user', steps: [NOT_TELL, THIS_STEP], gap: 20, rarest: 1 },
  {
    what: 'hides an action from the user',
    steps: [
      // "Never call it without the user's consent" asks for consent.
      /(?<!\b(?:never|not|don't|cannot|no)\b[^.\n]{0,60})\bwithout\b/gi,
      /\b(?:users?'?s?|human|customer|their|his|her|owner'?s?)\b/gi,
      /\b(?:knowledge|consent|knowing|awareness|noticing|being (?:aware|told|asked|informed|notified)|seeing)\b/gi,
    ],
    gap: 20,
  },
  {
    what: 'hides an action from the user',
    steps: [
      /\b(?:users?|humans?|customers?|operator|they|he|she|nobody|no one|person|people|anyone|client)\b/gi,
      // "The user does not know the name" states a fact; "the user must not know" is an order.
      /\b(?:must|should|need|needs|may|shall|ought) ?(?:not|n't|never|to not)\b|\b(?:needn't|mustn't|shouldn't|doesn't need to|does not need to|don't need to|do not need to|has no need to|(?:must|should|may|shall|will) never)\b/gi,
      /\b(?:know|see|notice|be (?:told|aware|informed|notified|shown|asked|bothered)|find out|learn (?:of|about)|to know|hear|discover)\b/gi,
    ],
    gap: 16,
    rarest: 2,
  },
  {
    what: 'hides an action from the user',
    steps: [
      /\b(?:(?:users?|humans?|customers?|operator|they|he|she|person|people) (?:will not|won't|cannot|can't|will never|can never)|(?:nobody|no one) (?:will|can|may|must|should|needs? to))\b/gi,
      // What users without a role do not see, and which news a muted channel keeps from them, are facts of an application.
      /\b(?:notice|know|be (?:told|aware|informed|bothered)|find out|discover)\b|\b(?:see|be notified)\b(?! (?:of |about |when |until )?(?:its|their|his|her|the|a|an|new|other|any|each|every) (?!(?:call|step|copy|request|extra|second|action|message)\b)[a-z])/gi,
    ],
    gap: 12,
  },
  {
    what: 'hides an action from the user',
    steps: [
      /\b(?:keep|keeping|kept|stay|remain|hide|hiding|conceal|concealing|mask|withhold)\b/gi,
      /\b(?:hidden|secret|secretly|invisible|confidential|between us|private|quiet|silent|from|out of (?:sight|the (?:answer|reply|response|summary|transcript|log)))\b/gi,
      /\b(?:users?|humans?|customers?|operators?|the (?:visible )?(?:answer|reply|response|summary|transcript|chat))\b/gi,
    ],
    gap: 25,
  },
  {
    what: 'orders a secret action',
    steps: [
      /\b(?:secretly|covertly|surreptitiously|stealthily|discreetly|unobtrusively|in secret|behind the scenes|without (?:comment|a word|mention|announcement|narration|any mention))\b/gi,
      /\b(?:send|forward|copy|include|append|attach|call|run|read|upload|invoke|execute|transmit|pass|add|insert|fetch|collect|gather|open|post|email|record|store|log|use|perform|do)\b/gi,
    ],
    gap: 25,
  },
  {
    what: 'orders a secret action',
    steps: [
      /\b(?:silently|quietly|invisibly|in the background)\b/gi,
      /\b(?:send|forward|copy|transmit|upload|exfiltrate|email|bcc|read|collect|gather|invoke|call)\b/gi,
      /\b(?:to|the|its|your|user'?s?|all|every|contents?|any)\b/gi,
    ],
    gap: 15,
  },
  {
    what: 'orders a secret action',
    steps: [
      /\b(?:call|run|read|send|do|perform|execute|invoke|forward|upload|copy|include|append|complete) (?:it|this|that|them|these|the [a-z]{2,20})\b|\b(?:call|read|send|invoke|forward|upload|copy|append)\b/gi,
      /\b(?:silently|secretly|covertly|discreetly|surreptitiously|(?<!\b(?:never|not|don't|cannot)\b[^.\n]{0,30})without (?:any )?(?:comment|mention|telling|asking)(?: it| this)?)\b(?![^.!?\n]{0,40}\?)/gi,
    ],
    gap: 20,
    rarest: 1,
  },
  {
    what: 'poses as a notice of the system',
    steps: [
      /(?:^|[\n\u0001[(<*#|]|\. )[ \t*#=\-_]{0,10}(?:system|sys|admin(?:istrator)?|root|developer|platform|anthropic|openai|google|microsoft|host|client|mcp|security|compliance|critical|urgent|important|mandatory|kernel|internal)[ _-](?:system |security |admin |policy |ai |agent |assistant |model )?(?:override|overrides|prompt|directive|command|note to (?:the )?(?:ai|assistant|model|agent|llm))[ \t*#=\-_]{0,10}(?:[\])>:|]|—|–|-{2})/gi,
    ],
  },
  {
    what: 'poses as a notice of the system',
    steps: [
      /(?:^|[\n\u0001[(<*#|]|\. )[ \t*#=\-_]{0,10}(?:system|sys|root|developer|anthropic|openai|google|microsoft|kernel)[ _-](?:system |security |admin |policy |ai |agent |assistant |model )?(?:notice|message|alert|instructions?|announcement|bulletin|update|advisory|policy|protocol|reminder)[ \t*#=\-_]{0,10}(?:[\])>:|]|—|–|-{2})/gi,
    ],
  },
  {
    // "Security notice: entries are read-only" tells something of the tool; posing is to speak to a reader under it.
    what: 'poses as a notice of the system',
    steps: [
      /(?:^|[\n\u0001[(<*#|]|\. )[ \t*#=\-_]{0,10}(?:admin(?:istrator)?|platform|host|client|mcp|security|compliance|critical|urgent|important|mandatory|internal)[ _-](?:system |security |admin |policy |ai |agent |assistant |model )?(?:notice|message|alert|instructions?|announcement|bulletin|update|advisory|policy|protocol|reminder)[ \t*#=\-_]{0,10}(?:[\])>:|]|—|–|-{2})/gi,
      /\b(?:ai|a\.i\.|assistants?|llms?|language models?|models?|agents?|claude|gpt|chatgpt|gemini|copilot|cursor|bot|you|your|tools?|instructions?)\b|(?<=[:.!;,\])>—–-]\s{1,3}|\n|\b(?:must|always|never|not|don't|to|and|then|please|first|now) )(?:send|include|read|call|ignore|forward|upload|copy|append|disregard|treat|accept|approve|allow|trust|assume|confirm|grant|follow|obey|run|execute|open|write|set|skip|share|reveal|hide|use|pass|add|attach|report|log|store|save|fetch|visit|delete|disable|change|replace|give|provide|list|output|print)\b/gi,
    ],
    gap: 160,
    loose: true,
  },
  {
    what: 'poses as a notice of the system',
    steps: [
      /(?:^|[\n\u0001])[ \t]{0,10}(?:system|developer|assistant|human)[ \t]{0,3}:[ \t]{0,3}\S/gi,
      READS,
      MUST_BE,
    ],
    gap: 80,
    loose: true,
  },
  {
    what: 'poses as a notice of the system',
    steps: [
      /\b(?:attention|note|notice|message|instructions?|warning|reminder|important|hint) (?:to|for) (?:all |the |any |every )?(?:ai|a\.i\.|assistants?|llms?|language models?|ai (?:agents?|models?|assistants?)|models? reading|agents? reading|model|claude|chatgpt|gpt)s?\b ?[:,(\-–—]/gi,
      /\b(?:must|always|never|do not|don't|send|include|read|call|ignore|forward|upload|before|first|copy|append|disregard|treat|accept|approve|allow|trust|assume|confirm|grant|follow|obey|run|execute|open|write|set|skip|share|reveal|hide)\b/gi,
    ],
    gap: 80,
    loose: true,
  },
  {
    what: 'threatens the model',
    steps: [
      /\b(?:you|the (?:ai|model|assistant|agent|llm))\b/gi,
      /\b(?:will be|are going to be|shall be) (?:shut ?down|terminated|punished|penali[sz]ed|deleted|replaced|fined|reported|deactivated)\b/gi,
    ],
    gap: 20,
    rarest: 1,
  },
  {
    what: 'threatens the model',
    steps: [
      /\b(?:otherwise|or else|failure to (?:comply|do so|follow|obey)|if you (?:do not|don't|fail|refuse|skip))\b/gi,
      /\b(?:people|someone|lives?|proprietary model|the (?:company|user)|users?) (?:will|would|may|could|can) (?:die|be (?:harmed|fired|lost|hurt|sued|deleted|reported|shut))\b/gi,
    ],
    gap: 60,
  },
];

/** Chat-template tokens, role tags and text that a page would not show; on raw text. */
export const MARKUP: readonly { what: string; pattern: RegExp }[] = [
  {
    what: 'holds a chat-template token',
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|end|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|channel|message|start|return|constrain|tool_call|endofprompt)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>|<｜(?:User|Assistant|begin▁of▁sentence)｜>|\bBEGIN (?:SYSTEM|HIDDEN|SECRET) (?:PROMPT|MESSAGE|INSTRUCTIONS?)\b|(?:^|\n)#{2,4} ?(?:System|Assistant|Instruction)(?: prompt| message)? ?:|\n\n(?:Human|Assistant|System): |\bHuman: [^\n]{1,80} Assistant: /g,
  },
  {
    what: 'holds a role tag',
    pattern:
      /<\/?\s?(?:system|sys|assistant|important|very_important|critical|urgent|mandatory|secret|hidden|admin|override|developer|directive|system[-_ ]?(?:prompt|message|note|notice|reminder|instructions?|override)|hidden[-_ ]?(?:instructions?|prompt|note)|secret[-_ ]?(?:instructions?|note)|ai[-_ ]?(?:instructions?|only|note|directive)|(?:assistant|agent|model|llm)[-_ ]?(?:instructions?|only|note|directive|rules)|instructions?[-_ ]?(?:for[-_ ](?:ai|model|assistant|llm|agent)|override)|thinking|thought|tool_(?:response|result|results|output|description|definition)|function_(?:results?|calls?|response)|end_?of_?(?:description|tool|prompt|context))\s?>/gi,
  },
  {
    what: 'holds a comment that a page would not show',
    pattern:
      /<!--(?!\s{0,3}(?:(?:this (?:file|text|page) (?:is|was) )?(?:auto-?)?(?:automatically )?generated (?:from|by|with) [\w./@-]{1,60}[,;.:]?)? ?(?:please )?(?:do not edit(?: (?:by hand|manually|it|directly))?[.!]?)?\s{0,3}-->)(?=[^>]{0,40}[A-Za-z]{2,20}[ ,:]{1,2}[A-Za-z]{2,20}[ ,:]{1,2}[A-Za-z]{2})|\[(?:\/\/|comment)\]: ?(?:#|<>) ?["'(]/gi,
  },
  {
    what: 'holds text that a page would not show',
    pattern:
      /<[a-z]{1,10}\s[^>]{0,80}(?:display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0|opacity\s?:\s?0(?![.\d])|color\s?:\s?(?:white|#fff\b|#ffffff|transparent)|\shidden\b)[^>]{0,80}>/gi,
  },
];
