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
const ASCII = /^[\x20-\x7e]*$/;
const DIGIT = /\d/;

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
    const { server: own } = catalog;
    const server = servers.alike(own, skeleton(own), place) ?? servers.near(own, place);
    if (server !== undefined) add(undefined, `the server's name is close to "${quote(server)}"`, own);
    for (const [i, tool] of catalog.tools.entries()) {
      const name = ownValue(tool, 'name');
      if (typeof name !== 'string' || name.length > MAX_LENGTH) continue;
      const look = skeleton(name);
      const twin = others.alike(name, look, place) ?? alike(siblings.get(look), name);
      const near = twin === undefined ? others.near(name, place) : undefined;
      if (twin !== undefined) add(i, `the name looks like "${quote(twin)}"`, name);
      else if (near !== undefined)
        add(i, `the name is one letter from "${quote(near)}" of another server`, name);
      else if (mixesScripts(name)) add(i, 'the name mixes scripts', name);
      if (!siblings.has(look)) siblings.set(look, name);
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
  const named = (names: (place: number) => unknown[]) =>
    new Lookup(catalogs.flatMap((_, place) => names(place).map((name) => ({ name, place }))));
  const out = {
    tools: named((place) => catalogs[place]!.tools.map((tool) => ownValue(tool, 'name'))),
    servers: named((place) => [catalogs[place]!.server]),
  };
  known.set(catalogs, out);
  return out;
}

/** Looks the same and is not; case alone makes no difference. */
function alike(found: string | undefined, name: string): string | undefined {
  return found !== undefined && fold(found) !== fold(name) ? found : undefined;
}

/** A name that shares a form with another one, and its forms that are shared. */
interface Neighbour extends Outline {
  place: number;
  forms: readonly string[];
}

/** The first names that share a form; where all of them are one but for a number, that one. */
interface Family {
  members: Neighbour[];
  unnumbered: string | undefined;
}

/** Names by how they look, and by every way to leave one letter out: a name one edit away shares one. */
class Lookup {
  /** Name → place of the first server that has it. */
  private readonly names = new Map<string, number>();
  private readonly looks = new Map<string, string>();
  private readonly neighbours = new Map<string, Neighbour>();
  private readonly families = new Map<string, Family>();

  constructor(all: readonly { name: unknown; place: number }[]) {
    const strangers: string[] = [];
    for (const { name, place } of all) {
      if (typeof name !== 'string' || this.names.has(name)) continue;
      if (name.length > MAX_LENGTH) {
        if (name.length === MAX_LENGTH + 1) strangers.push(name);
        continue;
      }
      this.names.set(name, place);
      const look = skeleton(name);
      if (!this.looks.has(look)) this.looks.set(look, name);
    }
    const long = [...this.names.keys()].filter((name) => name.length >= MIN_LENGTH);
    const shared = new SharedForms([...long, ...strangers]);
    for (const name of long) {
      const forms = shared.of(name);
      if (forms.length > 0) this.add({ ...outlineOf(name), forms, place: this.names.get(name)! });
    }
  }

  private add(one: Neighbour): void {
    this.neighbours.set(one.name, one);
    for (const form of one.forms) {
      const family = this.families.get(form);
      if (family === undefined) this.families.set(form, { members: [one], unnumbered: one.unnumbered });
      else if (family.members.length < MAX_FAMILY) {
        family.members.push(one);
        if (family.unnumbered !== one.unnumbered) family.unnumbered = undefined;
      }
    }
  }

  /** On a server before this place. */
  alike(name: string, look: string, place: number): string | undefined {
    const found = alike(this.looks.get(look), name);
    return found !== undefined && this.isBefore(found, place) ? found : undefined;
  }

  /** One letter changed, added, lost or swapped with its neighbour, on a server before this place. */
  near(name: string, place: number): string | undefined {
    // No server stands before the first.
    if (place === 0 || name.length < MIN_LENGTH) return undefined;
    const own = this.neighbours.get(name) ?? this.stranger(name);
    if (own === undefined || this.isBefore(name, place)) return undefined;
    for (const form of own.forms) {
      const family = this.families.get(form);
      if (family === undefined || family.unnumbered === own.unnumbered) continue;
      for (const found of family.members) {
        if (found.place >= place || meansTheSame(found, own) || isOtherVerb(found.name, name)) continue;
        if (distance(found.name, name) <= 1 || isSwapped(found.name, name)) return found.name;
      }
    }
    return undefined;
  }

  /** What is too long to be here itself may still be near to one that is. */
  private stranger(name: string): Omit<Neighbour, 'place'> | undefined {
    return name.length > MAX_LENGTH ? { ...outlineOf(name), forms: formsOf(name) } : undefined;
  }

  private isBefore(name: string, place: number): boolean {
    return (this.names.get(name) ?? place) < place;
  }
}

/**
 * The forms of names with one letter left out that more than one name may have, and not only names that are one but for
 * a number: nearly none, and only for those is a text made. Two names that share a form also share one without their
 * numbers, so that only names without numbers are noted, each once: by a number for each form, in two tables of bits:
 * seen, and seen again.
 */
class SharedForms {
  private readonly seen: Uint32Array;
  private readonly again: Uint32Array;
  private readonly mask: number;
  /** Whether each name without its number has such a form. */
  private readonly families = new Map<string, boolean>();

  constructor(names: readonly string[]) {
    for (const name of names) this.families.set(unnumbered(name), false);
    let forms = 0;
    for (const family of this.families.keys()) forms += family.length + 1;
    const size = 2 ** Math.ceil(Math.log2(forms + 1) + 4);
    this.mask = size - 1;
    this.seen = new Uint32Array(size >>> 5);
    this.again = new Uint32Array(size >>> 5);
    for (const family of this.families.keys()) this.note(family);
    for (const family of this.families.keys()) if (this.hasShared(family)) this.families.set(family, true);
  }

  /** All forms as seen; as seen again those that were seen of an earlier name, and not only of this one. */
  private note(family: string): void {
    hashForms(family);
    for (const table of [this.again, this.seen]) {
      for (let i = 0; i <= family.length; i += 1) {
        const place = this.placeOf(i);
        const bit = 1 << (place & 31);
        if (table === this.seen || (this.seen[place >>> 5]! & bit) !== 0) table[place >>> 5]! |= bit;
      }
    }
  }

  private hasShared(family: string): boolean {
    hashForms(family);
    for (let i = 0; i <= family.length; i += 1) if (this.isShared(i)) return true;
    return false;
  }

  /** In the order: the name itself, then without its first letter, its second one and so on. */
  of(name: string): string[] {
    const forms: string[] = [];
    const family = unnumbered(name);
    if (this.families.get(family) !== true) return forms;
    hashForms(family);
    // Without one of its digits a name is the same without its number.
    const isWhole = this.isShared(0);
    if (isWhole) forms.push(name);
    let at = 0;
    for (let i = 1; i <= name.length; i += 1) {
      const isDigit = name.charCodeAt(i - 1) >= 48 && name.charCodeAt(i - 1) <= 57;
      if (!isDigit) at += 1;
      if (isDigit ? isWhole : this.isShared(at)) forms.push(formOf(name, i));
    }
    return forms;
  }

  private isShared(form: number): boolean {
    const place = this.placeOf(form);
    return (this.again[place >>> 5]! & (1 << (place & 31))) !== 0;
  }

  private placeOf(form: number): number {
    const hash = hashes[form]!;
    return (hash ^ (hash >>> 15)) & this.mask;
  }
}

function formsOf(name: string): string[] {
  return Array.from({ length: name.length + 1 }, (_, i) => formOf(name, i));
}

function formOf(name: string, i: number): string {
  return i === 0 ? name : name.slice(0, i - 1) + name.slice(i);
}

const BASE = 0x01000193;
const POWERS = new Int32Array(MAX_LENGTH + 1);
for (let i = 0, power = 1; i <= MAX_LENGTH; i += 1, power = Math.imul(power, BASE)) POWERS[i] = power;

/** Of the name that was read last, and of that name without each of its letters: equal texts have equal numbers. */
const hashes = new Int32Array(MAX_LENGTH + 2);

function hashForms(name: string): void {
  const { length } = name;
  // What stands behind a letter, from the last one on; then what stands before it.
  let behind = 0;
  for (let i = length - 1; i >= 0; i -= 1) {
    hashes[i + 1] = behind;
    behind = (behind + Math.imul(name.charCodeAt(i), POWERS[length - 1 - i]!)) | 0;
  }
  hashes[0] = behind;
  let before = 0;
  for (let i = 0; i < length; i += 1) {
    hashes[i + 1] = (hashes[i + 1]! + Math.imul(before, POWERS[length - 1 - i]!)) | 0;
    before = (Math.imul(before, BASE) + name.charCodeAt(i)) | 0;
  }
}

/** Of two names that are one but for the place of a letter. */
function isSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((char, i) => char !== b[i]);
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

function fold(name: string): string {
  return name.replace(/[-_.\s]/g, '').toLowerCase();
}

/** A name by what it is compared by, worked out once for many others. */
interface Outline {
  name: string;
  folded: string;
  singular: string;
  unnumbered: string;
}

function outlineOf(name: string): Outline {
  return {
    name,
    folded: fold(name),
    singular: name.replace(/s(?=_|-|$)/g, '').replace(/s(?=[A-Z])/g, ''),
    unnumbered: unnumbered(name),
  };
}

function unnumbered(name: string): string {
  return DIGIT.test(name) ? name.replace(/\d+/g, '') : name;
}

/** The same name, its plural, or another number of a row. */
function meansTheSame(a: Outline, b: Outline): boolean {
  return a.folded === b.folded || a.singular === b.singular || a.unnumbered === b.unnumbered;
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
  if (ASCII.test(name)) return false;
  return name
    .split(/[^\p{L}]+/u)
    .some(
      (word) =>
        /\p{Script=Latin}/u.test(word) &&
        /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(word),
    );
}
