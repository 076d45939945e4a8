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
  const byId = new Map(tree.spans.map((span) => [span.id, span]));
  const add = (id: string, above: AgentsAbove): AgentsAbove => {
    const span = byId.get(id);
    if (span === undefined || !kinds.isAgent(span)) return above;
    const name = kinds.nameOfAgent(span);
    if (!above.any) return { any: true, nearest: name, top: name, same: true };
    return { ...above, nearest: name ?? above.nearest, same: above.same && name === above.top };
  };
  const agents = inherited(tree.parents, NONE, add);
  const next = inherited<GenAiSpan | undefined>(tree.parents, undefined, (id, above) => {
    const span = byId.get(id);
    return span === undefined || kinds.isSkipped(span) ? above : span;
  });
  const outermost = new Map<GenAiSpan, GenAiSpan | undefined>();
  return {
    agentsAbove: ({ id }) => agents(id),
    sameCallAbove(span) {
      const chain: GenAiSpan[] = [];
      const seen = new Set<GenAiSpan>();
      let at = span;
      let top: GenAiSpan | undefined;
      while (!outermost.has(at) && !seen.has(at)) {
        chain.push(at);
        seen.add(at);
        const outer = next(at.id);
        if (outer === undefined || seen.has(outer) || !kinds.isSameCall(at, outer)) break;
        top = outer;
        at = outer;
      }
      top = outermost.get(at) ?? top;
      for (const each of chain) outermost.set(each, each === top ? undefined : top);
      return outermost.get(span);
    },
  };
}

/** A value that each id has from its parent, and hands on with its own part added; of the ids above `id`. */
function inherited<Value>(
  parents: ReadonlyMap<string, string>,
  root: Value,
  add: (id: string, above: Value) => Value,
): (id: string) => Value {
  /** Of an id and all above it; `undefined` where a loop is above. */
  const known = new Map<string, { value: Value } | undefined>();
  const learn = (start: string): void => {
    const path: string[] = [];
    const seen = new Set<string>();
    let id: string | undefined = start;
    while (id !== undefined && !known.has(id) && !seen.has(id)) {
      path.push(id);
      seen.add(id);
      id = parents.get(id);
    }
    let above = id === undefined ? { value: root } : known.get(id);
    for (const each of path.reverse()) {
      above &&= { value: add(each, above.value) };
      known.set(each, above);
    }
  };
  return (id) => {
    const parent = parents.get(id);
    if (parent === undefined) return root;
    if (!known.has(parent)) learn(parent);
    const found = known.get(parent);
    return found ? found.value : inLoop(id, parents, root, add);
  };
}

function inLoop<Value>(
  id: string,
  parents: ReadonlyMap<string, string>,
  root: Value,
  add: (id: string, above: Value) => Value,
): Value {
  const seen = new Set([id]);
  for (
    let at = parents.get(id);
    at !== undefined && !seen.has(at) && seen.size < MOST_IN_LOOP;
    at = parents.get(at)
  ) {
    seen.add(at);
  }
  let value = root;
  for (const each of [...seen].slice(1).reverse()) value = add(each, value);
  return value;
}
