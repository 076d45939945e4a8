import { describe, expect, test } from 'vitest';
import { matchUri, parseUriTemplate, type UriTemplate } from './uri-template.js';

function match(template: string, uri: string) {
  return matchUri(parseUriTemplate(template) as UriTemplate, uri);
}

describe('URI templates', () => {
  test.each([
    ['a://{x}', 'a://1', { x: '1' }],
    ['a://{x}/tail', 'a://1/tail', { x: '1' }],
    ['a://{x}/{y}', 'a://1/2', { x: '1', y: '2' }],
    ['a://{x}-{y}.txt', 'a://1-2-3.txt', { x: '1', y: '2-3' }],
    ['a://{+path}', 'a://b/c/d', { path: 'b/c/d' }],
    ['a://{x}', 'a://caf%C3%A9', { x: 'café' }],
    ['a://{x}', 'a://%zz', { x: '%zz' }],
    ['a://{x}', 'a://b/c', undefined],
    ['a://{x}', 'a://', undefined],
    ['a://{x}/tail', 'a://1/other', undefined],
    ['a://{x}', 'b://1', undefined],
  ])('%s against %s', (template, uri, expected) => {
    const found = match(template, uri);
    expect(found && { ...found }).toEqual(expected);
  });

  test.each(['a://fixed', 'a://{x}{y}', 'a://{?q}', 'a://{x', 'a://{x*}'])('refuses %s', (template) => {
    expect(parseUriTemplate(template)).toEqual(expect.any(String));
  });
});
