import { describe, expect, test } from 'vitest';
import { fill, TemplateError, templateProblems } from './template.js';

const root = { args: { q: 'owls', n: 7, list: [1, { x: true }], 'odd key': 'k', none: null }, call_count: 2 };

describe('fill', () => {
  test.each([
    ['Top: ${args.q}!', 'Top: owls!'],
    ['${args.n}', 7],
    ['n=${args.n}', 'n=7'],
    ['${args.list}', [1, { x: true }]],
    ['${args.list[1].x}', true],
    ['${args["odd key"]}', 'k'],
    ['${args.none}', null],
    ['call ${call_count}', 'call 2'],
    ['${args.limit ?? 10}', 10],
    ['${args.who ?? nobody}', 'nobody'],
    ['${args.q ?? other}', 'owls'],
    ['costs $${args.n}', 'costs ${args.n}'],
    ['$5 and ${args.n}$', '$5 and 7$'],
    ['plain', 'plain'],
  ])('%s', (text, expected) => {
    expect(fill(text, root)).toEqual(expected);
  });

  test('goes into lists and maps', () => {
    expect(fill({ a: ['${args.n}', { b: 'x${args.q}' }] }, root)).toEqual({ a: [7, { b: 'xowls' }] });
  });

  test('a missing value is an error that names it', () => {
    expect(() => fill('${args.limit}', root)).toThrow(TemplateError);
    expect(() => fill('${args.limit}', root)).toThrow(/\$\{args\.limit\}.*"limit"/);
  });

  test('never reads or writes a prototype', () => {
    expect(() => fill('${args.toString}', root)).toThrow(TemplateError);
    expect(() => fill('${args.__proto__.polluted}', root)).toThrow(TemplateError);
    const hostile = JSON.parse('{"args":{"x":{"__proto__":{"polluted":true}}}}');
    const filled = fill(JSON.parse('{"__proto__":"${args.x}","y":"${args.x}"}'), hostile);
    expect(JSON.stringify(filled)).toBe(
      '{"__proto__":{"__proto__":{"polluted":true}},"y":{"__proto__":{"polluted":true}}}',
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('what a client sends is text, not a template', () => {
    expect(fill('${args.q}', { args: { q: '${args.secret}', secret: 1 } })).toBe('${args.secret}');
  });
});

describe('templateProblems', () => {
  test.each(['${price}', '${arg.q}', '${args.}', '${args.q', '${args.constructor.name}', '${params.x}'])(
    '%s',
    (text) => {
      expect(templateProblems([{ text }], ['args', 'call_count'])).toMatchObject([{ path: [0, 'text'] }]);
    },
  );

  test('has nothing to say about good ones', () => {
    expect(templateProblems({ a: '${args.q ?? x} $${y} ${call_count}' }, ['args', 'call_count'])).toEqual([]);
  });
});
