/**
 * Suites that callers work on, by a short name, so that a long text is not sent again and again. They are held in memory
 * as long as the front door runs; what is run is kept in the workspace by the id of the run.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { McptestError } from '../util/errors.js';
import { clip, oneLine } from '../util/text.js';
import { insidePaths } from './inside-paths.js';

export interface Edit {
  old: string;
  new: string;
  /** Wherever it stands, and not only where it stands once. */
  all?: boolean;
}

/** Older ones are forgotten. */
const MOST = 50;
const NAME = /^[A-Za-z0-9_-]{1,128}$/;

export class Drafts {
  readonly #texts = new Map<string, string>();
  #count = 0;

  constructor(private readonly workspace: string) {}

  keep(text: string): string {
    this.#count += 1;
    const name = `d${this.#count}`;
    this.#texts.set(name, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > MOST && oldest !== undefined) this.#texts.delete(oldest);
    return name;
  }

  /** The text itself, or what its name stands for, with the edits made; a draft keeps them. */
  async text(suite: string, edits: readonly Edit[] = []): Promise<string> {
    if (!NAME.test(suite)) return edited(suite, edits);
    const draft = this.#texts.get(suite);
    if (draft === undefined) return edited(await this.#ofRun(suite), edits);
    const text = edited(draft, edits);
    this.#texts.set(suite, text);
    return text;
  }

  /** Puts a test at the end of a scaffolded suite, whose `tools:` come last. */
  add(name: string, test: string): void {
    const draft = this.#texts.get(name);
    if (draft === undefined) throw unknownDraft(name);
    const list = /^tools:$/m.test(draft) ? '' : 'tools:\n';
    this.#texts.set(name, draft + list + test);
  }

  has(name: string): boolean {
    return this.#texts.has(name);
  }

  async #ofRun(id: string): Promise<string> {
    const path = join('.mcptest', 'inline', `${id}.yml`);
    const [file] = await insidePaths(this.workspace, [path]).catch(() => []);
    if (file === undefined) throw unknownDraft(id);
    return readFile(join(this.workspace, file), 'utf8');
  }
}

/** Each `old` stands in the text exactly once, unless all are meant; else none of the edits is made. */
function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduce((before, edit, at) => {
    const parts = before.split(edit.old);
    if (parts.length === 1 || (parts.length > 2 && edit.all !== true))
      throw unclearEdit(at + 1, parts.length - 1);
    return parts.join(edit.new);
  }, text);
}

function unclearEdit(number: number, found: number): McptestError {
  return new McptestError({
    code: 'unclear-edit',
    message: `edit ${number}: \`old\` is ${found === 0 ? 'nowhere' : `${found} times`} in the suite, so that none of the edits was made`,
    hint: 'Each `old` must stand there exactly once, indentation included, or be given with `all: true`.',
  });
}

export function unknownDraft(name: string): McptestError {
  return new McptestError({
    code: 'unknown-draft',
    message: `there is no draft and no run ${clip(oneLine(name), 60)}`,
    hint: 'A draft lives as long as this server runs; the suite itself as YAML always works.',
  });
}
