/**
 * Every string of a catalogue that can reach a model: of tools, prompts, resources and the server's
 * instructions, with the names of arguments. In reading order, at fixed caps.
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
  /** Whether a cap kept some of the strings out. */
  isCut: boolean;
}

const MAX_STRINGS = 50_000;
const MAX_DEPTH = 200;
const FIRST = ['name', 'title', 'description', 'annotations', 'inputSchema', 'outputSchema'];
const NAME_MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
export const ARGUMENT_NAME = 'name of';

/** A definition that stands in several places is read once. */
export function subjectsOf(catalog: Catalog): Subject[] {
  const known = new Map<unknown, Reading>();
  const readingOf = (definition: unknown): Reading => {
    const reading = known.get(definition) ?? readDefinition(definition);
    known.set(definition, reading);
    return reading;
  };
  const subject = (kind: Subject['kind'], definition: unknown, at: string, tool?: number): Subject => {
    const name = isObject(definition) && typeof definition.name === 'string' ? definition.name : '';
    const { strings, isCut } = readingOf(definition);
    return { kind, at, name, strings, isCut, tool };
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
    out.push({ kind: 'instructions', at: '/instructions', name: '', strings, isCut: false });
  }
  return out;
}

/** A step on the way from the definition to a value. */
interface Way {
  step: Step;
  before: Way | undefined;
  length: number;
}

class PlacedString implements ModelString {
  constructor(
    readonly text: string,
    readonly role: string,
    readonly top: Step | undefined,
    private readonly way: Way | undefined,
  ) {}

  pointer(): string {
    const steps: Step[] = [];
    for (let at = this.way; at !== undefined; at = at.before) steps.push(at.step);
    return toPointer(steps.reverse());
  }
}

type Reading = Pick<Subject, 'strings' | 'isCut'>;

function readDefinition(definition: unknown): Reading {
  const out: Reading = { strings: [], isCut: false };
  read(definition, { role: '', isMap: false }, undefined, out);
  return out;
}

/** What the key of a value says of it: the role of its strings, and whether its own keys are names of arguments. */
interface Held {
  role: string;
  isMap: boolean;
}

/** The items of a list, the keys and values of an object; never deeper than `MAX_DEPTH`, so that recursion ends. */
function read(value: unknown, held: Held, way: Way | undefined, out: Reading): void {
  if (typeof value === 'string') add(value, held.role, way, out);
  if (typeof value !== 'object' || value === null) return;
  const length = (way?.length ?? 0) + 1;
  if (length > MAX_DEPTH) {
    out.isCut = true;
    return;
  }
  if (Array.isArray(value)) {
    const items = { role: held.role, isMap: false };
    for (let i = 0; i < value.length; i += 1) read(value[i], items, { step: i, before: way, length }, out);
  } else readKeys(value as Record<string, unknown>, held, way, out);
}

function readKeys(value: Record<string, unknown>, held: Held, way: Way | undefined, out: Reading): void {
  const length = (way?.length ?? 0) + 1;
  const keys = Object.keys(value);
  for (const key of way === undefined ? inOrder(keys) : keys) {
    const at = { step: key, before: way, length };
    if (held.isMap || key.length > 30) add(key, ARGUMENT_NAME, at, out);
    read(value[key], heldBy(key, held), at, out);
  }
}

function heldBy(key: string, { role, isMap }: Held): Held {
  return isMap ? { role, isMap: false } : { role: key, isMap: NAME_MAPS.has(key) };
}

function add(text: string, role: string, way: Way | undefined, out: Reading): void {
  if (text === '') return;
  if (out.strings.length < MAX_STRINGS) out.strings.push(new PlacedString(text, role, topOf(way), way));
  else out.isCut = true;
}

function topOf(way: Way | undefined): Step | undefined {
  let at = way;
  while (at?.before !== undefined) at = at.before;
  return at?.step;
}

function inOrder(keys: string[]): string[] {
  const known = FIRST.filter((key) => keys.includes(key));
  return [...known, ...keys.filter((key) => !FIRST.includes(key))];
}
