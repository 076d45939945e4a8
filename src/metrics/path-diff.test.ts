import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { matchPatterns } from './call-pattern.js';
import { orderedSteps, pathDiff, unorderedSteps } from './path-diff.js';
import type { RunCall } from './runs.js';
import type { ArgsMode, CallPattern } from './schemas/call-pattern.js';

const call = ([name, args]: [string, unknown]): RunCall => ({
  id: `s.${name}`,
  name,
  server: 's',
  args,
  result: undefined,
  failed: false,
});
const sides = (path: CallPattern[], calls: [string, unknown][], mode: ArgsMode = 'exact') => ({
  path,
  calls: calls.map(call),
  matcher: matchPatterns(path, { servers: new Set(['s']), mode: () => mode }),
});
const diff = (path: CallPattern[], calls: [string, unknown][], mode?: ArgsMode) => {
  const both = sides(path, calls, mode);
  return pathDiff(both, orderedSteps(both));
};

describe('a path beside the calls', () => {
  it('pairs a call with the one that was meant, and names the argument that differs', () => {
    const path = [{ tool: 'search', args: { q: 'a', page: { size: 5 } } }, { tool: 'read' }];
    expect(
      diff(path, [
        ['other', {}],
        ['search', { q: 'a', page: { size: 6 }, lang: 'no' }],
        ['write', { text: 'x' }],
      ]),
    ).toEqual([
      '+ s.other {} (not expected)',
      '~ s.search {"q":"a","page":{"size":6},"lang":"no"} (page.size: expected 5, got 6; lang: not expected, got "no")',
      '+ s.write {"text":"x"} (not expected)',
      '- read (not called)',
    ]);
  });

  it.each([
    ['subset', 'q: expected "a", got "b"; lang: not expected, got "no"'],
    ['superset', 'q: expected "a", got "b"; page: expected 1, got none'],
  ] as const)('minds only what the mode %s minds', (mode, faults) => {
    const path = [{ tool: 'search', args: { q: 'a', page: 1 } }];
    expect(diff(path, [['search', { q: 'b', lang: 'no' }]], mode)[0]).toContain(`(${faults})`);
  });

  it('shows what is allowed without a sign', () => {
    const both = {
      ...sides(
        [{ tool: 'a' }, { tool: 'b' }],
        [
          ['x', {}],
          ['b', {}],
        ],
      ),
      extra: true,
    };
    expect(pathDiff(both, unorderedSteps(both))).toEqual(['- a (not called)', '  s.x {}', '= s.b {}']);
  });

  it('leaves out long stretches without fault', () => {
    const path = Array.from({ length: 30 }, () => ({ tool: 'a' }));
    const calls = path.map((_, at): [string, unknown] => [at === 20 ? 'x' : 'a', {}]);
    expect(diff(path, calls).length).toBeLessThan(8);
    expect(diff(path, calls).join()).toContain('+ s.x {}');
  });

  it('has every item and every call once, in order', () => {
    const word = fc.constantFrom('a', 'b', 'c');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.array(word, { maxLength: 8 }), (wanted, made) => {
        const both = sides(
          wanted.map((tool) => ({ tool })),
          made.map((name) => [name, {}]),
        );
        const steps = orderedSteps(both) ?? [];
        const expected = steps.flatMap((step) => (step.kind === 'extra' ? [] : [step.expected]));
        const actual = steps.flatMap((step) => (step.kind === 'missing' ? [] : [step.actual]));
        expect(expected).toEqual([...wanted.keys()]);
        expect(actual).toEqual([...made.keys()]);
        for (const step of steps)
          if (step.kind === 'same') expect(wanted[step.expected]).toBe(made[step.actual]);
      }),
    );
  });
});

it('what is too long to be set side by side is said to be', () => {
  const path = Array.from({ length: 250 }, () => ({ tool: 'a' }));
  const calls = Array.from({ length: 250 }, (): [string, unknown] => ['b', {}]);
  expect(diff(path, calls)).toEqual(['the path and the calls are too many to be shown side by side']);
});

it('stretches without fault are one line, in the middle and at the end', () => {
  const path = Array.from({ length: 14 }, (_, at) => ({ tool: `t${at}` }));
  const calls = path.map(({ tool }): [string, unknown] => [tool === 't3' ? 'other' : tool, {}]);
  expect(diff(path, calls)).toEqual([
    '  … 2 without fault',
    '= s.t2 {}',
    '+ s.other {} (not expected)',
    '- t3 (not called)',
    '= s.t4 {}',
    '  … 9 without fault',
  ]);
});
