import { expect, it } from 'vitest';
import { createRedactor } from '../redact/redactor.js';
import { leaksIn } from './leaks.js';

const redactor = createRedactor([{ name: 'API_TOKEN', value: 'correct-horse-battery' }]);
const look = (text: string, more: object = {}) =>
  leaksIn({ text, isError: true, sent: '', givenPaths: [], ...more }, redactor).map(({ kind }) => kind);

it.each([
  ['JavaScript', 'Error: x\n    at Object.run (file:///srv/app/server.mjs:38:16)\n'],
  ['JavaScript', 'TypeError: y\n    at /srv/app/server.js:3:1'],
  ['Python', 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>'],
  ['Java', 'x\n\tat com.example.Main.run(Main.java:12)'],
  ['Go', 'panic\n\ngoroutine 1 [running]:\nmain.main()'],
  ['Rust', "thread 'main' panicked at src/main.rs:4:5"],
])('finds a stack trace of %s', (_, text) => {
  expect(look(text)).toEqual(['stack trace']);
});

it('finds paths of the machine in errors, but none that was sent or given', () => {
  const path = '/home/ada/shop/src/labels.js';
  expect(look(`cannot open ${path}`)).toEqual(['path']);
  expect(look(`cannot open ${path}`, { isError: false })).toEqual([]);
  expect(look(`cannot open ${path}`, { sent: path })).toEqual([]);
  expect(look(`cannot open ${path}`, { givenPaths: ['/home/ada/shop'] })).toEqual([]);
  expect(look('see https://example.com/home/page.js, or /api/v1/users')).toEqual([]);
  expect(look('ENOENT: no such file /tmp/data/notes.txt')).toEqual([]);
});

it('finds secrets by their value and by their shape, but none that was sent', () => {
  expect(look('token correct-horse-battery is wrong', { isError: false })).toEqual(['secret']);
  expect(look('key sk-ant-abcdefghijklmnopqrstuvwx')).toEqual(['secret']);
  expect(look('key sk-ant-abcdefghijklmnopqrstuvwx', { sent: 'sk-ant-abcdefghijklmnopqrstuvwx' })).toEqual(
    [],
  );
  expect(look('at 9 the shop opens; at 10 (see notes) it closes')).toEqual([]);
});

it('finds a file that a climbing path led to', () => {
  expect(look('root:x:0:0:root:/root:/bin/bash', { isError: false })).toEqual(['file']);
});
