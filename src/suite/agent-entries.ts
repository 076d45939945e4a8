/**
 * Agent tests as they are written: entries of `agents:` and tests of `type: agent`. An entry that a test
 * names in `agent:`, that another may hand work to, or that was imported, is a definition: it does not
 * run by itself.
 */

import type { Path } from '../source/spots.js';
import { isObject, ownValue } from '../util/plain.js';
import { put, without } from './merge.js';

type Map = Record<string, unknown>;

export interface AgentEntry {
  path: Path;
  /** As written. */
  value: Map;
}

export interface AgentTest extends AgentEntry {
  /** With everything inherited; places are kept. */
  whole: Map;
  /** The entry that it inherits from. */
  base?: AgentEntry;
}

/** Where a key that the test has stands: in itself, or in what it inherits from. */
export function pathOf(test: AgentTest, key: string): Path {
  const written = Object.hasOwn(test.value, key) || test.base === undefined ? test : test.base;
  return [...written.path, key];
}

/** Spellings of one thing; a test that has one of them does not inherit the others. */
const SYNONYMS = [
  ['model', 'models'],
  ['script', 'scripts'],
];

export function agentDefinitions(suite: Map): AgentEntry[] {
  return entriesOf(suite, 'agents');
}

export function typedAgents(suite: Map): AgentEntry[] {
  return entriesOf(suite, 'tests').filter(({ value }) => ownValue(value, 'type') === 'agent');
}

function entriesOf(suite: Map, key: string): AgentEntry[] {
  const items = ownValue(suite, key);
  if (!Array.isArray(items)) return [];
  return items.flatMap((value, index) => (isObject(value) ? [{ path: [key, index], value }] : []));
}

/** `imported` tells the entries that came from another file. */
export function agentTests(suite: Map, imported: (path: Path) => boolean): AgentTest[] {
  const definitions = agentDefinitions(suite);
  const typed = typedAgents(suite);
  const named = new Set<unknown>();
  for (const { value } of typed) named.add(ownValue(value, 'agent'));
  for (const { value } of [...definitions, ...typed]) {
    const delegates = ownValue(value, 'delegates');
    if (Array.isArray(delegates)) for (const name of delegates) named.add(name);
  }
  const byName = definitionsByName(suite);
  const order = Object.keys(suite);
  const plain = definitions
    .filter(({ path, value }) => !named.has(ownValue(value, 'name')) && !imported(path))
    .map((entry) => ({ ...entry, whole: entry.value }));
  const inheriting = typed.map((entry) => inherit(entry, byName.get(ownValue(entry.value, 'agent'))));
  return order.indexOf('agents') <= order.indexOf('tests')
    ? [...plain, ...inheriting]
    : [...inheriting, ...plain];
}

function definitionsByName(suite: Map): ReadonlyMap<unknown, AgentEntry> {
  return new Map(agentDefinitions(suite).map((entry) => [ownValue(entry.value, 'name'), entry]));
}

function inherit(entry: AgentEntry, base: AgentEntry | undefined): AgentTest {
  if (base === undefined) return { ...entry, whole: entry.value };
  const replaced = SYNONYMS.filter((names) => names.some((name) => Object.hasOwn(entry.value, name))).flat();
  const whole = without(base.value, (key) => key === 'name' || replaced.includes(key));
  for (const key of Object.keys(entry.value)) {
    // `agent: NAME` says whom to inherit from, and leaves the entry's own `agent: { command }` in place.
    if (key !== 'agent') put(whole, key, entry.value[key], entry.value);
  }
  return { ...entry, whole, base };
}
