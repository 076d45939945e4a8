/**
 * A kind of thing that `npm run new` can begin: what it may be called, which files it gets, and where it is named. To add
 * a kind, write one of these and list it in `kinds.ts`.
 */
export interface Kind {
  /** How a name looks, in words, for the message that refuses another. */
  form: string;
  pattern: RegExp;
  plan(name: string, tree: Tree): Plan;
}

/** The repository, as far as a kind may look at it. */
export interface Tree {
  read(file: string): string;
}

export interface Plan {
  /** Path → text of the files that are new. */
  files: Record<string, string>;
  edits: Edit[];
  /** What only a person can do, in the order in which to do it. */
  next: string[];
}

/** A change to a file that stands. `find` must match, or the script no longer knows the house. */
export interface Edit {
  file: string;
  find: RegExp;
  /** What takes the place of the match. */
  put(found: string): string;
}

/** What was asked for cannot be begun; the message says why. */
export class Refusal extends Error {}

export function addAfter(file: string, find: RegExp, text: string): Edit {
  return { file, find, put: (found) => found + text };
}

export function addBefore(file: string, find: RegExp, text: string): Edit {
  return { file, find, put: (found) => text + found };
}

/** Below the comment that opens a module; imports are sorted afterwards. */
export function addImport(file: string, line: string): Edit {
  return addBefore(file, /^import /m, `${line}\n`);
}

/** `token_efficiency` and `plan-runs` → `tokenEfficiency`, `planRuns`. */
export function camel(name: string): string {
  return name.replace(/[-_/](\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function pascal(name: string): string {
  const word = camel(name);
  return word[0]!.toUpperCase() + word.slice(1);
}

export function kebab(name: string): string {
  return name.replace(/[_/]/g, '-');
}

/** A name becomes an identifier, so that a word of the language cannot be one. */
export function identifier(name: string): string {
  const word = camel(name);
  const reserved =
    /^(break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|let|new|null|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|await|eval|arguments)$/;
  if (reserved.test(word)) throw new Refusal(`"${name}" is a word of the language and cannot be a name`);
  return word;
}
