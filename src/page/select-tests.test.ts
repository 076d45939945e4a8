import { expect, it } from 'vitest';
import type { CaseResult } from '../types/envelope.js';
import { queryOf, selectionOf, selectTests } from './select-tests.js';

function row(name: string, over: Partial<CaseResult> = {}): CaseResult {
  return {
    id: name,
    name,
    test: name,
    kind: 'tool',
    verdict: 'pass',
    flaky: false,
    duration_ms: 1,
    file: 'a.yml',
    line: 1,
    tags: [],
    checks: [],
    figures: {},
    repro: '',
    ...over,
  };
}

const rows = [
  row('b', { duration_ms: 30, server: 'one' }),
  row('a', { duration_ms: 10, verdict: 'fail', tags: ['slow'] }),
  row('c', {
    duration_ms: 20,
    flaky: true,
    kind: 'agent',
    verdict: 'pass',
    checks: [{ target: 't', matcher: 'm', outcome: 'fail', message: 'Needle in here' }],
    trace: { calls: [{ tool: 'get_weather', args: {} }] },
  }),
];
const names = (query: string): string[] =>
  selectTests(rows, selectionOf(new URLSearchParams(query))).map((at) => rows[at]!.name);

it.each([
  ['', ['b', 'a', 'c']],
  ['verdict=fail', ['a']],
  ['verdict=fail,flaky', ['a', 'c']],
  ['kind=agent', ['c']],
  ['server=one', ['b']],
  ['tag=slow', ['a']],
  ['file=b.yml', []],
  ['q=needle', ['c']],
  ['q=WEATHER+get', ['c']],
  ['q=needle+nothing', []],
  ['sort=name', ['a', 'b', 'c']],
  ['sort=duration&order=down', ['b', 'c', 'a']],
  ['sort=verdict', ['a', 'c', 'b']],
  ['sort=__proto__', ['b', 'a', 'c']],
])('%s selects %j', (query, expected) => {
  expect(names(query)).toEqual(expected);
});

it('puts what failed before what went well in a group that has many, unless the reader sorts by something else', () => {
  const many = Array.from({ length: 11 }, (_, n) => row(`t${n}`, { duration_ms: 20 - n }));
  const all = [...many, row('bad', { verdict: 'fail' }), row('other', { file: 'b.yml' })];
  const first = (query: string) => selectTests(all, selectionOf(new URLSearchParams(query)))[0];
  expect(all[first('group=file')!]!.name).toBe('bad');
  expect(all[first('group=file&sort=name')!]!.name).toBe('bad');
  expect(all[first('group=file&sort=duration&order=down')!]!.name).toBe('t0');
  const few = [...all.slice(0, 9), all[11]!];
  expect(selectTests(few, selectionOf(new URLSearchParams('group=file')))[0]).toBe(0);
});

it('keeps a selection in the address as it is', () => {
  const query = 'verdict=fail%2Cflaky&kind=tool&server=s&file=f&tag=t&q=x+y&sort=name&order=down';
  expect(queryOf(selectionOf(new URLSearchParams(query))).toString()).toBe(query);
});
