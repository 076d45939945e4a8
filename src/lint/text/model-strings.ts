/**
 * Every string of a catalogue that can reach a model: of tools, prompts, resources and the server's
 * instructions, with the names of arguments. In reading order, without recursion, at fixed caps.
 */
import type { Catalog } from '../../types/catalog.js';
import { isObject } from '../../util/plain.js';
import { toPointer } from '../../util/pointer.js';

type Step = string | number;

export interface ModelString {
  text: string;
  /** The key that holds it (`description`, `enum`, ...); `name of` for the name of an argument. */
  role: string;
  /** The key of the definition under which it stands. */
  top: Step | undefined;
  /** RFC 6901 from the definition. */
  pointer(): string;
}

/** One definition: what is split over its fields is read together. */
export interface Subject {
  kind: 'tool' | 'prompt' | 'resource' | 'instructions';
  /** Its place in `catalog.tools`. */
  tool?: number;
  /** Where the definition stands in the catalogue. */
  at: string;
  name: string;
  strings: ModelString[];
}

const MAX_STRINGS = 50_000;
const MAX_DEPTH = 200;
const FIRST = ['name', 'title', 'description', 'annotations', 'inputSchema', 'outputSchema'];
const NAME_MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
export const ARGUMENT_NAME = 'name of';

interface PendingValue {
  value: unknown;
  role: string;
  steps: readonly Step[];
  isMap?: boolean;
}

/** A definition that stands in several places is read once. */
export function subjectsOf(catalog: Catalog): Subject[] {
  const read = new Map<unknown, ModelString[]>();
  const stringsIn = (definition: unknown) => {
    const strings = read.get(definition) ?? stringsOf(definition);
    read.set(definition, strings);
    return strings;
  };
  const subject = (kind: Subject['kind'], definition: unknown, at: string, tool?: number): Subject => {
    const name = isObject(definition) && typeof definition.name === 'string' ? definition.name : '';
    const strings = stringsIn(definition);
    return { kind, at, name, strings, tool };
  };
  const out: Subject[] = catalog.tools.map((tool, i) => subject('tool', tool, `/tools/${i}`, i));
  const lists = [
    ['prompt', 'prompts', catalog.prompts],
    ['resource', 'resources', catalog.resources],
    ['resource', 'resourceTemplates', catalog.resourceTemplates],
  ] as const;
  for (const [kind, key, list] of lists) {
    if (!Array.isArray(list)) continue;
    for (const [i, item] of list.entries()) out.push(subject(kind, item, `/${key}/${i}`));
  }
  if (typeof catalog.instructions === 'string') {
    const strings = [{ text: catalog.instructions, role: 'instructions', top: undefined, pointer: () => '' }];
    out.push({ kind: 'instructions', at: '/instructions', name: '', strings });
  }
  return out;
}

function stringsOf(definition: unknown): ModelString[] {
  const out: ModelString[] = [];
  const open: PendingValue[] = [{ value: definition, role: '', steps: [] }];
  for (let next = open.pop(); next !== undefined && out.length < MAX_STRINGS; next = open.pop()) {
    const { value, role, steps } = next;
    if (typeof value !== 'string') {
      // The last one pushed is the next one read.
      for (const part of partsOf(next).reverse()) open.push(part);
    } else if (value !== '') {
      out.push({ text: value, role, top: steps[0], pointer: () => toPointer(steps) });
    }
  }
  return out;
}

/** The items of a list, the keys and values of an object. */
function partsOf({ value, role, steps, isMap }: PendingValue): PendingValue[] {
  if (steps.length >= MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.map((item, i) => ({ value: item, role, steps: [...steps, i] }));
  if (!isObject(value)) return [];
  const keys = steps.length === 0 ? inOrder(Object.keys(value)) : Object.keys(value);
  const parts: PendingValue[] = [];
  for (const key of keys) {
    const at = [...steps, key];
    if (isMap || key.length > 30) parts.push({ value: key, role: ARGUMENT_NAME, steps: at });
    const holdsNames = !isMap && NAME_MAPS.has(key);
    parts.push({ value: value[key], role: isMap ? role : key, steps: at, isMap: holdsNames });
  }
  return parts;
}

function inOrder(keys: string[]): string[] {
  const known = FIRST.filter((key) => keys.includes(key));
  return [...known, ...keys.filter((key) => !FIRST.includes(key))];
}
