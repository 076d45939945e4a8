import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { METRICS } from './blocks.js';
import { measureEqualFunctionSets } from './equal-function-sets.js';

const classes = [
  { name: 'search', members: ['brave.web_search', 'google.search'] },
  { name: 'fetch', members: ['http.get'] },
];
const trace = (...tools: string[]) => ({ calls: tools.map((tool) => ({ tool, args: {} })) });
const servers = ['brave', 'google', 'http', 'shell'];
const measure = (traces: ReturnType<typeof trace>[], declared = servers, sets = classes) =>
  measureEqualFunctionSets(traces, { classes: sets }, { servers: declared });
const figures = (...args: Parameters<typeof measure>) => {
  const found = measure(...args).figures;
  return ['precision', 'recall', 'f1'].map((leaf) => found[`tool_selection.${leaf}`]);
};

describe('equal_function_sets', () => {
  it.each([
    [
      ['brave.web_search', 'http.get'],
      [100, 100, 100],
    ],
    [
      ['google.search', 'shell.exec'],
      [50, 50, 50],
    ],
    [
      ['brave.web_search', 'google.search', 'http.get'],
      [100, 100, 100],
    ],
    [
      ['shell.exec', 'shell.exec'],
      [0, 0, 0],
    ],
    [[], [0, 0, 0]],
    [['google.web_search'], [0, 0, 0]],
  ])('scores %j', (called, expected) => {
    expect(figures([trace(...called)])).toEqual(expected);
    expect(figures([trace(...called)], [])).toEqual(expected);
  });

  it('sums the counts of runs before dividing', () => {
    const runs = [trace('brave.web_search', 'http.get'), trace('google.search', 'shell.exec')];
    expect(figures(runs)).toEqual([75, 75, 75]);
    expect(figures(runs.reverse())).toEqual([75, 75, 75]);
  });

  it('is perfect when nothing is asked and nothing done, and absent without runs', () => {
    expect(figures([trace()], servers, [])).toEqual([100, 100, 100]);
    expect(figures([trace('http.get')], servers, [])).toEqual([0, 0, 0]);
    expect(measure([])).toMatchObject({ figures: {}, absent: { 'tool_selection.f1': expect.any(String) } });
  });

  it('lets declared order decide where a call fits several classes', () => {
    const overlapping = [
      { name: 'any', members: ['a', 'b'] },
      { name: 'only a', members: ['a'] },
    ];
    expect(figures([trace('a', 'b')], [], overlapping)).toEqual([100, 50, 67]);
    expect(figures([trace('a', 'a')], [], overlapping)).toEqual([100, 100, 100]);
  });

  it('names what was missed and what was not asked for', () => {
    const { explain } = measure([trace('google.search', 'shell.exec', 'shell.exec')]);
    const told = (leaf: string) =>
      explain
        .filter(({ targets }) => targets.includes(`tool_selection.${leaf}`))
        .map(({ text }) => text)
        .join('; ');
    const counts = '1 right, 2 unexpected, 1 missed';
    expect(told('precision')).toBe(`${counts}; unexpected shell.exec x2`);
    expect(told('recall')).toBe(`${counts}; missed fetch (http.get); reached search by google.search`);
    expect(told('f1')).toBe(
      `${counts}; missed fetch (http.get); unexpected shell.exec x2; reached search by google.search`,
    );
  });

  it('gates F1 at 50 by default', () => {
    expect(METRICS.equal_function_sets.defaults({ classes })).toEqual([
      { target: 'tool_selection.f1', matcher: { '>=': 50 } },
    ]);
  });

  const tools = fc.array(fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e', 'x', 'y'), { maxLength: 12 });
  const disjoint = [
    { name: '1', members: ['a', 'b'] },
    { name: '2', members: ['c'] },
    { name: '3', members: ['d', 'e'] },
  ];

  it('does not depend on the order of disjoint classes', () => {
    fc.assert(
      fc.property(tools, fc.shuffledSubarray(disjoint, { minLength: 3 }), (names, shuffled) => {
        expect(figures([trace(...names)], [], shuffled)).toEqual(figures([trace(...names)], [], disjoint));
      }),
    );
  });

  it('never gains precision from a call outside every class', () => {
    fc.assert(
      fc.property(tools, fc.nat(), (names, at) => {
        const more = names.toSpliced(at % (names.length + 1), 0, 'elsewhere');
        // Nothing called is 0 by definition, so that there is nothing to lose.
        const [before] = figures([trace(...names)], [], disjoint);
        const [after] = figures([trace(...more)], [], disjoint);
        expect(after).toBeLessThanOrEqual(before ?? 0);
      }),
    );
  });
});

it('a missed class is told with what would have reached it, five tools at most', () => {
  const sets = [
    { name: 'many', members: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
    { name: 'five', members: ['h', 'i', 'j', 'k', 'l'] },
  ];
  const missed = (...tools: string[]) =>
    measure([trace(...tools)], [], sets).explain.flatMap(({ text }) => (/^missed/.test(text) ? [text] : []));
  expect(missed()).toEqual(['missed many (a or b or c or d or e or 2 more), five (h or i or j or k or l)']);
  expect(missed('g')).toEqual(['missed five (h or i or j or k or l)']);
  expect(missed('a', 'l')).toEqual([]);
});
