import { expect, test } from 'vitest';
import { Scan } from './signals.js';
import { mentionsIn } from './tool-mentions.js';

const catalog = { server: 's', tools: [] };

test.each([
  '"send-mail" tool',
  '`send_mail`  function',
  "'send_mail' command",
  '“send_mail” action',
  '‘send_mail’ endpoint',
  '"send_mail"(',
  '"send_mail" is called',
  '"send_mail is used',
  'send_mail (',
  'send_mail(',
  'send_mail tool',
  'send_mail is invoked',
  'call send_mail',
  'calling `send_mail',
  'invokes "send_mail',
  "running 'send_mail",
  'it uses send_mail_now.',
])('%s names something that looks like a tool', (text) => {
  const { unknown } = mentionsIn(new Scan(text), new Map(), {
    name: 'x',
    catalog,
    findArgs: () => new Set(),
  });
  expect(unknown.map(({ start, end }) => text.slice(start, end))).toEqual([
    /send[_-]mail(?:_now)?/.exec(text)?.[0],
  ]);
});

test('a name beside nothing of the kind does not', () => {
  const text = 'Give the file_path and its row_number.';
  expect(
    mentionsIn(new Scan(text), new Map(), { name: 'x', catalog, findArgs: () => new Set() }).unknown,
  ).toEqual([]);
});
