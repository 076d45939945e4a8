/**
 * What stands above the spans of a trace, in time that grows with their number: what was found for a parent is not
 * looked for again by its children. A loop in the data ends the walk; where one is, each span walks by itself, not far.
 */
import type { GenAiSpan, SpanTree } from './otlp-spans.js';

/** The agents above a span. */
export interface AgentsAbove {
  any: boolean;
  /** The name of the nearest that has one. */
  nearest?: string;
  /** The name of the farthest. */
  top?: string;
  /** Whether all are called as the farthest is. */
  same: boolean;
}

export interface SpanChains {
  agentsAbove(span: GenAiSpan): AgentsAbove;
  /** The farthest span that is the same call of the same tool, seen from outside. */
  sameCallAbove(span: GenAiSpan): GenAiSpan | undefined;
}

export interface SpanKinds {
  isAgent(span: GenAiSpan): boolean;
  nameOfAgent(span: GenAiSpan): string | undefined;
  /** Spans that stand between a call and the same call, such as that of the model. */
  isSkipped(span: GenAiSpan): boolean;
  isSameCall(inner: GenAiSpan, outer: GenAiSpan): boolean;
}

/** So far a span walks by itself in a loop. */
const MOST_IN_LOOP = 100;
const NONE: AgentsAbove = { any: false, same: true };

export function spanChains(tree: SpanTree, kinds: SpanKinds): SpanChains {
  const { placeOf, parents, spans } = placeSpans(tree);
  const add = (place: number, above: AgentsAbove): AgentsAbove => {
    const span = spans[place];
    if (span === undefined || !kinds.isAgent(span)) return above;
    const name = kinds.nameOfAgent(span);
    if (!above.any) return { any: true, nearest: name, top: name, same: true };
    return { ...above, nearest: name ?? above.nearest, same: above.same && name === above.top };
  };
  const agents = inherited(parents, NONE, add);
  const outside = inherited<GenAiSpan | undefined>(parents, undefined, (place, above) => {
    const span = spans[place];
    return span === undefined || kinds.isSkipped(span) ? above : span;
  });
  const next = (span: GenAiSpan): GenAiSpan | undefined => {
    const outer = outside(placeOf(span.id));
    return outer !== undefined && outer !== span && kinds.isSameCall(span, outer) ? outer : undefined;
  };
  const outermost = new Map<GenAiSpan, GenAiSpan | undefined>();
  return {
    agentsAbove: ({ id }) => agents(placeOf(id)),
    sameCallAbove(span) {
      // Most calls are of another tool than the one around them.
      if (next(span) === undefined) return undefined;
      const chain = new Set<GenAiSpan>();
      let at = span;
      let top: GenAiSpan | undefined;
      while (!outermost.has(at) && !chain.has(at)) {
        chain.add(at);
        const outer = next(at);
        if (outer === undefined || chain.has(outer)) break;
        top = outer;
        at = outer;
      }
      top = outermost.get(at) ?? top;
      for (const each of chain) outermost.set(each, each === top ? undefined : top);
      return outermost.get(span);
    },
  };
}

interface PlacedSpans {
  placeOf(id: string): number;
  /** By place: that of the parent, or -1. */
  parents: number[];
  /** By place, where there is a GenAI span. */
  spans: (GenAiSpan | undefined)[];
}

/** Every id is looked up once; from there on it is a number. */
function placeSpans(tree: SpanTree): PlacedSpans {
  const places = new Map<string, number>();
  const parents: number[] = [];
  const spans: (GenAiSpan | undefined)[] = [];
  const placeOf = (id: string): number => {
    const known = places.get(id);
    if (known !== undefined) return known;
    places.set(id, places.size);
    spans.push(undefined);
    return parents.push(-1) - 1;
  };
  for (const [id, parent] of tree.parents) {
    const place = placeOf(id);
    parents[place] = placeOf(parent);
  }
  for (const span of tree.spans) spans[placeOf(span.id)] = span;
  return { placeOf, parents, spans };
}

/** What is known of a place. */
const [UNKNOWN, ON_PATH, KNOWN, IN_LOOP] = [0, 1, 2, 3];

/** A value that each place has from its parent, and hands on with its own part added; of those above a place. */
function inherited<Value>(
  parents: readonly number[],
  root: Value,
  add: (place: number, above: Value) => Value,
): (place: number) => Value {
  const states = new Uint8Array(parents.length);
  /** Of a place and all above it. */
  const values: Value[] = [];
  const learn = (start: number): void => {
    const path: number[] = [];
    let at = start;
    while (at >= 0 && states[at] === UNKNOWN) {
      states[at] = ON_PATH;
      path.push(at);
      at = parents[at] as number;
    }
    const loops = at >= 0 && states[at] !== KNOWN;
    let above = at >= 0 && !loops ? (values[at] as Value) : root;
    for (const place of path.reverse()) {
      states[place] = loops ? IN_LOOP : KNOWN;
      if (!loops) above = add(place, above);
      values[place] = above;
    }
  };
  return (place) => {
    const parent = parents[place] ?? -1;
    if (parent < 0) return root;
    if (states[parent] === UNKNOWN) learn(parent);
    return states[parent] === KNOWN ? (values[parent] as Value) : inLoop(place, parents, root, add);
  };
}

function inLoop<Value>(
  place: number,
  parents: readonly number[],
  root: Value,
  add: (place: number, above: Value) => Value,
): Value {
  const seen = new Set([place]);
  for (
    let at = parents[place] as number;
    at >= 0 && !seen.has(at) && seen.size < MOST_IN_LOOP;
    at = parents[at] as number
  ) {
    seen.add(at);
  }
  let value = root;
  for (const each of [...seen].slice(1).reverse()) value = add(each, value);
  return value;
}
