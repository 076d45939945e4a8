/** What the build does to copies of objects changes no value. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withQuickSpreads } from '../scripts/lib/bundle-parts.mjs';

const quick = (text: string) => withQuickSpreads('a.js', text);

test('a copy to which keys are added does not begin as a copy', () => {
  expect(quick('a = { ...b, c: 1 };')).toBe('a = {...null, ...b, c: 1 };');
  expect(quick('a = { ...b, ...c, d: { ...e, f } };')).toBe(
    'a = {...null, ...b, ...c, d: {...null, ...e, f } };',
  );
});

test.each([
  'a = { ...b };',
  'a = { c: 1, ...b };',
  'const { ...a } = b;',
  'f(...b, { c });',
  'a = [...b, c];',
])('%s stays as it is', (text) => expect(quick(text)).toBe(text));

test('keys, their order, getters and a key named __proto__ come out the same', () => {
  const text = `
    const one = { b: 1, get a() { return 2; }, ['__proto__']: 3, [Symbol.iterator]: 4 };
    const made = [{ ...one, c: 5 }, { ...one, b: 6 }, { ...undefined, x: 7 }, { ...'ab', ...[8], y: 9 }, { ...one, ...{ a: 10 } }];
    made.map((value) => [Reflect.ownKeys(value).map(String), JSON.stringify(value), String(Object.getPrototypeOf(value))]);`;
  const values = (source: string) => JSON.stringify(runInNewContext(source));
  expect(quick(text)).not.toBe(text);
  expect(values(quick(text))).toBe(values(text));
});

test('the command is built so', () => {
  const bundle = ['mcptest.cjs', 'rest.cjs'].map((file) => readFileSync(`dist/${file}`, 'utf8')).join('');
  expect(bundle.split('{...null,').length).toBeGreaterThan(500);
});
