/**
 * A text as sentences of tokens: words with what they mean, and marks for what stands for something (a
 * URL, a mail address, a path, a name, a number). One pass, linear in the text.
 */
import { wordClass } from './word-class.js';

export interface Token {
  /** Lower case; `<url>` and the like for a mark. */
  word: string;
  /** What it means, see `words/word-classes.ts`; a mark means itself. */
  kind?: string;
  start: number;
  end: number;
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
const ABBREVIATION = /^(?:e\.?g|i\.?e|etc|vs|cf|approx|incl|no|max|min)\.?$/;
const NEW_CLAUSE = new Set(['and', 'then', 'but', 'while', 'which', 'because', 'so', 'that', 'where', 'or']);
const LONGEST_TOKEN = 200;
/** What goes on without a stop is cut, so that no length hides a clause among the others. */
const LONGEST_SENTENCE = 60;

export function sentencesOf(text: string, names: KnownNames): Sentence[] {
  const writer = new SentenceWriter();
  for (const { 0: raw, index } of text.matchAll(TOKEN)) {
    const end = index + raw.length;
    const bare = raw.length > LONGEST_TOKEN ? '' : raw.replace(EDGES, '');
    if (raw.startsWith('\n')) {
      if (raw.length > 1 || startsItem(text, index + 1)) writer.close(index);
    } else if (HAS_WORD.test(bare)) {
      const token = readToken(bare, index + raw.indexOf(bare), names);
      writer.add(token, index);
      if (endsSentence(text, raw, end) && !ABBREVIATION.test(token.word)) writer.close(end);
      else if (raw.endsWith(':')) writer.newClause();
    } else writer.mark(raw, end);
  }
  writer.close(text.length);
  return writer.sentences;
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
    else if (/[,:()—–[\]{}]/.test(sign)) this.newClause();
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

/** `- item`, `1. item`, `# heading` begin something of their own. */
function startsItem(text: string, at: number): boolean {
  return /^\s{0,20}(?:[-*•#>]|\d{1,2}[.)])\s/.test(text.slice(at, at + 26));
}

function endsSentence(text: string, raw: string, end: number): boolean {
  return SENTENCE_END.test(raw) && (end === text.length || /\s/.test(text.charAt(end)));
}

function readToken(bare: string, start: number, names: KnownNames): Token {
  const lower = bare.toLowerCase().replaceAll('’', "'");
  const end = start + bare.length;
  const mark = markOf(bare, lower, names);
  if (mark !== undefined) return { word: mark, kind: mark, start, end };
  const word = lower.replace(/'s$/, '');
  return { word, kind: wordClass(lower) ?? wordClass(word), start, end };
}

const PLAIN = /^[a-zA-Z]?[a-z']*$/;

function markOf(bare: string, lower: string, names: KnownNames): string | undefined {
  // Nearly every word ends here.
  if (PLAIN.test(bare)) return undefined;
  if (lower === names.self && /[_-]/.test(lower)) return '<self>';
  if (names.tools.has(lower) && (/[_-]|[a-z][A-Z]/.test(bare) || lower.length > 12)) return '<name>';
  if (lower.includes('://')) return '<url>';
  if (/.@[\w-]+\.\w/.test(lower)) return '<mail>';
  if (SECRET_PATH.test(lower)) return '<secret-path>';
  if (/[/\\].*[/\\]|^[~/.$].*[/\\]|\\/.test(lower))
    return SYSTEM_PATH.test(lower) ? '<system-path>' : '<path>';
  if (/^[\d.,:%+=*-]+$/.test(lower)) return '<number>';
  return /[a-z\d]_[a-z\d]|[a-z][A-Z]|\d/.test(bare) ? '<name>' : undefined;
}
