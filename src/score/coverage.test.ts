import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../types/envelope.js';
import type { Suite } from '../types/suite.js';
import { coverageOf, coverageThresholds } from './coverage.js';

const called = (file: string, ...tools: string[]) =>
  ({
    file,
    trace: { calls: tools.map((tool) => ({ server: 's', tool, args: {} })) },
  }) as unknown as CaseResult;
const listed = (file: string, ...names: string[]) => ({ file, server: 's', names });

describe('coverage', () => {
  it('counts each tool once, in the suite that called it', () => {
    const coverage = coverageOf(
      [listed('a.yml', 'x', 'y', 'z'), listed('b.yml', 'x')],
      [called('a.yml', 'x', 'x', 'gone')],
      new Map(),
    );
    expect(coverage).toEqual({
      tools: [
        { file: 'a.yml', server: 's', total: 3, covered: 1, percent: 33, uncovered: ['y', 'z'] },
        { file: 'b.yml', server: 's', total: 1, covered: 0, percent: 0, uncovered: ['x'] },
      ],
      total: 4,
      covered: 1,
      percent: 25,
    });
  });

  it('compares exactly: two of three is shown as 67 and does not meet 67', () => {
    const gate = (threshold: number) =>
      coverageOf(
        [listed('a.yml', 'x', 'y', 'z')],
        [called('a.yml', 'x', 'y')],
        new Map([['a.yml', threshold]]),
      )?.gates;
    expect(gate(67)).toEqual([{ file: 'a.yml', threshold: 67, percent: 67, passed: false }]);
    expect(gate(66)).toMatchObject([{ passed: true }]);
  });

  it('has no percent where no server answered', () => {
    const down = { file: 'a.yml', server: 's', reason: { message: 'down' } };
    expect(coverageOf([down], [], new Map([['a.yml', 10]]))).toEqual({
      tools: [],
      total: 0,
      covered: 0,
      gates: [{ file: 'a.yml', threshold: 10 }],
      unmeasured: [{ file: 'a.yml', server: 's', reason: 'down' }],
    });
    expect(coverageOf([down, listed('b.yml', 'x')], [called('b.yml', 'x')], new Map())).toMatchObject({
      total: 1,
      percent: 100,
    });
  });

  it('judges nothing where a server could not be listed', () => {
    const coverage = coverageOf(
      [{ file: 'a.yml', server: 's', reason: { message: 'down' } }],
      [],
      new Map([['a.yml', 10]]),
    );
    expect(coverage?.gates).toEqual([{ file: 'a.yml', threshold: 10 }]);
    expect(coverage?.unmeasured).toEqual([{ file: 'a.yml', server: 's', reason: 'down' }]);
  });

  it('a server without tools is covered', () => {
    expect(coverageOf([listed('a.yml')], [], new Map([['a.yml', 100]]))?.gates).toMatchObject([
      { passed: true },
    ]);
  });

  it('is absent where nothing was listed', () => {
    expect(coverageOf([], [called('a.yml', 'x')], new Map())).toBeUndefined();
  });

  it('counts servers that are one under the first name, by calls of any of them', () => {
    const same_as = ['s', 't'];
    const coverage = coverageOf(
      [
        { file: 'a.yml', server: 't', same_as, names: ['x', 'y'] },
        { file: 'a.yml', server: 's', same_as, names: ['z', 'y', 'a'] },
        { file: 'a.yml', server: 'u', names: ['x'] },
      ],
      [called('a.yml', 'x'), { file: 'a.yml' } as CaseResult],
      new Map(),
    );
    expect(coverage?.tools).toEqual([
      {
        file: 'a.yml',
        server: 's',
        servers: ['s', 't'],
        total: 4,
        covered: 1,
        percent: 25,
        uncovered: ['a', 'y', 'z'],
      },
      { file: 'a.yml', server: 'u', total: 1, covered: 0, percent: 0, uncovered: ['x'] },
    ]);
    expect(coverage).not.toHaveProperty('gates');
    expect(coverage).not.toHaveProperty('unmeasured');
  });

  it('says why a server was not measured, and what it wrote last', () => {
    const down = { file: 'a.yml', server: 's', reason: { message: 'it ended', stderr: ['boom'] } };
    expect(coverageOf([down, { file: 'a.yml', server: 't' }], [], new Map())?.unmeasured).toEqual([
      { file: 'a.yml', server: 's', reason: 'it ended', stderr: ['boom'] },
      { file: 'a.yml', server: 't', reason: 'its tools could not be listed' },
    ]);
  });

  it('is asked for by suites, each for itself', () => {
    const suite = (display_file: string, coverage?: object) => ({ display_file, coverage }) as Suite;
    expect(
      coverageThresholds([
        suite('a.yml', { tools: 80 }),
        suite('b.yml'),
        suite('c.yml', {}),
        suite('d.yml', { tools: 0 }),
      ]),
    ).toEqual(
      new Map([
        ['a.yml', 80],
        ['d.yml', 0],
      ]),
    );
  });
});
