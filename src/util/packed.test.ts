import { expect, it } from 'vitest';
import { Packed } from './packed.js';
import { isPacked } from './plain.js';

interface Row {
  id: string;
  verdict: string;
  line: number;
  tags: string[];
  trace?: { calls: string[]; text: string };
  note?: string;
}

const tags = ['shared'];

function rowOf(at: number): Row {
  const row: Row = { id: `r${at}`, verdict: at % 9 === 4 ? 'fail' : 'pass', line: at, tags };
  if (at % 3 !== 0) row.trace = { calls: [`call ${at}`, '\ud800 half', 'a\nline'], text: `é${at}` };
  return at % 7 === 0 ? { note: `n${at}`, ...row } : row;
}

it('what stands in for an object has its keys in their order, and its values', () => {
  const packed = new Packed<Row>({ keep: ['id'] });
  const rows = Array.from({ length: 700 }, (_, at) => packed.put(rowOf(at)));
  expect(rows.every(isPacked)).toBe(true);
  // Those that lie far apart too, and in any order.
  for (const at of [0, 699, 3, 640, 64, 63, 128, 4, 350, 1]) {
    expect(JSON.stringify(rows[at])).toBe(JSON.stringify(rowOf(at)));
    expect(JSON.stringify({ ...rows[at] })).toBe(JSON.stringify(rowOf(at)));
    expect(Object.keys(rows[at]!)).toEqual(Object.keys(rowOf(at)));
  }
  expect(rows.map((row) => row.trace?.text)).toEqual(rows.map((_, at) => rowOf(at).trace?.text));
});

it('what the others share with the first is the very same', () => {
  const packed = new Packed<Row>();
  const rows = Array.from({ length: 3 }, (_, at) => packed.put(rowOf(at)));
  for (const row of rows) expect(row.tags).toBe(tags);
  const others = ['others'];
  expect(packed.put({ ...rowOf(1), tags: others }, 'another test').tags).toBe(others);
});

it('what goes out before packing comes back', () => {
  const big = { calls: ['big'], text: 'x' };
  const packed = new Packed<Row>({
    out: (row) => ({ ...row, trace: 7 }),
    back: (row) => ({ ...row, trace: (row.trace as unknown) === 7 ? big : undefined }),
  });
  packed.put({ ...rowOf(0), trace: { calls: [], text: 'the first' } });
  expect(packed.put({ ...rowOf(1), trace: big }).trace).toBe(big);
});

it('cannot be changed, so that no change is lost', () => {
  const packed = new Packed<Row>({ keep: ['id'] });
  packed.put(rowOf(1));
  const row = packed.put(rowOf(2));
  for (const key of ['id', 'line', 'trace', 'tags'] as const)
    expect(() => Object.assign(row, { [key]: 'other' })).toThrow(TypeError);
});

it('objects of too many kinds stay what they are', () => {
  const packed = new Packed<Record<string, number>>();
  const all = Array.from({ length: 300 }, (_, at) => packed.put({ [`key ${at}`]: at }));
  expect(all.filter(isPacked)).toHaveLength(200);
  expect(all.map((one) => Object.values(one)[0])).toEqual(all.map((_, at) => at));
});

it('a list that is empty in the first of them is no reason to unpack another', () => {
  const packed = new Packed<{ id: string; checks: string[] }>();
  const checks: string[] = [];
  packed.put({ id: 'a', checks });
  expect(packed.put({ id: 'b', checks: [] }).checks).toBe(checks);
  expect(packed.put({ id: 'c', checks: ['one'] }).checks).toEqual(['one']);
});
