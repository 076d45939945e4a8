import { describe, expect, it } from 'vitest';
import type { Relation } from '../types/probes.js';
import { judgeRelations } from './relations.js';

type Args = Record<string, unknown>;
const STOCK = ['anvil', 'bell', 'cog', 'drum'];

/** The verdict on one relation for a tool that answers with what `answer` gives. */
async function judged(relation: Relation, answer: (args: Args) => unknown, args: Args = { query: 'Bell' }) {
  const call = async (own: Args) => {
    const result = { content: [], structuredContent: answer(own) };
    return { kind: 'result' as const, result, duration_ms: 1, progress: [] };
  };
  const [first] = await judgeRelations([relation], { args, call });
  return first?.outcome;
}

const all = () => ({ items: STOCK });
const limited = ({ limit = 10 }: Args) => ({ items: STOCK.slice(0, Number(limit)) });
let serial = 0;
const counter = () => {
  serial += 1;
  return { serial };
};
const pages = ({ cursor = 0, limit = 2 }: Args) => {
  const end = Number(cursor) + Number(limit);
  return { items: STOCK.slice(Number(cursor), end), next: end < STOCK.length ? end : null };
};
const next = 'result.structuredContent.next';
const items = 'result.structuredContent.items';

describe('each relation can hold and can be broken', () => {
  it.each<[Relation, (args: Args) => unknown, (args: Args) => unknown]>([
    [{ kind: 'idempotent' }, all, counter],
    [{ kind: 'no_op_filter', args: { tag: '' } }, all, (args) => ({ tag: args.tag ?? 'none' })],
    [
      { kind: 'no_op_filter', args: { tag: '' }, items },
      (args) => ({ items: STOCK, echo: args }),
      (args) => ({ items: 'tag' in args ? [] : STOCK }),
    ],
    [
      { kind: 'subset', args: { limit: 1 }, items },
      limited,
      (args) => ({ items: args.limit === 1 ? ['zither'] : STOCK }),
    ],
    [
      { kind: 'case', argument: 'query' },
      ({ query }) => ({ found: String(query).toLowerCase() }),
      ({ query }) => ({ found: query }),
    ],
    [
      { kind: 'white_space', argument: 'query' },
      ({ query }) => ({ found: String(query).trim() }),
      ({ query }) => ({ found: query }),
    ],
    [
      { kind: 'monotone_limit', argument: 'limit', values: [1, 3] },
      limited,
      ({ limit }) => ({ items: limit === 3 ? [] : ['anvil'] }),
    ],
    [{ kind: 'monotone_limit', argument: 'limit', values: [1, 3] }, limited, all],
    [
      { kind: 'pagination', cursor: 'cursor', next, items, whole: { limit: 100 } },
      pages,
      (args) => (args.limit === 100 ? { items: STOCK, next: null } : { items: ['anvil'], next: null }),
    ],
    [{ kind: 'pagination', cursor: 'cursor', next }, pages, (args) => ({ ...pages(args), items: ['anvil'] })],
  ])('%o', async (relation, holds, breaks) => {
    expect(await judged(relation, holds)).toBe('pass');
    expect(await judged(relation, breaks)).toBe('fail');
  });

  it('argument_order', async () => {
    const args = { a: 1, b: 2 };
    expect(await judged({ kind: 'argument_order' }, ({ a, b }) => ({ a, b }), args)).toBe('pass');
    expect(await judged({ kind: 'argument_order' }, (own) => ({ keys: Object.keys(own) }), args)).toBe(
      'fail',
    );
    expect(await judged({ kind: 'argument_order' }, all)).toBe('inconclusive');
  });
});

it('what cannot be judged is neither green nor red', async () => {
  expect(await judged({ kind: 'case', argument: 'query' }, counter)).toBe('inconclusive');
  expect(await judged({ kind: 'case', argument: 'other' }, all)).toBe('inconclusive');
  expect(await judged({ kind: 'subset', args: {} }, () => ({ a: [], b: [] }))).toBe('inconclusive');
  const refused = { kind: 'result' as const, result: { isError: true }, duration_ms: 1, progress: [] };
  const [first] = await judgeRelations([{ kind: 'idempotent' }], { args: {}, call: async () => refused });
  expect(first?.outcome).toBe('inconclusive');
});
