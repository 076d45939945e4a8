import { describe, expect, it } from 'vitest';
import { delegationCycles } from './delegation-cycles.js';
import { addMissing, appendMissing, mergeOver, mergeProfile, without } from './merge.js';
import { inOrder } from './problems.js';

describe('a map over another', () => {
  it('merges maps deeply and replaces anything else', () => {
    const under = { a: { x: 1, y: { z: 1 } }, b: [1], c: 1 };
    const over = { a: { y: { w: 2 } }, b: [2], c: { d: 1 }, e: 3 };
    expect(mergeOver(under, over)).toEqual({ a: { x: 1, y: { z: 1, w: 2 } }, b: [2], c: { d: 1 }, e: 3 });
    expect(under).toEqual({ a: { x: 1, y: { z: 1 } }, b: [1], c: 1 });
    expect(mergeOver({}, JSON.parse('{"toString":{"a":1}}'))).toEqual({ toString: { a: 1 } });
  });

  it('may leave keys out', () => {
    expect(without({ a: 1, b: 2 }, (key) => key === 'a')).toEqual({ b: 2 });
  });

  it('adds whole entries that are missing', () => {
    expect(addMissing({ a: { x: 1 } }, { a: { y: 2 }, b: { z: 3 } })).toEqual({ a: { x: 1 }, b: { z: 3 } });
  });

  it('adds the entries of a list whose names are not there', () => {
    const over = [{ name: 'a', n: 1 }, 'text'];
    expect(appendMissing(over, [{ name: 'a', n: 2 }, { name: 'b' }])).toEqual([...over, { name: 'b' }]);
    expect(appendMissing([{ name: 'a' }], ['text', { other: 1 }])).toEqual([
      { name: 'a' },
      'text',
      { other: 1 },
    ]);
  });
});

describe('a profile', () => {
  const servers = {
    api: { command: ['a'], start: 's', env: { A: '1' } },
    web: { url: 'http://h', start: 's', headers: { x: '1' } },
  };
  const over = (name: string, server: object) =>
    (mergeProfile({ servers, name: 'x' }, { servers: { [name]: server } }).servers as Record<string, object>)[
      name
    ];

  it('that reaches a server in another way drops the first', () => {
    expect(over('api', { url: 'http://h' })).toEqual({ url: 'http://h', start: 's', env: { A: '1' } });
    expect(over('web', { command: ['b'] })).toEqual({ command: ['b'], headers: { x: '1' } });
    expect(over('api', { env: { B: '2' } })).toEqual({ command: ['a'], start: 's', env: { A: '1', B: '2' } });
    expect(over('new', { command: ['c'] })).toEqual({ command: ['c'] });
  });

  it('leaves the rest as it is, and the suite untouched', () => {
    const suite = { servers, name: 'x' };
    expect(mergeProfile(suite, { servers: { api: { url: 'u' } }, name: 'y' })).toMatchObject({
      name: 'y',
      servers: { web: servers.web },
    });
    expect(suite.servers.api.command).toEqual(['a']);
    expect(mergeProfile({ name: 'x' }, { servers: { a: { url: 'u' } } })).toEqual({
      name: 'x',
      servers: { a: { url: 'u' } },
    });
    expect(mergeProfile({ servers }, { name: 'z' })).toEqual({ servers, name: 'z' });
    expect(mergeProfile({ servers: { a: 1 } }, { servers: { a: { url: 'u' } } })).toEqual({
      servers: { a: { url: 'u' } },
    });
  });
});

describe('agents that delegate in a circle', () => {
  const agents = (of: Record<string, unknown>) =>
    delegationCycles(
      Object.entries(of).map(([name, delegates], at) => ({
        value: { name, delegates },
        path: ['agents', at],
      })) as never,
    ).map(({ path, message, hint }) => `${path.join('/')}: ${message} (${hint})`);
  const circle = (path: string, names: string) =>
    `agents/${path}: the agents delegate in a circle: ${names} (leave out the delegation that closes the circle)`;

  it('are told once for each circle, at what closes it', () => {
    expect(agents({ a: ['b'], b: ['c'], c: ['a'] })).toEqual([circle('2/delegates/0', 'a → b → c → a')]);
    expect(agents({ a: ['a'] })).toEqual([circle('0/delegates/0', 'a → a')]);
    expect(agents({ x: ['a'], a: ['b'], b: ['y', 'a'], y: [] })).toEqual([
      circle('2/delegates/1', 'a → b → a'),
    ]);
    expect(agents({ a: ['b'], b: ['a'], c: ['d'], d: ['c'] })).toHaveLength(2);
    expect(agents({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toEqual([]);
    expect(agents({ a: ['nobody'], b: 'a', c: undefined })).toEqual([]);
    expect(agents({ [`a\n${'x'.repeat(90)}`]: [`a\n${'x'.repeat(90)}`] })[0]).toContain(
      `a\\n${'x'.repeat(57)}… →`,
    );
  });
});

describe('problems', () => {
  const problem = (file: string, [line, column]: [number, number], message: string, path = '') => ({
    file,
    line,
    column,
    message,
    path,
    hint: null,
  });

  it('are told once, by file, line, column and words', () => {
    const sorted = [
      problem('a', [2, 1], 'x'),
      problem('a', [10, 1], 'x'),
      problem('a', [10, 2], 'a'),
      problem('a', [10, 2], 'b'),
      problem('b', [1, 1], 'x'),
    ];
    expect(inOrder([...sorted].reverse())).toEqual(sorted);
    expect(inOrder([...sorted, ...sorted])).toEqual(sorted);
    expect(inOrder([problem('a', [1, 1], 'x', '/p'), problem('a', [1, 1], 'x', '/q')])).toHaveLength(2);
    expect(inOrder(Array.from({ length: 201 }, (_, at) => problem('a', [at, 1], 'x')))).toHaveLength(200);
  });
});
