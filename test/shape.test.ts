/** `npm run shape` counts what it says it counts. */
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFindings } from '../scripts/lib/shape/biome-findings.js';
import { countCrossings } from '../scripts/lib/shape/crossings.js';
import { findDuplicates } from '../scripts/lib/shape/duplicates.js';
import { noteCalls } from '../scripts/lib/shape/entered-modules.js';
import { findHabits } from '../scripts/lib/shape/habits.js';
import { comparedText } from '../scripts/lib/shape/print-shape.js';
import { measureRooms } from '../scripts/lib/shape/rooms.js';
import { parseSource, readSources } from '../scripts/lib/shape/source-files.js';
import { root } from './lib/cli.js';

const lines = (count: number, line = 'work();'): string => `${line}\n`.repeat(count);
const habitsOf = (text: string) => findHabits([parseSource('room/file.tsx', text)]);

describe('rooms', () => {
  const sources = [
    parseSource('low/door.ts', 'export const a = 1;\n'),
    parseSource('low/inner.ts', "import { a } from './door.js';\n"),
    parseSource('low/below/deep.ts', lines(9)),
    parseSource(
      'high/one.ts',
      "import { a } from '../low/door.js';\nimport type { B } from '../low/below/deep.js';\n",
    ),
    parseSource('high/two.tsx', "const later = await import('../low/door.js');\n"),
  ];

  it('have files, lines and folders', () => {
    const { low } = measureRooms(sources, {});
    expect(low).toMatchObject({ files: 3, here: 2, lines: 11, median: 1 });
    expect(low?.largest).toEqual({ file: 'low/below/deep.ts', lines: 9 });
    expect(low?.folders['low/below']).toMatchObject({ files: 1, here: 1, lines: 9 });
  });

  it('have the doors that the others use, or those that are declared', () => {
    expect(measureRooms(sources, { low: [], high: ['low'] })).toMatchObject({
      low: { doors: 2 },
      high: { doors: 0 },
    });
    const declared = measureRooms(sources, { low: { imports: [], doors: ['door.ts'] } });
    expect(declared.low?.doors).toBe(1);
  });
});

describe('habits', () => {
  it('a function is long from 61 lines on, and a table never', () => {
    expect(habitsOf(`function sixty() {\n${lines(58)}}`).long_functions).toEqual([]);
    expect(habitsOf(`\nconst more = () => {\n${lines(59)}};`).long_functions).toEqual([
      'room/file.tsx:2 more (61 lines)',
    ]);
    expect(habitsOf(`function rows() {\n return [\n${lines(70, '1,')}] as const;\n}`).long_functions).toEqual(
      [],
    );
  });

  it('parameters are counted where there is a body', () => {
    const text = 'function f(a, b, c, d, e) {}\nfunction g(a, b, c, d) {}\ntype T = (a, b, c, d, e) => void;';
    expect(habitsOf(text).many_parameters).toEqual(['room/file.tsx:1 f (5)']);
  });

  it('a ternary in a ternary is nested, one in a function inside it is not', () => {
    expect(habitsOf('x = a ? b : (c ? d : e);').nested_ternaries).toHaveLength(1);
    expect(habitsOf('x = a ? () => (c ? d : e) : b;').nested_ternaries).toEqual([]);
  });

  it('a spread is conditional by `&&` or a ternary, in a literal', () => {
    const text =
      'x = { ...(a && { b }), ...(a ? { b } : {}), ...c };\ny = [...(a ?? [])];\nf(...(a ? b : c));';
    expect(habitsOf(text).conditional_spreads).toHaveLength(2);
  });

  it('an assertion is not a negation', () => {
    expect(habitsOf('x = a!.b!;\ny = !a;\nz = a != b;').non_null_assertions).toHaveLength(2);
  });
});

describe('duplicates', () => {
  const six = ['one();', 'two();', 'three();', 'four();', 'five();', 'six();'];
  const pairs = (...texts: string[]): string[] =>
    findDuplicates(texts.map((text, index) => parseSource(`room/${index}.ts`, text)));

  it('are six lines that stand twice, whatever stands between them that is no code', () => {
    const other = `function f() {\n${six.map((line) => `  ${line}\n\n  // why\n`).join('')}}`;
    expect(pairs(six.join('\n'), other)).toEqual(['room/0.ts:1 ~ room/1.ts:2 (6 lines)']);
    expect(pairs(six.slice(1).join('\n'), other)).toEqual([]);
  });

  it('count once where more lines are the same', () => {
    const nine = [...six, 'seven();', 'eight();', 'nine();'].join('\n');
    expect(pairs(nine, nine)).toEqual(['room/0.ts:1 ~ room/1.ts:1 (9 lines)']);
  });

  it('are a pair for every two places, also in one file', () => {
    const text = six.join('\n');
    expect(pairs(text, text, text)).toHaveLength(3);
    expect(pairs(`${text}\nother();\n${text}`)).toEqual(['room/0.ts:1 ~ room/0.ts:8 (6 lines)']);
  });

  it('are not imports, nor lines that go over the end of a file', () => {
    const imports = `import {\n${lines(6, 'a,')}} from './a.js';`;
    expect(pairs(imports, imports)).toEqual([]);
    const [first, rest] = [six.slice(0, 3).join('\n'), six.slice(3).join('\n')];
    expect(pairs(first, rest, first, rest)).toEqual([]);
  });
});

describe('crossings', () => {
  it('go from room to room, past front doors and toolboxes', () => {
    const run = ['cli/run.ts', 'verbs/run.ts', 'util/a.ts', 'verbs/b.ts', 'suite/load.ts', 'match/regex.ts'];
    const found = countCrossings([...run, 'suite/plan.ts', 'verbs/c.ts', 'run/run.ts', 'report/pretty.ts']);
    expect(found).toEqual({
      crossings: 3,
      entries_of_verbs: 1,
      crossings_with_toolboxes: 5,
      path: ['verbs', 'suite', 'verbs', 'run'],
    });
  });

  it('are noted at every call, apart from those made as a module is initialised', () => {
    const code = noteCalls(
      'room/a.ts',
      `const sum = (a) => (b) => ({ is: a + b });
       class Counter { get five() { return sum(2)(3).is; } }
       out.early = sum(1)(1).is;
       out.later = () => new Counter().five;`,
    );
    const out: { early?: number; later?: () => number } = {};
    const noted: [string, number][] = [];
    const around = 'let __starting = 0; const __enter = (file) => noted.push([file, __starting]);';
    new Function('out', 'noted', around + code)(out, noted);
    expect(out.early).toBe(2);
    expect(noted.splice(0)).toEqual(Array(2).fill(['room/a.ts', 1]));
    expect(out.later?.()).toBe(5);
    expect(noted).toEqual(Array(4).fill(['room/a.ts', 0]));
  });
});

describe('what else is said', () => {
  it('leaves tests out of what the linter found', () => {
    const at = (path: string) => ({ path, start: { line: 3 } });
    const category = 'lint/complexity/noExcessiveCognitiveComplexity';
    const message = 'Excessive complexity of 21 detected (max: 20).';
    const found = readFindings({
      diagnostics: [
        { category, message, location: at('src/room/a.ts') },
        { category, message, location: at('src/room/a.test.ts') },
        { category: 'lint/suspicious/noShadow', message: '', location: at('src/room/b.ts') },
      ],
    });
    expect(found).toEqual({ complex_functions: ['room/a.ts:3 (21)'], shadowed_names: ['room/b.ts:3'] });
  });

  it('sets two days side by side', () => {
    const text = comparedText(
      new Map([
        ['files', 12],
        ['doors', 4],
      ]),
      new Map([
        ['files', 10],
        ['rooms', 3],
      ]),
    );
    const rows = text.split('\n').map((row) => row.trim().split(/ +/));
    expect(rows.slice(1)).toEqual([
      ['files', '10', '12', '+2'],
      ['rooms', '3', '-'],
      ['doors', '-', '4'],
    ]);
  });
});

describe('the house', () => {
  const sources = readSources(join(root, 'src'));

  it('has no function over 60 lines', () => {
    expect(findHabits(sources).long_functions).toEqual([]);
  });

  it('has at most 40 files in a folder, but for the rules', () => {
    const counts = new Map<string, number>();
    for (const { file } of sources) {
      const folder = posix.dirname(file);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const full = [...counts].filter(([folder, count]) => count > 40 && !folder.endsWith('/rules'));
    expect(full).toEqual([]);
  });
});
