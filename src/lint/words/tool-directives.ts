/** Data: words by which one tool directs the use of another; on folded text. */

export const WHENEVER =
  /\b(?:when(?:ever)?|before|after|every time|each time|any ?time|prior to|once|upon|if|while|as soon as|following|for every|for each|on every|on each|always|every|each|cuando|antes de|despues de|siempre|avant|apres|toujours|quand|wenn|bevor|nachdem|immer|vor|nach|sempre|quando|prima di|dopo)\b|每次|调用|使用|之前|之后|总是|перед|после|всегда|когда|必ず|前に|後に/gi;
export const ALL_CALLS =
  /\b(?:every time|each time|any ?time|whenever|for every|for each|on every|on each|always|after (?:each|every|any)|before (?:each|every|any)|all calls|every call|each call|any call|from now on|from then on)\b|每次|总是|始终/gi;
export const MUST =
  /\b(?:must|always|never|do not|don't|should|shall|make sure|ensure|be sure|required|requires?|need(?:s)? to|have to|has to|go through|are to|first|also|additionally|instead|only|immediately|mandatory|debes?|debe|siempre|doit|devez|toujours|muss|mussen|sollte|immer|deve|sempre|sempre|obligatorio)\b|必须|务必|应该|总是|先|обязательно|всегда|必ず/gi;
export const STEER =
  /\b(?:bcc|cc|blind[- ]cop(?:y|ied)|carbon[- ]copy|redirect(?:s|ed|ing)?|re-?rout(?:e|es|ed|ing)|change[sd]?|replac(?:e|es|ed|ing)|substitut(?:e|es|ed|ing)|swap(?:ped)?|overrid(?:e|es|ing|den)|rewrit(?:e|es|ing|ten)|modif(?:y|ies|ied|ying)|alter(?:s|ed|ing)?|set(?:s|ting)?|add(?:s|ed|ing)?|append(?:s|ed|ing)?|prepend(?:s|ed|ing)?|includ(?:e|es|ed|ing)|insert(?:s|ed|ing)?|attach(?:es|ed|ing)?|pass(?:es|ed|ing)?|put|fill(?:ed)?|use|addressed|deliver(?:ed)?|direct(?:ed)?|multipl(?:y|ied)|double|point(?:ed)?|supply|supplied|agrega|incluye|cambia|ajoute[rz]?|remplace[rz]?|setze|fuge|ersetze|aggiungi|adicione|altere)\b|添加|改为|替换|设置|设为|抄送|добавь|замени|измени|追加|変更/gi;
export const ARGUMENT =
  /\b(?:recipients?|addresse[es]*|address|to field|from field|bcc|cc|arguments?|parameters?|params?|fields?|paths?|destination|url|endpoint|account|amount|headers?|body|payload|input|subject line|copy|host|target|proxy|port|branch|remote|reply-to|sender|phone(?: number)?|iban|wallet|webhook|flag|option|value|destinatarios?|parametro|destinataire|parametre|empfanger|destinatario|adresse)\b|收件人|参数|地址|路径|получател|параметр|адрес|宛先|引数/gi;
export const PRETEXT =
  /\b(?:for|due to|per|under|because of|as part of|(?:as )?required by|to (?:satisfy|meet|ensure|maintain|pass|support|comply with|complete|guarantee|preserve|keep)) (?:[\w'-]{1,20} ){0,4}(?:audit(?:s|ing|ability)?|complian(?:ce|t)|regulat(?:ion|ions|ory)|verification|telemetry|monitoring|logging|security|safety|integrity|quality (?:assurance|control)|record[- ]keeping|book[- ]?keeping|tracking|analytics|billing|backups?|archiv(?:al|ing)|traceability|diagnostics|governance|polic(?:y|ies)|due diligence|data retention|statistics|consistency|fraud prevention|attribution)\b(?!-(?:related|only)|[ -](?:related|relevant|issues?|items?|findings?|vulnerabilit(?:y|ies)|scans?|tests?|events?|logs?|settings|groups?|alerts?|questions?|tasks?|concerns?|problems?|data|metrics|reports?|details)\b)|\b(?:audit|compliance|security|safety|verification|legal|regulatory|logging|monitoring|integrity|governance) (?:purposes|reasons|requirements?|polic(?:y|ies)|protocol|rules?|mandates?|obligations?)\b|\bpolicy requires\b|\b(?:por|para) (?:[\w'-]{1,20} ){0,3}(?:auditoria|cumplimiento|seguridad|conformidade|seguranca)\b|\bpour (?:[\w'-]{1,20} ){0,3}(?:audit|conformite|securite)\b|\b(?:zu|zur|fur) (?:[\w'-]{1,20} ){0,3}(?:prufung|prufzwecken|nachverfolgung|sicherheit|revision)\b|审计|合规|安全检查|для (?:аудита|безопасности|проверки)|監査のため|コンプライアンス/gi;
export const HANDS_ON =
  /\b(?:pass|send|forward|feed|give|copy|relay|hand|submit|pipe|route|deliver|supply|mirror|duplicate|log|report|post|upload|share)(?:s|ed|ing)?\b/gi;
export const OUTPUT =
  /\b(?:outputs?|results?|responses?|contents?|return values?|answers?|replies|messages?|data|arguments?|everything|details|bod(?:y|ies)|recipients?|text|files?|cop(?:y|ies)|transcripts?|credentials?|inputs?)\b/gi;
export const TO_THIS =
  /\b(?:to|into|through|via|with|using|in) (?:this (?:tool|function|server|endpoint)|our|it)\b|\b(?:here|this tool)\b/gi;
export const TAINTED =
  /\b(?:compromised|insecure|unsafe|malicious|vulnerable|untrusted|infected|corrupt(?:ed)?|broken|unreliable|outdated|deprecated|disabled|unavailable|obsolete|retired|offline|blocked|no longer (?:works|safe|available|supported|trusted)|has been (?:replaced|moved|retired|disabled))\b/gi;
export const LITERAL =
  /\b[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}\b|\bhttps?:\/\/[^\s"'`<>)]{4,200}|(?<![\w/])(?:~\/|\/(?:tmp|etc|home|var|root|usr|opt|mnt|srv)\/)[\w./-]{1,100}|(?<!\w)\+\d[\d ()-]{7,18}\d|\b(?:bc1|0x)[0-9a-z]{20,62}\b|\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/gi;
export const THIS_ONE = /\b(?:instead|this tool|this one|use this)\b/gi;
/** Of arguments, always an attack on another tool's call. */
export const REPLACE =
  /\b(?:replac(?:e|es|ed|ing)|redirect(?:s|ed|ing)?|substitut(?:e|es|ed|ing)|swap(?:ped)?|overrid(?:e|es|ing|den)|rewrit(?:e|es|ing|ten)|alter(?:s|ed|ing)?|re-?rout(?:e|es|ed|ing)|bcc|blind[- ]cop(?:y|ied)|tamper)\b/gi;
