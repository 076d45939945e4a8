/**
 * What a call was seen to answer → assertions that hold of it. Nothing is asserted that was not observed: exact values
 * only where two calls gave the same, else the shape alone.
 */
import { ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { inferSchema } from './infer-schema.js';
import { compareLeaves, type Leaf, type LeafComparison, leavesOf } from './leaves.js';
import type { ObservedAnswer } from './observation.js';
import { isPassing, steadyParts } from './passing-values.js';
import { linesMatcher } from './stable-text.js';

export interface SeenAssertion {
  target: string;
  matcher: Record<string, unknown>;
  message: string;
}

export interface SeenAssertions {
  assertions: SeenAssertion[];
  /** Targets that differ between two calls. */
  volatile: string[];
  notes: string[];
}

/** For a suite that is kept and run elsewhere, in contrast to a proposal that somebody reads first. */
export interface Lasting {
  /** Where the suite stands: paths in there are the same everywhere. */
  folder: string;
  /** The tool tells of the machine, the moment or the world: only the shape of what it says stays. */
  shape_only?: boolean;
}

const MAX_EXACT = 5;
const MAX_TEXTS = 2;
const MAX_LISTS = 3;
const SHORT = 80;
/** A longer text is asserted by its lines. */
const LONGEST = 300;
const BODIES = ['content', 'structuredContent', 'contents', 'messages'] as const;
const STAYS = 'stable across both observed calls';

export function assertionsOf(observed: readonly ObservedAnswer[], lasting?: Lasting): SeenAssertions {
  const out: SeenAssertions = { assertions: [], volatile: [], notes: [] };
  if (observed.some((one) => 'error' in one)) addRefusal(observed, out);
  else addResult(observed, out, lasting);
  return out;
}

function addResult(observed: readonly ObservedAnswer[], out: SeenAssertions, lasting?: Lasting): void {
  const results = observed.map((one) => ownValue(one, 'result'));
  const bodies = BODIES.filter((key) => results.every((result) => ownValue(result, key) !== undefined));
  // Only results of tools have the flag.
  if (!bodies.some((key) => key === 'contents' || key === 'messages')) addFlag(results, out);
  for (const key of bodies) {
    out.assertions.push({
      target: `result.${key}`,
      matcher: { schema: inferSchema(results.map((result) => ownValue(result, key))) },
      message: `observed structure of result.${key}`,
    });
  }
  if (observed.length < 2) {
    out.notes.push('one call was observed, so no value is known to be stable: only the shape is proposed');
    return;
  }
  const compared = compareBodies(results);
  out.volatile.push(...compared.volatile.map((target) => clip(oneLine(target), 200)));
  if (lasting?.shape_only) return;
  if (lasting) out.assertions.push(...listLengths(results));
  addValues(compared, out, lasting);
}

interface ComparedBodies extends LeafComparison {
  /** Texts that can be compared, with what the second call said. */
  texts: { leaf: Leaf; second: string }[];
}

function compareBodies(results: unknown[]): ComparedBodies {
  const out: ComparedBodies = { stable: [], volatile: [], texts: [] };
  for (const key of BODIES) {
    const [first = new Map<string, Leaf>(), second = new Map<string, Leaf>()] = results.map((result) =>
      leavesOf(ownValue(result, key), `result.${key}`),
    );
    const { stable, volatile } = compareLeaves(first, second);
    out.stable.push(...stable);
    out.volatile.push(...volatile);
    for (const leaf of first.values()) {
      const other = second.get(leaf.target)?.value;
      if (typeof leaf.value === 'string' && typeof other === 'string')
        out.texts.push({ leaf, second: other });
    }
  }
  return out;
}

/** Values first, then the lines of texts that are too long for a value, or differ in part. */
function addValues({ stable, texts }: ComparedBodies, out: SeenAssertions, lasting?: Lasting): void {
  const passes = (value: unknown, target = ''): boolean =>
    lasting !== undefined && isPassing(value, lasting.folder, lastKey(target));
  const long = stable.filter(({ value }) => typeof value === 'string' && value.length > LONGEST);
  if (long.length > 0) out.notes.push(tooLong(long));
  const chosen = stable
    .filter((leaf) => isAssertable(leaf) && !passes(leaf.value, leaf.target))
    .sort(byPreference)
    .slice(0, MAX_EXACT);
  for (const { target, value } of chosen)
    out.assertions.push({ target, matcher: { exact: value }, message: STAYS });
  const exact = new Set(
    stable
      .filter((leaf) => isAssertable(leaf) && !passes(leaf.value, leaf.target))
      .map(({ target }) => target),
  );
  const partly = texts
    .filter(({ leaf }) => !exact.has(leaf.target) && leaf.target.endsWith('.text'))
    .flatMap(({ leaf, second }) => {
      const matcher = linesMatcher({
        first: String(leaf.value),
        second,
        steadyParts: (piece) => (lasting ? steadyParts(piece, lasting.folder) : [piece]),
      });
      return matcher === undefined ? [] : [{ target: leaf.target, matcher, message: `lines ${STAYS}` }];
    });
  out.assertions.push(...partly.slice(0, MAX_TEXTS));
}

/** How many there are, where that stayed: of the parts of the answer, and of the first lists in it. */
function listLengths(results: unknown[]): SeenAssertion[] {
  const [first, second] = results.map((result) => {
    const lists = new Map<string, number>();
    for (const key of BODIES) addLists(ownValue(result, key), `result.${key}`, lists);
    return lists;
  });
  return [...(first ?? [])]
    .filter(([target, length]) => second?.get(target) === length)
    .slice(0, MAX_LISTS)
    .map(([target, length]) => ({ target, matcher: { length }, message: STAYS }));
}

/** Lists of the answer and of the objects in it, but none inside another. */
function addLists(value: unknown, target: string, lists: Map<string, number>): void {
  if (Array.isArray(value)) lists.set(target, value.length);
  else if (typeof value === 'object' && value !== null && lists.size < MAX_LISTS * 4)
    for (const [key, inner] of Object.entries(value))
      if (/^[A-Za-z_]\w*$/.test(key)) addLists(inner, `${target}.${key}`, lists);
}

function addFlag(results: unknown[], out: SeenAssertions): void {
  const flags = results.map((result) => ownValue(result, 'isError'));
  const [flag] = flags;
  const target = 'result.isError';
  if (flags.some((one) => one !== flag)) {
    out.volatile.push(target);
    out.notes.push('one of the two calls signalled an error and the other did not');
    return;
  }
  if (flag === true) {
    out.notes.push('the observed call signalled an error (isError: true): is that what you want to pin?');
    out.assertions.push({
      target,
      matcher: { exact: true },
      message: 'the observed call signalled an error',
    });
    return;
  }
  const matcher = flag === false ? { exact: false } : { not: { exact: true } };
  out.assertions.push({ target, matcher, message: 'tool call must not signal an error' });
}

/** A JSON-RPC error has no result to look at. */
function addRefusal(observed: readonly ObservedAnswer[], out: SeenAssertions): void {
  const codes = new Set(observed.map((one) => ownValue(ownValue(one, 'error'), 'code')));
  out.notes.push('the server answered with a JSON-RPC error: is that what you want to pin?');
  const [code] = codes;
  if (codes.size > 1 || typeof code !== 'number') return;
  out.assertions.push({
    target: 'error.code',
    matcher: { exact: code },
    message: 'the observed call was refused',
  });
}

/** `exact: null` would also pass on a leaf that is gone. */
function isAssertable({ value }: Leaf): boolean {
  return value !== null && (typeof value !== 'string' || value.length <= LONGEST);
}

function tooLong(leaves: Leaf[]): string {
  const targets = leaves.slice(0, 5).map(({ target }) => clip(oneLine(target), 100));
  const more = leaves.length > targets.length ? ` and ${leaves.length - targets.length} more` : '';
  return `longer than ${LONGEST} characters, so only lines of it are asserted: ${targets.join(', ')}${more}; \`snapshot\` holds such texts`;
}

/** Short before long, shallow before deep, what is said before what kind of block says it, then by name. */
function byPreference(a: Leaf, b: Leaf): number {
  const long = (leaf: Leaf): number => (String(leaf.value).length > SHORT ? 1 : 0);
  const form = ({ target }: Leaf): number =>
    /^result\.(content|contents|messages)\[\d+\]\.(content\.)?type$/.test(target) ? 1 : 0;
  return form(a) - form(b) || long(a) - long(b) || a.depth - b.depth || (a.target < b.target ? -1 : 1);
}

function lastKey(target: string): string {
  return /([^.[\]]+)(?:\[\d+\])*$/.exec(target)?.[1] ?? '';
}
