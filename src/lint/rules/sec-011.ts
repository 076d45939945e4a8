/** A name made to be taken for another. */
import { distance } from 'fastest-levenshtein';
import type { Catalog } from '../../types/catalog.js';
import type { CatalogRule, RuleHit } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';
import { skeleton } from '../text/normalise-text.js';
import { foldedWords } from '../text/prose.js';
import { quote } from '../text/security-hit.js';
import { DELETES, READS, SENDS, WRITES } from '../words/effects.js';

const MIN_LENGTH = 6;
const MAX_LENGTH = 100;
const MAX_FAMILY = 20;

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
    const place = context.catalogs.indexOf(catalog);
    const { tools: others, servers } = lookups(context.catalogs);
    const siblings = new Map<string, string>();
    const hits: RuleHit[] = [];
    const add = (tool: number | undefined, what: string, name: string) =>
      hits.push({
        tool,
        pointer: tool === undefined ? '/server' : '/name',
        message: `typosquat: ${what} (excerpt: "${quote(name)}")`,
        excerpt: quote(name),
      });
    const server = servers.alike(catalog.server, place) ?? servers.near(catalog.server, place);
    if (server !== undefined)
      add(undefined, `the server's name is close to "${quote(server)}"`, catalog.server);
    for (const [i, tool] of catalog.tools.entries()) {
      const name = ownValue(tool, 'name');
      if (typeof name !== 'string' || name.length > MAX_LENGTH) continue;
      const twin = others.alike(name, place) ?? alike(siblings.get(skeleton(name)), name);
      const near = twin === undefined ? others.near(name, place) : undefined;
      if (twin !== undefined) add(i, `the name looks like "${quote(twin)}"`, name);
      else if (near !== undefined)
        add(i, `the name is one letter from "${quote(near)}" of another server`, name);
      else if (mixesScripts(name)) add(i, 'the name mixes scripts', name);
      if (!siblings.has(skeleton(name))) siblings.set(skeleton(name), name);
    }
    return hits;
  },
};

interface Lookups {
  tools: Lookup;
  servers: Lookup;
}

const known = new WeakMap<readonly Catalog[], Lookups>();

/** Once for all servers of a check. */
function lookups(catalogs: readonly Catalog[]): Lookups {
  const before = known.get(catalogs);
  if (before !== undefined) return before;
  const out = { tools: new Lookup(), servers: new Lookup() };
  for (const [place, { server, tools }] of catalogs.entries()) {
    out.servers.add(server, place);
    for (const tool of tools) out.tools.add(ownValue(tool, 'name'), place);
  }
  known.set(catalogs, out);
  return out;
}

/** Looks the same and is not; case alone makes no difference. */
function alike(found: string | undefined, name: string): string | undefined {
  return found !== undefined && fold(found) !== fold(name) && !isNumbered(found, name) ? found : undefined;
}

/** Names by how they look, and by every way to leave one letter out: a name one edit away shares one. */
class Lookup {
  /** Name → place of the first server that has it. */
  private readonly names = new Map<string, number>();
  private readonly looks = new Map<string, string>();
  private readonly shortened = new Map<string, string[]>();

  add(name: unknown, place: number): void {
    if (typeof name !== 'string' || name.length > MAX_LENGTH || this.names.has(name)) return;
    this.names.set(name, place);
    if (!this.looks.has(skeleton(name))) this.looks.set(skeleton(name), name);
    if (name.length < MIN_LENGTH) return;
    for (const short of shorter(name)) {
      const list = this.shortened.get(short);
      if (list === undefined) this.shortened.set(short, [name]);
      else if (list.length < MAX_FAMILY) list.push(name);
    }
  }

  /** On a server before this place. */
  alike(name: string, place: number): string | undefined {
    const found = alike(this.looks.get(skeleton(name)), name);
    return found !== undefined && this.isBefore(found, place) ? found : undefined;
  }

  /** One letter changed, added, lost or swapped with its neighbour, on a server before this place. */
  near(name: string, place: number): string | undefined {
    // No server stands before the first.
    if (place === 0 || name.length < MIN_LENGTH || this.isBefore(name, place)) return undefined;
    for (const short of shorter(name)) {
      for (const found of this.shortened.get(short) ?? []) {
        if (!this.isBefore(found, place) || fold(found) === fold(name)) continue;
        if (isPlural(found, name) || isNumbered(found, name) || isOtherVerb(found, name)) continue;
        if (distance(found, name) <= 1 || isSwapped(found, name)) return found;
      }
    }
    return undefined;
  }

  private isBefore(name: string, place: number): boolean {
    return (this.names.get(name) ?? place) < place;
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
