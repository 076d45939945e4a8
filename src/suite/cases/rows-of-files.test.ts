/** Rows of files: which are taken, what they are mapped and joined to, and which files hold none. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references are the subject.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSuite } from './suite-testkit.js';

let cwd = '';

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'rows-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function read(cases: object, files: Record<string, string>, v = '${case.v}') {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const one = { name: 'a', tool: 't', args: { v }, cases };
  const { suites, problems } = await readSuite({ tools: [one] }, { cwd });
  const values = suites[0]?.tests.map(
    ({ steps }) => (steps[0]!.call as unknown as { args: { v: unknown } }).args.v,
  );
  return {
    values,
    wrong: problems.map(({ file, line, message, hint }) => `${file}:${line} ${message} (${hint})`),
  };
}
const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

describe('a mapped row', () => {
  const mapped = async (path: string, row: object) => {
    const { values, wrong } = await read({ from: 'a.jsonl', map: { v: path } }, { 'a.jsonl': lines(row) });
    return values?.[0] ?? wrong[0];
  };

  it.each<[string, object, unknown]>([
    ['a.b', { a: { b: 5 } }, 5],
    ['a.1', { a: [6, 7] }, 7],
    ['a.*.n', { a: [{ n: 1 }, { n: 2 }] }, [1, 2]],
    ['a.*.*', { a: [[1], [2, 3]] }, [1, 2, 3]],
    ['a.*.@keys', { a: [{ x: 1 }, { y: 2 }] }, ['x', 'y']],
    ['a.*.@values', { a: [{ x: 1 }, { y: 2 }] }, [1, 2]],
    ['a.@keys', { a: { x: 1, y: 2 } }, ['x', 'y']],
    [
      'a.@one_of',
      { a: { x: [1, 2], y: ['', 1], z: 3 } },
      { x: { any_of: [{ exact: 1 }, { exact: 2 }] }, y: { ignore: true }, z: { exact: 3 } },
    ],
  ])('has at %s what %j has there', async (path, row, value) => {
    expect(await mapped(path, row)).toEqual(value);
  });

  it.each<[string, object]>([
    ['a.x', { a: [1] }],
    ['a.*', { a: { x: 1 } }],
    ['a.*.n', { a: [{ n: 1 }, {}] }],
    ['a.b.c', { a: { b: 1 } }],
    ['a.5', { a: [1] }],
    ['toString', { a: 1 }],
  ])('has nothing at %s in %j', async (path, row) => {
    expect(await mapped(path, row)).toBe(`a.jsonl:1 the row has nothing at \`${path}\` (it has \`a\`)`);
  });
});

describe('a joined row', () => {
  const join_ = (left: object[], right: object[]) =>
    read(
      { from: 'a.jsonl', join: { from: 'b.jsonl', on: 'id' } },
      { 'a.jsonl': lines(...left), 'b.jsonl': lines(...right) },
      '${case.id} ${case.v} ${case.w}',
    );

  it('has the columns of both, its own first', async () => {
    const { values, wrong } = await join_(
      [
        { id: 1, v: 'own' },
        { id: '1', v: 'text' },
      ],
      [
        { id: '1', w: 'of text' },
        { id: 1, v: 'theirs', w: 'of number' },
      ],
    );
    expect(wrong).toEqual([]);
    expect(values).toEqual(['1 own of number', '1 text of text']);
  });

  it('needs the other one, and both need the column', async () => {
    expect((await join_([{ id: 1, v: 1 }], [{ id: 2, w: 1 }])).wrong).toEqual([
      'a.jsonl:1 no row of b.jsonl has `id` 1 (add such a row there, or remove this one)',
    ]);
    expect((await join_([{ v: 1 }], [{ id: 2, w: 1 }])).wrong).toEqual([
      'a.jsonl:1 the row has nothing at `id` (it has `v`)',
    ]);
    expect((await join_([{ id: 1, v: 1 }], [{ id: 1, w: 1 }, { w: 1 }])).wrong).toEqual([
      'b.jsonl:2 the row has nothing at `id` (it has `w`)',
    ]);
  });

  it('needs one other and no more, and a value of the same kind', async () => {
    expect((await join_([{ id: 1 }], [{ id: 1, w: 1 }, { id: 2 }, { id: 1, w: 2 }])).wrong).toEqual([
      'b.jsonl:3 `id` 1 is also in line 1 (keep one row of each, so that it is clear which one belongs to the case)',
    ]);
    expect((await join_([{ id: 1 }], [{ id: '1' }])).wrong).toEqual([
      'a.jsonl:1 no row of b.jsonl has `id` 1; one has "1" (write both as a number, or both as text)',
    ]);
  });
});

describe('the rows that are taken', () => {
  const hundred = Object.fromEntries([
    ['a.jsonl', lines(...Array.from({ length: 100 }, (_, v) => ({ name: `n${v}`, v })))],
    ['b.jsonl', lines(...Array.from({ length: 100 }, (_, v) => ({ name: `n${99 - v}`, v: 99 - v })))],
  ]);
  const taken = async (choice: object, from = 'a.jsonl') =>
    (await read({ from, ...choice }, hundred)).values ?? [];

  it('are the first of them, or some by chance in their order, whatever the order of the file', async () => {
    expect(await taken({})).toHaveLength(100);
    expect(await taken({ limit: 3 })).toEqual([0, 1, 2]);
    const some = await taken({ sample: 5 });
    expect(some).toHaveLength(5);
    expect(some).toEqual([...some].sort((a, b) => Number(a) - Number(b)));
    expect(await taken({ sample: 5 })).toEqual(some);
    expect([...(await taken({ sample: 5 }, 'b.jsonl'))].reverse()).toEqual(some);
    expect(await taken({ sample: 5, seed: 2 })).not.toEqual(some);
    expect(await taken({ sample: 500 })).toHaveLength(100);
    const few = await taken({ sample: 3, limit: 10 });
    expect(few).toHaveLength(3);
    for (const v of few) expect(v).toBeLessThan(10);
  });
});

describe('a file of cases', () => {
  it('is a file that is there, and a document of 20 MB at most', async () => {
    mkdirSync(join(cwd, 'folder.jsonl'));
    expect((await read({ from: 'folder.jsonl' }, {})).wrong).toEqual([
      'folder.jsonl:1 this is not a file (name a file of cases)',
    ]);
    expect((await read({ from: 'gone.jsonl' }, {})).wrong[0]).toContain('there is no such file');
    const long = (name: string, bytes: number) => read({ from: name }, { [name]: ' '.repeat(bytes) });
    expect((await long('a.json', 20_000_001)).wrong).toEqual([
      'a.json:1 the file is larger than 20 MB (JSONL and CSV are read row by row)',
    ]);
    expect((await long('a.json', 20_000_000)).wrong[0]).not.toContain('larger');
  });
});
