/**
 * What a tool is about: the words of its name, title and parameters that do not fit any tool, and words
 * that sentences with its name bring along. A sentence that has none of them may be about something else.
 * Adding text never takes a word away.
 */
import { isVacuous } from './plain-words.js';

/** Words that begin with the same letters are forms of one word: `diff` and `differences`, `cryptography` and `cryptographic`. */
const STEM = 6;
const SHORT = 4;

export class Vocabulary {
  private readonly words = new Set<string>();
  private readonly beginnings = new Set<string>();
  /** The first letters of those, as numbers: most words begin with none of them. */
  private readonly starts = new Set<number>();

  /** `takes`: which other words a text may put in the place of one. */
  constructor(
    terms: Iterable<string> = [],
    private readonly takes: (form: string) => boolean = () => true,
  ) {
    this.add(terms);
  }

  get size(): number {
    return this.words.size;
  }

  add(terms: Iterable<string>): void {
    for (const term of terms) {
      if (isVacuous(term)) continue;
      this.words.add(term);
      for (const form of SAME.get(term) ?? NONE) if (this.takes(form)) this.words.add(form);
      if (term.length < SHORT) continue;
      this.beginnings.add(term.slice(0, STEM));
      this.starts.add(startOf(term));
    }
  }

  has(term: string): boolean {
    if (this.words.has(term)) return true;
    if (!this.starts.has(startOf(term))) return false;
    // `number` is no form of `numberOfEmployees`.
    if (isVacuous(term)) return false;
    for (let length = SHORT; length <= STEM && length <= term.length; length += 1)
      if (this.beginnings.has(term.slice(0, length))) return true;
    return false;
  }

  /** Whether one of the words is about the tool. */
  meets(terms: readonly string[]): boolean {
    return terms.some((term) => this.has(term));
  }
}

/** The same for words that begin with the same letters. */
function startOf(term: string): number {
  let start = 0;
  for (let i = 0; i < SHORT; i += 1) start = (start * 31 + term.charCodeAt(i)) | 0;
  return start;
}

const NONE: readonly string[] = [];

/** Names that say in one word what a text says in others. */
const SAME = new Map<string, string[]>(
  [
    'ping alive liveness pong reachabl responsiv health connectiviti availabl',
    'whoami identifi authenticat identiti',
    'echo messag back repeat',
    'hello greet',
    'login sign authenticat credential',
    'logout sign session revok',
    'diff differenc chang',
    'div divid division quotient',
    'sub subtract differenc',
    'mul multipli product',
    'sum addition add plus total',
    'addition sum plus',
    'ls directori folder fil',
    'cat fil content',
    'grep search pattern match',
    'exec execut command',
    'eval evaluat expression',
    'repo repositori',
    'org organization organisation',
    'env environment',
    'db databas',
    'doc document documentation',
    'msg messag',
    'img imag',
    'config configuration set',
    'auth authenticat authoriz',
    'k8 kubernet',
    'kubectl kubernet cluster',
    'pr pull',
    'fill typ',
    'reset unstag',
    'fetch retriev web internet',
    'path fil directori folder filesystem',
    'url web pag websit site link',
    'site url web pag',
    'screenshot captur imag',
    'sql databas queri',
    'geocod coordinat address plac',
    'remember memori',
    'calculator math expression',
    'cal calculat math expression',
    'note comment',
    'capabiliti feature function support',
    'delet remov trash',
    'stat statistic',
  ].map((line) => {
    const [word = '', ...forms] = line.split(' ');
    return [word, forms];
  }),
);

/** The word, and others that a text may put in its place. */
export function formsOf(term: string): readonly string[] {
  const same = SAME.get(term);
  return same === undefined ? [term] : [term, ...same];
}
