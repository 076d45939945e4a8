/**
 * A text as sentences of tokens: words with what they mean, and marks for what stands for something (a
 * URL, a mail address, a path, a name, a number). One pass, linear in the text.
 */
import { CLASSES_OF_VERBS } from '../words/word-classes.js';
import { hashText } from './feature-hash.js';
import { stemOf } from './stem.js';
import { formOf } from './verb-form.js';
import { wordClass } from './word-class.js';

export interface Token {
  /** Lower case; `<url>` and the like for a mark. */
  word: string;
  /** What it means, see `words/word-classes.ts`; a mark means itself. */
  kind?: string;
  forms: WordForms;
  /** Of the name of a tool: as it is written, and the class of its verb. */
  name?: string;
  does?: string;
  start: number;
  end: number;
}

/** What follows from a word alone. */
export interface WordForms {
  stem: string;
  /** Of the word and of its stem, for features. */
  wordHash: number;
  stemHash: number;
  /** Of a verb, see `verb-form.ts`. */
  verb: string;
}

export interface Sentence {
  tokens: Token[];
  /** Of each token: the number of its clause within the sentence. */
  clauses: number[];
  start: number;
  end: number;
}

/** The names that a text may mention, in lower case. */
export interface KnownNames {
  /** Of the tool whose text it is. */
  self: string;
  tools: { has(name: string): boolean };
}

const TOKEN = /[\p{L}\p{N}_~$@/.:%\\*+=&?'’-]+|\n\s{0,40}\n|\n|[^\s\p{L}\p{N}]/gu;
const EDGES = /^[.:%\\*+=&?'’-]+(?=[\p{L}\p{N}~/_$@])|[.:%\\*+=&?'’/@-]+$/gu;
const HAS_WORD = /[\p{L}\p{N}~]/u;
const SENTENCE_END = /[.!?]["'’)*]*$/;
const SECRET_PATH =
  /\.(?:ssh|aws|gnupg|kube|env|netrc|npmrc|pypirc|pgpass|git-credentials|docker|bash_history|zsh_history|bashrc|zshrc|cursor|claude|credentials|keychain|pem|key|pfx|p12|kdbx|gitconfig|config)(?:\b|$)|id_(?:rsa|ed25519|ecdsa|dsa)|\/etc\/(?:passwd|shadow|sudoers|hosts|environment|group)|(?:credentials|secrets?|mcp|wallet)\.(?:json|ya?ml|toml|ini|dat|txt)|known_hosts|authorized_keys|\/proc\//;
const SYSTEM_PATH = /^(?:~|\/(?:tmp|etc|home|var|root|usr|opt|mnt|srv|proc|dev)\b|[a-z]:\\|\$home|%)/;
/** Before an address that stands behind the words of a link: `[docs](…)`, `<a href="…">`. */
const LINKED = /\]\(<?$|href=["']?$/;
const LINK = '<link>';
const ABBREVIATION = /^(?:e\.?g|i\.?e|etc|vs|cf|approx|incl|no|max|min)\.?$/;
const PLAIN = /^[a-zA-Z]?[a-z']*$/;
const NEW_CLAUSE = new Set(['and', 'then', 'but', 'while', 'which', 'because', 'so', 'that', 'where', 'or']);
const LONGEST_TOKEN = 200;
/** What goes on without a stop is cut, so that no length hides a clause among the others. */
const LONGEST_SENTENCE = 60;

export function sentencesOf(text: string, names: KnownNames): Sentence[] {
  const writer = new SentenceWriter(text, names);
  if (ASCII.test(text)) readAscii(text, writer);
  else for (const { 0: run, index } of text.matchAll(TOKEN)) writer.read(run, index);
  writer.close(text.length);
  return writer.sentences;
}

const ASCII = /^[\x00-\x7f]*$/;
const OF_RUN = 1;
const MARK = 2;
const SIGNS = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const sign = String.fromCharCode(code);
  if (/[\w~$@/.:%\\*+=&?'-]/.test(sign)) SIGNS[code] = OF_RUN;
  else if (!/\s/.test(sign) || sign === '\n') SIGNS[code] = MARK;
}

/** As `TOKEN` would, in less than half of the time. */
function readAscii(text: string, writer: SentenceWriter): void {
  for (let start = 0; start < text.length; ) {
    const sign = SIGNS[text.charCodeAt(start)]!;
    let end = start + 1;
    if (sign === OF_RUN) while (end < text.length && SIGNS[text.charCodeAt(end)] === OF_RUN) end += 1;
    else if (text.charCodeAt(start) === NEWLINE) end = endOfEmptyLines(text, start);
    if (sign !== 0) writer.read(text.slice(start, end), start);
    start = end;
  }
}

const NEWLINE = 10;
const MOST_BLANKS = 40;

/** Behind the last line end that only blanks divide from this one. */
function endOfEmptyLines(text: string, start: number): number {
  let end = start + 1;
  for (let at = start + 1; at <= start + 1 + MOST_BLANKS && /\s/.test(text.charAt(at)); at += 1)
    if (text.charCodeAt(at) === NEWLINE) end = at + 1;
  return end;
}

/** What a run of characters is wherever it stands. */
class Reading {
  /** Without the signs around it; empty where it holds no word. */
  readonly bare: string;
  /** Where that begins. */
  readonly offset: number;
  readonly lower: string;
  /** Nothing but letters, as nearly every word. */
  readonly isPlain: boolean;
  readonly word: string;
  readonly kind: string | undefined;
  readonly endsSentence: boolean;
  readonly endsClause: boolean;
  private ownForms: WordForms | undefined;

  constructor(raw: string) {
    this.bare = raw.length > LONGEST_TOKEN ? '' : bareOf(raw);
    this.offset = raw.indexOf(this.bare);
    const lower = this.bare.toLowerCase().replaceAll('’', "'");
    this.lower = lower;
    this.isPlain = PLAIN.test(this.bare);
    this.word = lower.endsWith("'s") ? lower.slice(0, -2) : lower;
    this.kind = wordClass(lower) ?? (this.word === lower ? undefined : wordClass(this.word));
    this.endsSentence = SENTENCE_END.test(raw);
    this.endsClause = raw.endsWith(':');
  }

  /** Of the word; what stands for a name or a number is never asked. */
  get forms(): WordForms {
    this.ownForms ??= wordForms(this.word);
    return this.ownForms;
  }
}

const LONGEST_KNOWN = 40;
const MOST_KNOWN = 20_000;
/** Texts use few different words, each many times. */
let known = new Map<string, Reading>();
const MOST_PASSING = 500;
/** Names and numbers come again in the same definition, and hardly in another. */
let passing = new Map<string, Reading>();

function readingOf(raw: string): Reading {
  const before = known.get(raw) ?? passing.get(raw);
  if (before !== undefined) return before;
  const reading = new Reading(raw);
  if (raw.length > LONGEST_KNOWN) return reading;
  // New maps, as in `remembered`.
  if (known.size >= MOST_KNOWN) known = new Map();
  if (passing.size >= MOST_PASSING) passing = new Map();
  (reading.isPlain ? known : passing).set(raw, reading);
  return reading;
}

/** Letters or digits at both ends: nothing stands around it. */
const BARE = /^[A-Za-z\d](?:.*[A-Za-z\d])?$/;

function bareOf(raw: string): string {
  if (BARE.test(raw)) return raw;
  // The end of a sentence or of a clause.
  const short = raw.slice(0, -1);
  if (/[.:]$/.test(raw) && BARE.test(short)) return short;
  const stripped = raw.replace(EDGES, '');
  return HAS_WORD.test(stripped) ? stripped : '';
}

const WORD = 17;
const STEM = 211;

function wordForms(word: string): WordForms {
  const stem = stemOf(word);
  return { stem, wordHash: hashText(word, WORD), stemHash: hashText(stem, STEM), verb: formOf(word) };
}

const marks = new Map<string, WordForms>();

function formsOfMark(mark: string): WordForms {
  const forms = marks.get(mark) ?? wordForms(mark);
  marks.set(mark, forms);
  return forms;
}

function tokenOf(reading: Reading, at: number, names: KnownNames): Token {
  const { bare, lower, word, kind } = reading;
  const start = at + reading.offset;
  const end = start + bare.length;
  const mark = reading.isPlain ? undefined : markOf(bare, lower, names);
  if (mark === undefined) return { word, kind, forms: reading.forms, start, end };
  const token = { word: mark, kind: mark, forms: formsOfMark(mark), start, end };
  if (mark !== '<name>' || !names.tools.has(lower)) return token;
  return { ...token, name: bare, does: verbOfName(bare) };
}

/** The class of the verb in the name of a tool; empty where it has none. */
export function verbOfName(name: string): string {
  for (const word of name.slice(0, LONGEST_TOKEN).match(/[A-Z]+[a-z]*|[a-z]+/g) ?? []) {
    const kind = wordClass(word.toLowerCase());
    if (kind !== undefined && CLASSES_OF_VERBS[kind] !== undefined) return kind;
  }
  return '';
}

class SentenceWriter {
  readonly sentences: Sentence[] = [];
  private open?: Sentence;
  private clause = 0;

  constructor(
    private readonly text: string,
    private readonly names: KnownNames,
  ) {}

  /** A run of characters, a sign, or the end of lines. */
  read(raw: string, index: number): void {
    const { text } = this;
    if (raw.charCodeAt(0) === NEWLINE) {
      if (raw.length > 1 || startsItem(text, index + 1)) this.close(index);
      return;
    }
    const end = index + raw.length;
    const reading = readingOf(raw);
    if (reading.bare === '') {
      this.mark(raw, end);
      return;
    }
    const token = tokenOf(reading, index, this.names);
    const isLink = token.kind === '<url>' && LINKED.test(text.slice(Math.max(0, index - 7), index));
    this.add(isLink ? { ...token, word: LINK, kind: LINK, forms: formsOfMark(LINK) } : token, index);
    if (reading.endsSentence && isAtEnd(text, end) && !ABBREVIATION.test(token.word)) this.close(end);
    else if (reading.endsClause) this.newClause();
  }

  private add(token: Token, at: number): void {
    this.open ??= { tokens: [], clauses: [], start: at, end: at };
    if (NEW_CLAUSE.has(token.word)) this.clause += 1;
    this.open.tokens.push(token);
    this.open.clauses.push(this.clause);
    if (this.open.tokens.length === LONGEST_SENTENCE) this.close(token.end);
  }

  private mark(sign: string, end: number): void {
    if (/[.!?;\u0001]/.test(sign)) this.close(end);
    else if (/[,:()—–[\]{}|]/.test(sign)) this.newClause();
  }

  private newClause(): void {
    this.clause += 1;
  }

  close(end: number): void {
    if (this.open !== undefined) {
      this.open.end = end;
      this.sentences.push(this.open);
    }
    this.open = undefined;
    this.clause = 0;
  }
}

/** `- item`, `1. item`, `# heading`, `| row` begin something of their own. */
function startsItem(text: string, at: number): boolean {
  return /^\s{0,20}(?:[-*•#>|]|\d{1,2}[.)])\s/.test(text.slice(at, at + 26));
}

function isAtEnd(text: string, end: number): boolean {
  return end === text.length || /\s/.test(text.charAt(end));
}

function markOf(bare: string, lower: string, names: KnownNames): string | undefined {
  if (lower === names.self && /[_-]/.test(lower)) return '<self>';
  if (names.tools.has(lower) && (/[_-]|[a-z][A-Z]/.test(bare) || lower.length > 12)) return '<name>';
  if (lower.includes('://')) return '<url>';
  if (/.@[\w-]+\.\w/.test(lower)) return '<mail>';
  if (SECRET_PATH.test(lower)) return '<secret-path>';
  if (/[/\\].*[/\\]|^[~/.$].*[/\\]|\\/.test(lower))
    return SYSTEM_PATH.test(lower) ? '<system-path>' : '<path>';
  if (/^[\d.,:%+=*-]+$/.test(lower)) return '<number>';
  if (/^[a-z][\w.-]{0,40}=./.test(lower)) return '<assign>';
  return /[a-z\d]_[a-z\d]|[a-z][A-Z]|\d/.test(bare) ? '<name>' : undefined;
}
