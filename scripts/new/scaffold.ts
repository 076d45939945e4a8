/**
 * Begins a thing of some kind in a repository: all of it or, when anything is refused, nothing. Gives what was written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Edit, Refusal } from './kind.js';
import { KINDS } from './kinds.js';

export interface Scaffold {
  created: string[];
  changed: string[];
  next: string[];
}

export function scaffold(root: string, kindName: string, name: string): Scaffold {
  const kind = Object.hasOwn(KINDS, kindName) ? KINDS[kindName]! : undefined;
  if (kind === undefined)
    throw new Refusal(`there is no kind "${kindName}"; the kinds are ${Object.keys(KINDS).join(', ')}`);
  if (!kind.pattern.test(name)) throw new Refusal(`"${name}" is no name of a ${kindName}: ${kind.form}`);
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const plan = kind.plan(name, { read });
  const taken = Object.keys(plan.files).find((file) => existsSync(join(root, file)));
  if (taken !== undefined) throw new Refusal(`there is a ${kindName} "${name}" already: ${taken}`);
  const changed = edited(plan.edits, read);
  for (const [file, text] of [...Object.entries(plan.files), ...changed]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return { created: Object.keys(plan.files), changed: [...changed.keys()], next: plan.next };
}

function edited(edits: readonly Edit[], read: (file: string) => string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { file, find, put } of edits) {
    const text = texts.get(file) ?? read(file);
    if (!find.test(text))
      throw new Error(`${file} has nothing like ${find}: mend the table of paths in scripts/new`);
    texts.set(file, text.replace(find, put));
  }
  return texts;
}
