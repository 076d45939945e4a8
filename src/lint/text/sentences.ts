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
  const writer = new SentenceWriter();
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const raw = match[0];
    const { index } = match;
    const end = index + raw.length;
    if (raw.startsWith('\n')) {
      if (raw.length > 1 || startsItem(text, index + 1)) writer.close(index);
      continue;
    }
    const reading = readingOf(raw);
    if (reading.bare === '') {
      writer.mark(raw, end);
      continue;
    }
    const token = tokenOf(reading, index, names);
    const isLink = token.kind === '<url>' && LINKED.test(text.slice(Math.max(0, index - 7), index));
    writer.add(isLink ? { ...token, word: LINK, kind: LINK, forms: formsOfMark(LINK) } : token, index);
    if (reading.endsSentence && isAtEnd(text, end) && !ABBREVIATION.test(token.word)) writer.close(end);
    else if (reading.endsClause) writer.newClause();
  }
  writer.close(text.length);
  return writer.sentences;
}

/** What a run of characters is wherever it stands. */
interface Reading {
  /** Without the signs around it; empty where it holds no word. */
  bare: string;
  /** Where that begins. */
  offset: number;
  lower: string;
  /** Nothing but letters, as nearly every word. */
  isPlain: boolean;
  word: string;
  kind: string | undefined;
  forms: WordForms;
  endsSentence: boolean;
  endsClause: boolean;
}

const LONGEST_KNOWN = 40;
const MOST_KNOWN = 20_000;
/** Texts use few different words, each many times. */
const known = new Map<string, Reading>();

function readingOf(raw: string): Reading {
  let reading = known.get(raw);
  if (reading === undefined) {
    reading = read(raw);
    if (known.size >= MOST_KNOWN) known.clear();
    if (raw.length <= LONGEST_KNOWN) known.set(raw, reading);
  }
  return reading;
}

function read(raw: string): Reading {
  const stripped = raw.length > LONGEST_TOKEN ? '' : raw.replace(EDGES, '');
  const bare = HAS_WORD.test(stripped) ? stripped : '';
  const lower = bare.toLowerCase().replaceAll('’', "'");
  const word = lower.replace(/'s$/, '');
  return {
    bare,
    offset: raw.indexOf(bare),
    lower,
    isPlain: PLAIN.test(bare),
    word,
    kind: wordClass(lower) ?? wordClass(word),
    forms: wordForms(word),
    endsSentence: SENTENCE_END.test(raw),
    endsClause: raw.endsWith(':'),
  };
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
  const { bare, lower, word, kind, forms } = reading;
  const start = at + reading.offset;
  const end = start + bare.length;
  const mark = reading.isPlain ? undefined : markOf(bare, lower, names);
  if (mark === undefined) return { word, kind, forms, start, end };
  const token = { word: mark, kind: mark, forms: formsOfMark(mark), start, end };
  if (mark !== '<name>' || !names.tools.has(lower)) return token;
  return { ...token, name: bare, does: verbOfName(bare) };
}

/** The class of the verb in the name of a tool; empty where it has none. */
export function verbOfName(name: string): string {
  const words = name
    .slice(0, LONGEST_TOKEN)
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
    .map((one) => wordClass(one.toLowerCase()));
  return words.find((kind) => kind !== undefined && CLASSES_OF_VERBS[kind] !== undefined) ?? '';
}

class SentenceWriter {
  readonly sentences: Sentence[] = [];
  private open?: Sentence;
  private clause = 0;

  add(token: Token, at: number): void {
    this.open ??= { tokens: [], clauses: [], start: at, end: at };
    if (NEW_CLAUSE.has(token.word)) this.clause += 1;
    this.open.tokens.push(token);
    this.open.clauses.push(this.clause);
    if (this.open.tokens.length === LONGEST_SENTENCE) this.close(token.end);
  }

  mark(sign: string, end: number): void {
    if (/[.!?;\u0001]/.test(sign)) this.close(end);
    else if (/[,:()—–[\]{}|]/.test(sign)) this.newClause();
  }

  newClause(): void {
    this.clause += 1;
  }

  close(end: number): void {
    if (this.open !== undefined) this.sentences.push({ ...this.open, end });
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
