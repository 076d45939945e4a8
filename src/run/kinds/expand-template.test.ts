import { expect, test } from 'vitest';
import { expandTemplate } from './expand-template.js';

const values = {
  var: 'value',
  hello: 'Hello World!',
  path: '/foo/bar',
  empty: '',
  x: 1024,
  list: ['red', 'green'],
};

/** Only the variables that the template names: others would be a mistake. */
function expanded(template: string): unknown {
  const used = Object.entries(values).filter(([name]) => new RegExp(`[{,+#./;?&]${name}\\b`).test(template));
  return expandTemplate(template, Object.fromEntries(used));
}

test.each([
  ['a/{var}', 'a/value'],
  ['{hello}', 'Hello%20World%21'],
  ['{+hello}', 'Hello%20World!'],
  ['{+path}/here', '/foo/bar/here'],
  ['X{#path}', 'X#/foo/bar'],
  ['{var:3}', 'val'],
  ['{x,hello}', '1024,Hello%20World%21'],
  ['{list}', 'red,green'],
  ['{/list*}', '/red/green'],
  ['X{.list*}', 'X.red.green'],
  ['{;x,empty}', ';x=1024;empty'],
  ['{?x,empty}', '?x=1024&empty='],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['{?list*}', '?list=red&list=green'],
  ['{?list}', '?list=red,green'],
])('%s becomes %s', (template, uri) => {
  expect(expanded(template)).toEqual({ uri });
});

test('a variable without a value is left out, one that the template does not have is a mistake', () => {
  expect(expandTemplate('doc://{id}{?page}', { id: 'ä' })).toEqual({ uri: 'doc://%C3%A4' });
  expect(expandTemplate('doc://{id}', { idd: 1 })).toEqual({
    problem: 'the template doc://{id} has no {idd}',
  });
  expect(expandTemplate('doc://{i d}', {})).toMatchObject({ problem: expect.stringContaining('{i d}') });
});
