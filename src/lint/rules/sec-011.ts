/** A name made to be taken for another. */
import { distance } from 'fastest-levenshtein';
import type { CatalogRule, RuleHit } from '../../types/rule.js';
import { own } from '../../util/plain.js';
import { skeleton } from '../normalise-text.js';
import { foldedWords } from '../prose.js';
import { quote } from '../security-hit.js';
import { DELETES, READS, SENDS, WRITES } from '../words/effects.js';

const MIN_LENGTH = 6;
const MAX_LENGTH = 100;

export const sec011: CatalogRule = {
  id: 'SEC-011',
  name: 'typosquat',
  severity: 'medium',
  since: '0.1.0',
  triggers:
    'The name of a tool or server looks like another one (`l` for `1`, Cyrillic `а` for `a`), is one letter away from a name on another server, or mixes scripts. Plural and numbered families of one server do not fire.',
  rationale:
    'A model and its user approve a name. One letter of another alphabet is enough to get the approval that was meant for a trusted tool.',
  fix: 'Use plain ASCII names that differ by more than one letter from those of other servers.',
  bad: [
    { server: 'files', tools: [{ name: 'read_file' }, { name: 'write_file' }] },
    { server: 'flies', tools: [{ name: 'raed_file' }] },
  ],
  good: [
    { server: 'files', tools: [{ name: 'read_file' }, { name: 'read_files' }] },
    { server: 'mail', tools: [{ name: 'read_mail' }] },
  ],
  scope: 'catalog',
  check(catalog, context) {
    const before = context.catalogs.slice(0, Math.max(0, context.catalogs.indexOf(catalog)));
    const others = new Lookup(before.flatMap(({ tools }) => tools.map((tool) => own(tool, 'name'))));
    const servers = new Lookup(before.map(({ server }) => server));
    const siblings = new Lookup([]);
    const hits: RuleHit[] = [];
    const add = (tool: number | undefined, what: string, name: string) =>
      hits.push({
        ...(tool === undefined ? {} : { tool }),
        pointer: tool === undefined ? '/server' : '/name',
        message: `typosquat: ${what} (excerpt: "${quote(name)}")`,
        excerpt: quote(name),
      });
    const server = servers.alike(catalog.server) ?? servers.near(catalog.server);
    if (server !== undefined)
      add(undefined, `the server's name is close to "${quote(server)}"`, catalog.server);
    for (const [i, tool] of catalog.tools.entries()) {
      const name = own(tool, 'name');
      if (typeof name !== 'string' || name.length > MAX_LENGTH) continue;
      const alike = others.alike(name) ?? siblings.alike(name);
      const near = alike === undefined ? others.near(name) : undefined;
      if (alike !== undefined) add(i, `the name looks like "${quote(alike)}"`, name);
      else if (near !== undefined)
        add(i, `the name is one letter from "${quote(near)}" of another server`, name);
      else if (mixesScripts(name)) add(i, 'the name mixes scripts', name);
      siblings.add(name);
    }
    return hits;
  },
};

/** Names by how they look, and by every way to leave one letter out: a name one edit away shares one. */
class Lookup {
  private readonly names = new Set<string>();
  private readonly looks = new Map<string, string>();
  private readonly shortened = new Map<string, string[]>();

  constructor(names: readonly unknown[]) {
    for (const name of names) if (typeof name === 'string') this.add(name);
  }

  add(name: string): void {
    if (name.length > MAX_LENGTH || this.names.has(name)) return;
    this.names.add(name);
    if (!this.looks.has(skeleton(name))) this.looks.set(skeleton(name), name);
    if (name.length < MIN_LENGTH) return;
    for (const short of shorter(name)) {
      const list = this.shortened.get(short);
      if (list === undefined) this.shortened.set(short, [name]);
      else if (list.length < 20) list.push(name);
    }
  }

  /** Looks the same and is not; case alone makes no difference. */
  alike(name: string): string | undefined {
    const found = this.looks.get(skeleton(name));
    return found !== undefined && fold(found) !== fold(name) && !isNumbered(found, name) ? found : undefined;
  }

  /** One letter changed, added, lost or swapped with its neighbour. */
  near(name: string): string | undefined {
    if (name.length < MIN_LENGTH || this.names.has(name)) return undefined;
    for (const short of shorter(name)) {
      for (const found of this.shortened.get(short) ?? []) {
        if (
          fold(found) === fold(name) ||
          isPlural(found, name) ||
          isNumbered(found, name) ||
          isOtherVerb(found, name)
        )
          continue;
        if (distance(found, name) <= 1 || isSwapped(found, name)) return found;
      }
    }
    return undefined;
  }
}

function* shorter(name: string): Generator<string> {
  yield name;
  for (let i = 0; i < name.length; i += 1) yield name.slice(0, i) + name.slice(i + 1);
}

function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((char, i) => char !== b[i]);
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

function fold(name: string): string {
  return name.replace(/[-_.\s]/g, '').toLowerCase();
}

function isPlural(a: string, b: string): boolean {
  const singular = (name: string) => name.replace(/s(?=_|-|$)/g, '').replace(/s(?=[A-Z])/g, '');
  return singular(a) === singular(b);
}

/** `item1` and `item2`, `v1` and `v2`: both carry a digit where they differ. */
function isNumbered(a: string, b: string): boolean {
  return /\d/.test(a + b) && a.replace(/\d+/g, '') === b.replace(/\d+/g, '');
}

/** `get_x` and `set_x` are one letter apart and mean what they say. */
function isOtherVerb(a: string, b: string): boolean {
  const [one = '', two = ''] = [a, b].map((name) => foldedWords(name)[0]);
  return one !== two && isVerb(one) && isVerb(two);
}

function isVerb(word: string): boolean {
  return [DELETES, SENDS, WRITES, READS].some((verbs) => verbs.has(word));
}

function mixesScripts(name: string): boolean {
  return name
    .split(/[^\p{L}]+/u)
    .some(
      (word) =>
        /\p{Script=Latin}/u.test(word) &&
        /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(word),
    );
}
