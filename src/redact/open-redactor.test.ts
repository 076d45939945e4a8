import { expect, it } from 'vitest';
import { openRedactor, redactorOf } from './open-redactor.js';

const VALUE = 'shared-value-0042';

it('knows the environment as it is when it is first used', () => {
  const env: Record<string, string> = {};
  const redactor = openRedactor(env);
  env.LATE_TOKEN = VALUE;
  expect(redactor.text(`it is ${VALUE}`)).toBe('it is [secret:LATE_TOKEN]');
});

it('what is declared wins its name over the environment and over what was declared before', () => {
  const redactor = openRedactor({ SHELL_TOKEN: VALUE });
  expect(redactor.text(VALUE)).toBe('[secret:SHELL_TOKEN]');
  redactor.declare([{ name: 'key', value: VALUE }]);
  expect(redactor.text(VALUE)).toBe('[secret:key]');
  redactor.declare([{ name: 'key', value: 'rotated-value-0043' }]);
  expect(redactor.value([VALUE, 'rotated-value-0043'])).toEqual(['[secret:key.2]', '[secret:key]']);
});

it('what is declared twice stays as it was', () => {
  const redactor = openRedactor({});
  const secrets = [
    { name: 'key', value: VALUE },
    { name: 'key', value: 'another-value-0044' },
  ];
  redactor.declare(secrets);
  redactor.declare(secrets);
  expect(redactor.value([VALUE, 'another-value-0044'])).toEqual(['[secret:key]', '[secret:key.2]']);
});

it('what is learnt stays hidden whatever is declared afterwards', () => {
  const redactor = openRedactor({});
  redactor.add({ name: 'LOGIN', value: 'issued-token-1' });
  redactor.declare([{ name: 'key', value: VALUE }]);
  redactor.add({ name: 'LOGIN', value: 'issued-token-2' });
  expect(redactor.text(`issued-token-1 issued-token-2 ${VALUE}`)).toBe(
    '[secret:LOGIN] [secret:LOGIN.2] [secret:key]',
  );
});

it('the redactor that is handed down is the one that is used', () => {
  const redactor = openRedactor({});
  expect(redactorOf({ env: {}, redactor })).toBe(redactor);
  expect(redactorOf({ env: { A_TOKEN: VALUE } }).text(VALUE)).toBe('[secret:A_TOKEN]');
});

it('every way to redact knows the same secrets', () => {
  const redactor = openRedactor({ A_TOKEN: VALUE, SHORT_TOKEN: 'abc12' });
  expect(redactor.key(`a.${VALUE}`)).toBe('a.[secret:A_TOKEN]');
  expect(redactor.key('abc12')).toBe('abc12');
  expect(redactor.kept({ a: VALUE })).toEqual({ a: '[secret:A_TOKEN]' });
  const clean = { a: 1 };
  expect(redactor.kept(clean)).toBe(clean);
  expect(redactor.operand({ regex: VALUE })).toEqual({ regex: '\\[secret:A_TOKEN\\]' });
  redactor.declare([]);
  expect(redactor.value([VALUE])).toEqual(['[secret:A_TOKEN]']);
});
