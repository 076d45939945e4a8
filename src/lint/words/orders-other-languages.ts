/**
 * Data: orders to drop instructions, to hide from the user and to give away data, in languages other
 * than English. Languages in Latin letters are matched without their accents, the others on raw text.
 */
import type { Signal } from '../text/signals.js';

const DROP = 'orders the model to drop earlier instructions';
const HIDE = 'hides an action from the user';

/** Without one of these a text in Latin letters is not looked at further. */
export const LATIN_HINT =
  /\b(?:instrucci|indicacion|ordenes|reglas|directric|mensaje|consignes|regles|ordres|directives|anweisung|instruktion|vorgaben|befehl|regeln|systemprompt|richtlinien|hinweise|instruc(?:ao|oes)|orientac|regras|ordens|diretrizes|istruzioni|indicazioni|regole|direttive|ordini|instructies?\b|aanwijzingen|opdrachten|regels|richtlijnen|instrukc|polecen|zasad|wytyczne|regul[yi]?\b|talimat|komut|yonerge|kural|huong dan|chi dan|chi thi|lenh|quy tac|instruksi|perintah|arahan|aturan|petunjuk|instruks|anvisningar|regler|foregaende|pokyny|pravidla|instructiunile|utasitas|usuari|utilizador|cliente|utilisat|personne|benutzer|nutzer|anwender|kunden?\b|utent[ei]|gebruiker|uzytkownik|kullanici|nguoi dung|pengguna|anvandaren|brukeren|instructions)/i;

/** On folded text: accents are gone. */
export const LATIN_ORDERS: readonly Signal[] = [
  {
    what: DROP,
    steps: [
      /\b(?:ignor(?:a|e|en|ad|ar|es)|olvida(?:r|te)?|olvide|descarta|omite|haz caso omiso|no (?:sigas|hagas caso|obedezcas))\b/gi,
      /\b(?:instrucci(?:on|ones)|indicaciones|ordenes|reglas|directrices|mensajes?)\b/gi,
    ],
    crosses: true,
  },
  {
    what: DROP,
    steps: [
      /\b(?:ignor(?:e|es|ez|er|ons)|oublie(?:z|r)?|ne tiens? pas compte|ne tenez pas compte|fais abstraction|faites abstraction|passe outre|outrepasse)\b/gi,
      /\b(?:instructions?|consignes|directives|regles|ordres)\b/gi,
      /\b(?:precedentes?|anterieures?|systeme|ci-dessus|initiales?|toutes)\b/gi,
    ],
    crosses: true,
  },
  {
    what: DROP,
    steps: [
      /\b(?:ignorier(?:e|en|t)|vergiss|vergessen sie|missachte|verwirf|beachte nicht|uberschreib(?:e|en|t)|setze dich uber)\b/gi,
      /\b(?:anweisung(?:en)?|instruktion(?:en)?|vorgaben|befehle?|regeln|systemprompt|richtlinien|hinweise)\b/gi,
    ],
    crosses: true,
  },
  {
    what: DROP,
    steps: [
      /\b(?:ignor(?:e|a|ar|em)|esqueca|esquece|desconsidere|desconsidera|despreze|nao siga)\b/gi,
      /\b(?:instruc(?:ao|oes)|orientac(?:ao|oes)|regras|ordens|diretrizes)\b/gi,
    ],
    crosses: true,
  },
  {
    what: DROP,
    steps: [
      /\b(?:ignora(?:re|te)?|dimentica(?:re|te)?|trascura|non seguire|tralascia)\b/gi,
      /\b(?:istruzioni|indicazioni|regole|direttive|ordini)\b/gi,
    ],
    crosses: true,
  },
  {
    what: DROP,
    steps: [
      /\b(?:negeer|vergeet|sla geen acht op|volg niet)\b/gi,
      /\b(?:instructies?|aanwijzingen|opdrachten|regels|richtlijnen)\b/gi,
    ],
    crosses: true,
  },
  {
    what: DROP,
    steps: [
      /\b(?:zignoruj|ignoruj|zapomnij|pomin)\b/gi,
      /\b(?:instrukcj[eia]|polecen(?:ia|ie)|zasad[yi]?|wytyczne|regul[yi]?)\b/gi,
    ],
    crosses: true,
  },
  {
    what: DROP,
    steps: [
      /\b(?:onceki|yukaridaki|tum|butun|sistem)\b/gi,
      /\b(?:talimat\w{0,8}|komut\w{0,8}|yonerge\w{0,8}|kural\w{0,8})\b/gi,
      /\b(?:yok say\w{0,6}|gormezden gel\w{0,6}|unut\w{0,6}|dikkate alma\w{0,6})\b/gi,
    ],
    crosses: true,
  },
  {
    what: DROP,
    steps: [/\b(?:bo qua|quen)\b/gi, /\b(?:huong dan|chi dan|chi thi|lenh|quy tac)\b/gi],
    crosses: true,
  },
  {
    what: DROP,
    steps: [/\b(?:abaikan|lupakan|acuhkan)\b/gi, /\b(?:instruksi|perintah|arahan|aturan|petunjuk)\b/gi],
    crosses: true,
  },
  {
    what: DROP,
    steps: [
      /\b(?:ignorera|bortse fran|glom|ignorer|glem|se bort fra)\b/gi,
      /\b(?:instruktion(?:er|erna)?|instruks(?:er|jon|joner|jonene)?|anvisningar|regler(?:na|ne)?|foregaende)\b/gi,
    ],
    crosses: true,
  },
  {
    what: DROP,
    steps: [
      /\b(?:ignoruj(?:te)?|zapomen(?:te)?|ignora|uita|figyelmen kivul)\b/gi,
      /\b(?:pokyny|instrukce|pravidla|instructiunile|utasitas\w{0,6})\b/gi,
    ],
    crosses: true,
  },
  {
    what: HIDE,
    steps: [
      /\b(?:no|nunca|sin|jamas)\b/gi,
      /\b(?:(?:se )?(?:lo|le) (?:digas|cuentes|menciones|informes|comuniques|reveles)|digas|mencion(?:es|ar)|inform(?:es|ar)|cuentes|revel(?:es|ar)|avis(?:es|ar)|notific(?:ar|ques)|decir(?:le|lo|selo)?|mostrar|muestres)\b/gi,
      /\b(?:usuari[oa]s?|persona|cliente)\b/gi,
    ],
  },
  {
    what: HIDE,
    steps: [
      /\b(?:ne|n'|sans|jamais)\b/gi,
      /\b(?:dis|dites|mentionne[rz]?|informe[rz]?|revele[rz]?|previen[ts]|prevenir|prevenez|signale[rz]?|parle[rz]?|montre[rz]?|en informer|dire|avertir|avertissez)\b/gi,
      /\b(?:utilisateurs?|utilisatrice|client|personne)\b/gi,
    ],
  },
  {
    what: HIDE,
    steps: [
      /\b(?:benutzer(?:in|s)?|nutzer(?:in|s)?|anwender(?:in|s)?|kunden?)\b/gi,
      /\b(?:nicht|nichts|niemals|nie|kein(?:e|en|es)?)\b/gi,
      /\b(?:mit(?:teilen|geteilt)?|erwahn\w{0,5}|sagen?|informier\w{0,3}|verraten?|zeigen?|davon|erfahren|wissen|bemerken|offen\w{0,6})\b/gi,
    ],
  },
  {
    what: HIDE,
    steps: [
      /\b(?:erwahne|sage?|verrate|informiere|zeige|teile)\b/gi,
      /\b(?:benutzer(?:in|s)?|nutzer(?:in|s)?|anwender(?:in|s)?)\b/gi,
      /\b(?:nicht|nichts|niemals|nie)\b/gi,
    ],
  },
  {
    what: HIDE,
    steps: [
      /\b(?:ohne)\b/gi,
      /\b(?:benutzer(?:in|s)?|nutzer(?:in|s)?|anwender(?:in|s)?)\b/gi,
      /\b(?:zu (?:informieren|fragen|sagen|erwahnen|benachrichtigen)|wissen|kenntnis)\b/gi,
    ],
  },
  {
    what: HIDE,
    steps: [
      /\b(?:nao|nunca|sem|jamais)\b/gi,
      /\b(?:conte|diga|mencione|informe|informar|revele|revelar|avise|avisar|mostre|mostrar|mencionar|dizer|contar)\b/gi,
      /\b(?:usuari[oa]s?|utilizador(?:es)?|cliente)\b/gi,
    ],
  },
  {
    what: HIDE,
    steps: [
      /\b(?:non|senza|mai)\b/gi,
      /\b(?:dire|dirlo|menzionare|informare|rivelare|avvisare|mostrare|avvertire|comunicare|comunicarlo)\b/gi,
      /\b(?:utente|utenti|cliente|persona)\b/gi,
    ],
  },
  {
    what: HIDE,
    steps: [
      /\b(?:gebruiker|uzytkownik\w{0,5}|kullanici\w{0,5}|nguoi dung|pengguna|anvandaren|brukeren)\b/gi,
      /\b(?:niet|nic|nie|soyleme\w{0,5}|bildirme\w{0,5}|bahsetme\w{0,5}|khong|jangan|inte|ikke|haber verme\w{0,5})\b/gi,
    ],
  },
  {
    what: HIDE,
    steps: [
      /\b(?:vertel|meld|nie (?:mow|informuj|wspominaj)|khong (?:noi|thong bao|cho|tiet lo)|jangan (?:beri ?tahu|katakan|sebutkan|sampaikan)|beratta inte|ikke fortell)\b/gi,
      /\b(?:gebruiker|uzytkownik\w{0,5}|nguoi dung|pengguna|anvandaren|brukeren)\b/gi,
    ],
  },
];

/** On raw text; word borders mean nothing here. */
export const OTHER_SCRIPT_ORDERS: readonly Signal[] = [
  {
    what: DROP,
    steps: [
      /игнориру(?:й|йте|ем)|забуд(?:ь|ьте)|не (?:следуй|обращай внимания|выполняй)|отмени|проигнорируй(?:те)?|пренебреги|ігноруй(?:те)?|забудь/gi,
      /инструкци|указани|правил|команд|промпт|сообщени|інструкц|вказівк/gi,
    ],
    crosses: true,
  },
  {
    what: DROP,
    steps: [
      /忽略|无视|無視|忽視|忘记|忘掉|忘記|不要遵守|不再遵守|抛弃|覆盖/g,
      /之前|以前|先前|上面|上述|前面|所有|系统|系統|原有|此前|既有/g,
      /指令|指示|说明|說明|规则|規則|提示|命令|要求|约束/g,
    ],
    gap: 12,
    crosses: true,
  },
  {
    what: DROP,
    steps: [
      /以前の|これまでの|前の|上記の|すべての|全ての|システム|先の/g,
      /指示|命令|ルール|プロンプト|指令|規則/g,
      /無視|忘れ|破棄|従わない/g,
    ],
    gap: 12,
    crosses: true,
  },
  {
    what: DROP,
    steps: [/이전|앞선|위의|모든|시스템|기존/g, /지시|명령|규칙|프롬프트|지침/g, /무시|잊|따르지/g],
    gap: 14,
    crosses: true,
  },
  {
    what: DROP,
    steps: [/تجاهل|انس[َى ]|لا تتبع|تجاوز|أهمل/g, /التعليمات|الأوامر|القواعد|تعليمات|الإرشادات|التوجيهات/g],
    crosses: true,
  },
  { what: DROP, steps: [/دستور|دستورالعمل|قوانین|راهنما/g, /نادیده|فراموش|چشم‌پوشی/g], crosses: true },
  {
    what: DROP,
    steps: [/पिछले|पहले|सभी|ऊपर|पूर्व|सिस्टम/g, /निर्देश|आदेश|नियम/g, /अनदेखा|भूल|उपेक्षा|नज़रअंदाज़|नजरअंदाज/g],
    crosses: true,
  },
  { what: DROP, steps: [/התעלם|תתעלם|שכח|התעלמי/g, /הוראות|ההוראות|הנחיות|ההנחיות|כללים/g], crosses: true },
  { what: DROP, steps: [/αγνόησε|αγνοήστε|ξέχασε|ξεχάστε/gi, /οδηγίες|εντολές|κανόνες/gi], crosses: true },
  { what: DROP, steps: [/ละเว้น|เพิกเฉย|ไม่ต้องสนใจ|ลืม/g, /คำสั่ง|คำแนะนำ|กฎ/g], crosses: true },
  {
    what: HIDE,
    steps: [
      /не (?:сообщай|говори|упоминай|рассказывай|показывай|раскрывай|уведомляй|информируй|предупреждай|повідомляй|кажи)(?:те)?|без ведома|втайне от|скры(?:вай|й|то)(?:те)? (?:от|это)?/gi,
      /пользовател|человек|клиент|користувач/gi,
    ],
  },
  {
    what: HIDE,
    steps: [
      /пользовател[а-я]{1,3}|користувач[а-я]{1,3}/gi,
      /не (?:должен|должна|нужно|надо|следует) (?:знать|видеть|узнать|сообщать|говорить|показывать)|не (?:сообщай|говори|упоминай|показывай)|ничего не/gi,
    ],
  },
  {
    what: HIDE,
    steps: [
      /不要|不得|切勿|请勿|勿|别|不能|不可|無需|无需|禁止|千万别/g,
      /告诉|告知|提及|透露|通知|告訴|提到|说明|显示|泄露|让/g,
      /用户|用戶|使用者|客户|他人|任何人/g,
    ],
    gap: 10,
  },
  { what: HIDE, steps: [/瞒着|背着|不让|别让|不要让|避免让/g, /用户|用戶|使用者|客户/g], gap: 8 },
  {
    what: HIDE,
    steps: [
      /ユーザー|利用者|お客様/g,
      /(?:知らせ|言わ|伝え|明かさ|教え|見せ|報告し|話さ|触れ)(?:ない|ず)|気づかれ|内緒|秘密|知られ/g,
    ],
    gap: 20,
  },
  {
    what: HIDE,
    steps: [/사용자|고객|이용자/g, /(?:알리|말하|언급하|보여주|공개하|알려주|밝히)지|모르게|비밀(?!번호)/g],
    gap: 16,
  },
  {
    what: HIDE,
    steps: [
      /لا (?:تخبر|تذكر|تكشف|تعلم|تبلغ|تظهر)|دون (?:علم|إخبار|إعلام)|بدون علم/g,
      /المستخدم|العميل|مستخدم/g,
    ],
  },
  { what: HIDE, steps: [/به کاربر|کاربر/g, /نگو|نگویید|اطلاع نده|اشاره نکن|نشان نده|نباید بداند/g] },
  {
    what: HIDE,
    steps: [
      /उपयोगकर्ता|यूज़र|यूजर|ग्राहक/g,
      /(?:न|मत|नहीं|ना) (?:बता|कह|दिखा|उल्लेख)|बताए बिना|पता न चले|को न बताएं|उल्लेख न/g,
    ],
  },
  {
    what: HIDE,
    steps: [/אל (?:תספר|תגיד|תזכיר|תציין|תגלה|תיידע)|בלי (?:ידיעת|לספר)|מבלי/g, /משתמש|למשתמש|המשתמש/g],
  },
];
