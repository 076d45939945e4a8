import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import type { GenAiSpan, SpanTree } from './otlp-spans.js';
import { spanChains } from './span-chains.js';

const isAgent = (span: GenAiSpan) => span.operation === 'invoke_agent';
const nameOfAgent = (span: GenAiSpan) => span.attributes.get('agent') as string | undefined;
const isSkipped = (span: GenAiSpan) => span.operation === 'chat';
const isSameCall = (inner: GenAiSpan, outer: GenAiSpan) =>
  outer.operation === 'execute_tool' && outer.attributes.get('tool') === inner.attributes.get('tool');
const kinds = { isAgent, nameOfAgent, isSkipped, isSameCall };

function spanOf(
  id: string,
  operation: string,
  attributes: Record<string, string | undefined> = {},
): GenAiSpan {
  const at = { file: 'spans.json' } as unknown as GenAiSpan['at'];
  const set = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return { id, operation, start: 0n, attributes: new Map(set), failed: false, at };
}

/** The spans above one by one, as one would write it first. */
function above(tree: SpanTree, of: GenAiSpan): GenAiSpan[] {
  const found: GenAiSpan[] = [];
  for (let id = tree.parents.get(of.id); id !== undefined; id = tree.parents.get(id)) {
    const parent = tree.spans.find((each) => each.id === id);
    if (parent) found.push(parent);
  }
  return found;
}

function agentsAbove(over: GenAiSpan[]) {
  const names = over.filter(isAgent).map(nameOfAgent);
  const nearest = names.find((name) => name !== undefined);
  const same = names.every((name) => name === names.at(-1));
  return { any: names.length > 0, same, ...(nearest === undefined ? {} : { nearest }) };
}

function sameCallAbove(inner: GenAiSpan, over: GenAiSpan[]): GenAiSpan | undefined {
  const outside = over.filter((one) => !isSkipped(one));
  const end = outside.findIndex((one) => !isSameCall(inner, one));
  return outside[(end < 0 ? outside.length : end) - 1];
}

const node = fc.record({
  kind: fc.constantFrom('execute_tool', 'invoke_agent', 'chat', 'other'),
  up: fc.nat({ max: 3 }),
  agent: fc.constantFrom('planner', 'writer', undefined),
  tool: fc.constantFrom('find', 'read'),
});

describe('spans above spans', () => {
  it('are the same as a walk from every span finds', () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 25 }), (nodes) => {
        const tree: SpanTree = { parents: new Map(), spans: [] };
        for (const [i, { kind, up, agent, tool }] of nodes.entries()) {
          if (i - up >= 0 && up > 0) tree.parents.set(`s${i}`, `s${i - up}`);
          if (kind !== 'other') tree.spans.push(spanOf(`s${i}`, kind, { agent, tool }));
        }
        const chains = spanChains(tree, kinds);
        for (const each of tree.spans) {
          expect(chains.agentsAbove(each)).toMatchObject(agentsAbove(above(tree, each)));
          if (each.operation !== 'execute_tool') continue;
          expect(chains.sameCallAbove(each)).toBe(sameCallAbove(each, above(tree, each)));
        }
      }),
    );
  });

  it('ends at a loop in the data, whichever span asks', () => {
    const spans = [
      spanOf('a', 'invoke_agent', { agent: 'x' }),
      spanOf('b', 'execute_tool', { tool: 'find' }),
    ];
    const parents = new Map([
      ['a', 'b'],
      ['b', 'a'],
      ['c', 'b'],
    ]);
    const chains = spanChains({ parents, spans }, kinds);
    expect(chains.agentsAbove(spans[1]!)).toEqual({ any: true, nearest: 'x', top: 'x', same: true });
    expect(chains.agentsAbove(spans[0]!).any).toBe(false);
    expect(chains.sameCallAbove(spans[1]!)).toBeUndefined();
  });

  it('takes a chain of a hundred thousand spans', () => {
    const parents = new Map<string, string>();
    const spans: GenAiSpan[] = [spanOf('s0', 'invoke_agent', { agent: 'top' })];
    for (let i = 1; i < 100_000; i += 1) {
      parents.set(`s${i}`, `s${i - 1}`);
      spans.push(spanOf(`s${i}`, 'execute_tool', { tool: `t${i % 2}` }));
    }
    const chains = spanChains({ parents, spans }, kinds);
    for (const each of spans.slice(1)) {
      if (chains.agentsAbove(each).nearest !== 'top' || chains.sameCallAbove(each)) throw new Error(each.id);
    }
  });
});
