/** A page as a reader follows it: its blocks in order, each with the paragraph that says what to do with it. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../cli.js';

export interface Block {
  language: string;
  text: string;
  /** The paragraph before it. */
  before: string;
}

export function blocksOf(file: string): Block[] {
  const text = readFileSync(join(root, 'docs', file), 'utf8');
  return [...text.matchAll(/(?:^|\n\n)((?:(?!\n\n)[\s\S])*?)\n*```(\w+)\n([\s\S]*?)```/g)].map((match) => ({
    before: match[1]!.replace(/\s+/g, ' ').trim(),
    language: match[2]!,
    text: match[3]!,
  }));
}

/** Does in `cwd` what the paragraph says of files: write the block, add it to one, replace words in one. */
export function doAsSaid(cwd: string, { language, text, before }: Block): void {
  const file = /(?:[Ss]ave .*as|[Ww]rite|Add this to(?: the end of)?) `([\w./-]+)`[:.]?$/.exec(before)?.[1];
  if (file !== undefined && /^(?:yaml|js|json)$/.test(language))
    (/Add this to/.test(before) ? appendFileSync : writeFileSync)(join(cwd, file), text);
  const replacement = /In `([\w.]+)`, replace `([^`]+)` with `([^`]+)`/.exec(before);
  if (!replacement) return;
  const [, path, from, to] = replacement as unknown as [string, string, string, string];
  const old = readFileSync(join(cwd, path), 'utf8');
  if (!old.includes(from)) throw new Error(`${path} does not hold ${from}`);
  writeFileSync(join(cwd, path), old.replace(from, to));
}
