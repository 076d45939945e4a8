/**
 * Finds a closed list of allowed values in the prose of an argument: "one of open, closed or pending",
 * "'asc' or 'desc'", "low | medium | high". Lists that stay open ("e.g.", "such as", "etc", "or any
 * other name") are not lists of allowed values. Reads the first 2,000 characters.
 */
const READ = 2000;

const ANNOUNCED =
  /\b(?:one of|(?:valid|allowed|possible|accepted|acceptable|supported|permitted|available) (?:values?|options?|choices?|types?|modes?)|(?:values?|options?|choices?)(?= ?[:=(])|either|(?:can|must|may|should) (?:only )?be|accepts)(?: (?:are|is|include|the following|these|values?|options?|either|one of)){0,3} ?[:=]? ?\(?/gi;
/** Announcements that also occur in front of ordinary prose: only quoted values count after them. */
const WEAK = /^(?:either|(?:can|must|may|should) (?:only )?be|accepts)\b(?!.*(?:one of|[:=(]))/i;
const OPEN_BEFORE =
  /(?:\be\.?g\b\.?|\bfor (?:example|instance)\b|\bsuch as\b|\blike\b|\bexamples?\b|\bincluding\b|\b(?:good|bad)\b)[^.]{0,20}$/i;
const OPEN_AFTER =
  /^[\s,;)]{0,4}(?:(?:or|and) )?(?:etc|\.\.\.|…|and so on|and more|any other|others?\b|(?:a )?custom)/i;

const QUOTED = /(['"`‘“])([^'"`’”\n]{1,40})['"`’”](?: ?\([^()\n]{0,80}\))?/y;
const BARE =
  /[A-Za-z0-9](?:[\w+-]|\.(?=\w)){0,39}(?: ?\([^()\n]{0,80}\)| ?= ?[A-Za-z][\w -]{0,30}(?=[,;)]))?/y;
const SEPARATOR = /\s{0,3}(?:,\s{0,3}(?:or|and)\s|,|\||\/|(?:or|and)\s)\s{0,3}/y;

/** Words that show that prose follows, not a value. */
const PROSE = new Set(
  `a all an any at as by each every following for from in is it more multiple of on several some that the
  their these this those to two value values when which with you your user`.split(/\s+/),
);
/** The names of types: "string | null" lists none of its values. */
const TYPES = new Set(
  'any array bool boolean dict float int integer list none null number object str string undefined'.split(
    ' ',
  ),
);

/** Text about several values in one string, or about which of several arguments to give. */
const NOT_ONE_VALUE =
  /\b\w{1,10}[- ](?:separated|delimited)\b|\b(?:separated|delimited) (?:by|with) (?:an? )?(?:commas?|semicolons?|spaces?|pipes?|blanks?)\b|\b(?:only|at most|exactly|at least) (?:one|1) of\b/i;

/** At least two values, or undefined. */
export function listedValues(text: string): string[] | undefined {
  const read = text.slice(0, READ);
  if (NOT_ONE_VALUE.test(read)) return undefined;
  for (const { 0: announcement, index } of read.matchAll(ANNOUNCED)) {
    if (staysOpen(read, index)) continue;
    const at = index + announcement.length;
    const values = quotedList(read, at) ?? (WEAK.test(announcement) ? undefined : bareList(read, at));
    if (values !== undefined) return values;
  }
  return quotedAlternatives(read) ?? pipes(read);
}

function quotedList(text: string, start: number): string[] | undefined {
  const found: string[] = [];
  let at = start;
  while (true) {
    const item = match(QUOTED, text, at);
    if (item === undefined) {
      // "'png' or any other format": the list is open.
      if (/\bor\s+$/.test(text.slice(Math.max(0, at - 6), at))) return undefined;
      break;
    }
    found.push(item[2] ?? '');
    at += item[0].length;
    const separator = match(SEPARATOR, text, at);
    if (separator === undefined) break;
    at += separator[0].length;
  }
  return closed(text, at, found);
}

function bareList(text: string, start: number): string[] | undefined {
  const found: string[] = [];
  let at = start;
  while (true) {
    const item = match(BARE, text, at);
    if (item === undefined) return undefined;
    const [word = ''] = /^[\w.+-]+/.exec(item[0]) ?? [];
    if (word === 'etc' || PROSE.has(word.toLowerCase())) return undefined;
    found.push(word);
    at += item[0].length;
    const separator = match(SEPARATOR, text, at);
    if (separator === undefined) break;
    at += separator[0].length;
  }
  // Two bare words that run on into a sentence are prose more often than values.
  const runsOn = /^\s+[A-Za-z]/.test(text.slice(at, at + 4));
  return runsOn && found.length < 3 ? undefined : closed(text, at, found);
}

/** "('asc' or 'desc')" without an announcement: identifiers joined by "or" or a bar, standing for themselves. */
function quotedAlternatives(text: string): string[] | undefined {
  const run =
    /(?:^|[(:=,;–—-])\s?((?:['"`][\w+-]{1,30}['"`](?: ?, ?or | ?, ?| or | ?\| ?)){1,40}['"`][\w+-]{1,30}['"`])(?=\s?(?:$|[).,;\n]))/g;
  for (const { 0: whole, 1: alternatives = '', index } of text.matchAll(run)) {
    if (!/ or |\|/.test(alternatives) || staysOpen(text, index)) continue;
    const values = [...alternatives.matchAll(/[\w+-]+(?=['"`])/g)].map(([value]) => value);
    const list = closed(text, index + whole.length, values);
    if (list !== undefined) return list;
  }
  return undefined;
}

function pipes(text: string): string[] | undefined {
  for (const run of text.matchAll(
    /(?<![\w|])[A-Za-z][\w-]{0,30}(?: ?\| ?[A-Za-z][\w-]{0,30}){1,40}(?![\w|])/g,
  )) {
    if (staysOpen(text, run.index)) continue;
    const values = closed(text, run.index + run[0].length, run[0].split(/ ?\| ?/));
    if (values !== undefined) return values;
  }
  return undefined;
}

function staysOpen(text: string, at: number): boolean {
  return OPEN_BEFORE.test(text.slice(Math.max(0, at - 40), at));
}

function closed(text: string, end: number, values: string[]): string[] | undefined {
  const distinct = [...new Set(values)];
  if (distinct.length < 2 || distinct.some((value) => TYPES.has(value.toLowerCase()))) return undefined;
  return OPEN_AFTER.test(text.slice(end, end + 30)) ? undefined : distinct;
}

function match(sticky: RegExp, text: string, at: number): RegExpExecArray | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text) ?? undefined;
}
