import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate.js';
import { parseSnapshots, SnapshotBook, type SnapshotMode, serializeSnapshots } from './snapshot-book.js';

const FILE = '{"version":1,"snapshots":{"one":{"result.a":{"x":1},"named":2}}}';
const book = (mode: SnapshotMode, text: string | null = FILE) =>
  SnapshotBook.load(text ?? undefined, { file: 'f', mode });
const judge = (snapshots: SnapshotBook, root: unknown, operand: unknown = true, step?: string) =>
  evaluate({ target: 'result.a', matcher: { snapshot: operand } }, root, { test: 'one', step, snapshots });

describe('a saved snapshot', () => {
  test('passes when equal and changes nothing', async () => {
    const snapshots = book('write-missing');
    expect((await judge(snapshots, { result: { a: { x: 1 } } })).outcome).toBe('pass');
    expect((await judge(snapshots, { result: { a: 2 } }, 'named')).outcome).toBe('pass');
    expect([snapshots.changed, snapshots.obsolete()]).toEqual([false, []]);
  });

  test.each(['write-missing', 'frozen'] as const)('fails when different, %s', async (mode) => {
    const snapshots = book(mode);
    const judged = await judge(snapshots, { result: { a: { x: 2 } } });
    expect(judged.outcome).toBe('fail');
    expect(judged.message).toContain('at /x expected 1, got 2');
    expect(snapshots.changed).toBe(false);
  });

  test('is replaced in update mode', async () => {
    const snapshots = book('update');
    expect((await judge(snapshots, { result: { a: { x: 2 } } })).outcome).toBe('pass');
    expect(snapshots.updated).toEqual(['one › result.a']);
    expect(parseSnapshots(snapshots.serialize(), 'f').get('one')?.get('result.a')).toEqual({ x: 2 });
  });
});

describe('a missing snapshot', () => {
  test('is written at a desk, then compared', async () => {
    const snapshots = book('write-missing', null);
    expect((await judge(snapshots, { result: { a: 1 } })).message).toBe(
      'the snapshot of result.a was written',
    );
    expect(snapshots.written).toEqual(['one › result.a']);
    expect((await judge(snapshots, { result: { a: 2 } })).outcome).toBe('fail');
  });

  test('fails under CI', async () => {
    const snapshots = book('frozen', null);
    const { outcome, message } = await judge(snapshots, { result: { a: 1 } });
    expect(outcome).toBe('fail');
    expect(message).toContain('none is saved; run the test once outside CI and commit the snapshot file');
    expect(snapshots.changed).toBe(false);
  });

  test('of an absent target fails and writes nothing', async () => {
    const snapshots = book('write-missing', null);
    expect((await judge(snapshots, { result: {} })).outcome).toBe('fail');
    expect(snapshots.changed).toBe(false);
  });
});

test('steps keep their snapshots apart', async () => {
  const snapshots = book('write-missing', null);
  expect((await judge(snapshots, { result: { a: 1 } }, true, 'first')).outcome).toBe('pass');
  expect((await judge(snapshots, { result: { a: 2 } }, true, 'second')).outcome).toBe('pass');
});

test('what nobody reads is obsolete, but not in tests that did not run', async () => {
  const snapshots = book('update');
  await judge(snapshots, { result: { a: { x: 1 } } });
  expect(snapshots.obsolete()).toEqual(['one › named']);
  expect(snapshots.obsolete({ suite: ['one'], judged: [] })).toEqual([]);
  expect(snapshots.obsolete({ suite: ['other'], judged: [] })).toEqual(['one › named']);
  expect(snapshots.changed).toBe(false);
  expect(snapshots.prune()).toEqual(['one › named']);
  expect(snapshots.changed).toBe(true);
  expect(snapshots.serialize()).toBe(
    '{\n  "version": 1,\n  "snapshots": {\n    "one": {\n      "result.a": {\n        "x": 1\n      }\n    }\n  }\n}\n',
  );
});

test('a test of which nothing is left goes as a whole, and only what is gone is named', async () => {
  const snapshots = book('update', '{"version":1,"snapshots":{"one":{"result.a":1},"old":{"k":1}}}');
  await judge(snapshots, { result: { a: 1 } });
  expect(snapshots.prune({ suite: ['one'], judged: ['one'] })).toEqual(['old › k']);
  expect([...parseSnapshots(snapshots.serialize(), 'f').keys()]).toEqual(['one']);
});

test('equal entries give equal text, also with hostile names and text with line ends', () => {
  const hostile = ['__proto__', new Map<string, unknown>([['k', 1]])] as const;
  const a = new Map([['b', new Map<string, unknown>([['k', { y: 'p\nq', x: 2 }]])], hostile]);
  const b = new Map([hostile, ['b', new Map<string, unknown>([['k', { x: 2, y: 'p\nq' }]])]]);
  const text = serializeSnapshots(a);
  expect(serializeSnapshots(b)).toBe(text);
  expect(serializeSnapshots(parseSnapshots(text, 'f'))).toBe(text);
  expect(parseSnapshots(text, 'f').get('b')?.get('k')).toEqual({ x: 2, y: 'p\nq' });
});

test.each([
  ['{"version":2,"snapshots":{}}', 'snapshot-newer'],
  ['{"snapshots":{}}', 'snapshot-broken'],
  ['{"version":1,"snapshots":[]}', 'snapshot-broken'],
  ['<<<<<<< HEAD', 'snapshot-broken'],
])('%s is refused', (text, code) => {
  expect(() => parseSnapshots(text, 'f')).toThrow(expect.objectContaining({ code, exitCode: 2 }));
});

test('a name that two places of a test share holds one value, in every mode', () => {
  for (const mode of ['write-missing', 'update'] as const) {
    const shared = book(mode, null);
    const status = (name: string, value: number, place: string) =>
      shared.compare(name, 'n', value, place).status;
    expect(status('t', 1, 'result.a')).toBe('written');
    expect(status('t', 1, 'result.b')).toBe('same');
    expect(shared.compare('t', 'n', 2, 'result.b')).toEqual({ status: 'taken', by: 'result.a' });
    // Another test, and the same place when the test is tried again.
    expect(status('u', 2, 'result.b')).toBe('written');
    expect(status('t', 3, 'result.a')).toBe(mode === 'update' ? 'updated' : 'differs');
    // What differs from what was saved says nothing about the others.
    if (mode === 'write-missing') expect(status('t', 1, 'result.b')).toBe('same');
  }
});
