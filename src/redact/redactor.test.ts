import { describe, expect, it } from 'vitest';
import { blotsIn, lookAlikes, secretsOfCi } from '../../eval/lib/look-alikes.js';
import fc from '../../test/lib/properties.js';
import { clip } from '../util/text.js';
import { createRedactor, isSecretName, secretsOfEnv, userinfoOf } from './redactor.js';

const KEY = 'canary/"+ü-value-0042';
const redactor = createRedactor([{ name: 'MY_KEY', value: KEY }]);

describe('redactor', () => {
  it('replaces a secret in every spelling', () => {
    for (const form of [
      KEY,
      JSON.stringify({ inner: KEY }),
      JSON.stringify(JSON.stringify(JSON.stringify(JSON.stringify({ inner: KEY })))),
      JSON.stringify({ ascii: `{"inner": ${JSON.stringify(KEY).replace('ü', '\\u00fc')}}` }),
      encodeURIComponent(KEY),
      encodeURIComponent(KEY).toLowerCase(),
      Buffer.from(KEY).toString('base64'),
      Buffer.from(KEY).toString('base64url'),
    ]) {
      expect(redactor.text(`before ${form} after`), form).toMatch(/^before .*\[secret:MY_KEY\].* after$/);
    }
  });

  it('hides what is left of a secret that was clipped', () => {
    const value = `k${'a8f3'.repeat(100)}`;
    const { text } = createRedactor([{ name: 'LONG', value }]);
    expect(text(`stderr: key ${clip(value, 300)} | bye`)).toBe('stderr: key [secret:LONG]… | bye');
    expect(text(JSON.stringify(clip(encodeURIComponent(value), 60)))).toBe('"[secret:LONG]…"');
    expect(text('ka8f3… and ka8f3a8f')).toBe('ka8f3… and ka8f3a8f');
  });

  it('knows every way to percent-encode', () => {
    const { text } = createRedactor([{ name: 'KEY', value: "a!b(c)*d'e~f g" }]);
    for (const spelling of [
      'a%21b%28c%29%2Ad%27e~f%20g',
      'a%21b%28c%29*d%27e%7Ef+g',
      "a!b(c)*d'e~f%20g",
      'a%21b%28c%29%2ad%27e~f%20g',
    ])
      expect(text(`q=${spelling}&`)).toBe('q=[secret:KEY]&');
  });

  it('hides the lines of a key that is written over several, wherever they are torn apart', () => {
    const value = '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG\n9w0BAQEFAASCBKcwggSj\n}\n-----END KEY-----\n';
    const { text } = createRedactor([{ name: 'PEM', value }]);
    expect(text('MIIEvQIBADANBgkqhkiG | 9w0BAQEFAASCBKcwggSj | }')).toBe('[secret:PEM] | [secret:PEM] | }');
    expect(text('-----BEGIN KEY-----')).toBe('-----BEGIN KEY-----');
    expect(text(`all: ${value}`)).toBe('all: [secret:PEM]');
  });

  it('finds a secret inside larger base64 at any alignment', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const encoded = Buffer.from(`${before}${KEY}${after}`).toString('base64');
        expect(redactor.text(encoded)).toContain('[secret:MY_KEY]');
      }),
    );
  });

  it('leaves text without a secret as it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        fc.pre(!text.includes('://') && !/earer|sk-|eyJ/.test(text));
        expect(redactor.text(text)).toBe(text);
      }),
    );
  });

  it('blots at most two percent of hashes, ids and images that only look like secrets', () => {
    const { texts, blotted, examples } = blotsIn(lookAlikes().slice(0, 3000), createRedactor(secretsOfCi()));
    expect(blotted / texts, examples.join('\n')).toBeLessThanOrEqual(0.02);
  });

  it('never lets a random secret through, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 40 }), fc.string(), fc.string(), (secret, a, b) => {
        fc.pre(secret.trim().length >= 8 && !'[secret:X]'.includes(secret));
        const r = createRedactor([{ name: 'X', value: secret }]);
        const out = r.value({ deep: [{ [a]: `${a}${secret}${b}` }] });
        fc.pre(!a.includes(secret) && !b.includes(secret));
        expect(JSON.stringify(out)).toContain('[secret:X]');
      }),
    );
  });

  it('replaces a short value only where it is the whole value', () => {
    const r = createRedactor([{ name: 'PIN_TOKEN', value: 'abc12' }]);
    expect(r.value({ a: 'abc12', b: 'xabc12x' })).toEqual({ a: '[secret:PIN_TOKEN]', b: 'xabc12x' });
  });

  it('hides a secret without the line break that its variable ends in', () => {
    const r = createRedactor([{ name: 'FILE_TOKEN', value: 'from-a-file-0042\n' }]);
    expect(r.text('it is from-a-file-0042!')).toBe('it is [secret:FILE_TOKEN]!');
    expect(r.text('from-a-file-0042')).toBe('[secret:FILE_TOKEN]');
    // Also a short one, unless it is the whole of another secret.
    const short = createRedactor([
      { name: 'OWN_TOKEN', value: 'abc12' },
      { name: 'FILE_TOKEN', value: 'abc12\n' },
      { name: 'LAST_TOKEN', value: 'xyz12\n' },
    ]);
    expect(short.value(['abc12', 'abc12\n', 'xyz12'])).toEqual([
      '[secret:OWN_TOKEN]',
      '[secret:FILE_TOKEN]',
      '[secret:LAST_TOKEN]',
    ]);
  });

  it('hides all of a secret that begins with another one', () => {
    const r = createRedactor([
      { name: 'SHORT_KEY', value: 'hunter2-hunter2' },
      { name: 'LONG_KEY', value: 'hunter2-hunter2-and-the-rest' },
    ]);
    expect(r.text('it is hunter2-hunter2-and-the-rest!')).toBe('it is [secret:LONG_KEY]!');
    expect(r.text('it is hunter2-hunter2!')).toBe('it is [secret:SHORT_KEY]!');
  });

  it('takes a short number for what it is, whatever secret has the same digits', () => {
    const r = createRedactor([{ name: 'PIN_TOKEN', value: '4711' }]);
    expect(r.value({ count: 4711, pin: '4711' })).toEqual({ count: 4711, pin: '[secret:PIN_TOKEN]' });
  });

  it('does not take settings for secrets', () => {
    const r = createRedactor([{ name: 'AUTH', value: 'true' }]);
    expect(r.value({ a: 'true', b: true })).toEqual({ a: 'true', b: true });
  });

  it('redacts keys, and numbers that are a secret, and keeps hostile keys as data', () => {
    const r = createRedactor([{ name: 'ID_TOKEN', value: '1234567890' }]);
    const out = r.value(JSON.parse('{"1234567890":1234567890,"__proto__":{"polluted":1},"n":12}'));
    expect(JSON.stringify(out)).toBe(
      '{"[secret:ID_TOKEN]":"[secret:ID_TOKEN]","__proto__":{"polluted":1},"n":12}',
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('leaves keys alone that are words of ours, or that a short secret happens to equal', () => {
    const r = createRedactor([
      { name: 'A_KEY', value: 'text' },
      { name: 'B_KEY', value: 'structuredContent' },
      { name: 'C_KEY', value: 'contains' },
    ]);
    expect(r.value({ structuredContent: { text: 'text' } })).toEqual({
      structuredContent: { text: '[secret:A_KEY]' },
    });
    expect(r.operand({ not: { contains: 'it contains text' } })).toEqual({
      not: { contains: 'it [secret:C_KEY] text' },
    });
  });

  it('escapes the placeholder inside a regex operand', () => {
    expect(redactor.operand({ not: { regex: `^${KEY}$` }, contains: KEY })).toEqual({
      not: { regex: '^\\[secret:MY_KEY\\]$' },
      contains: '[secret:MY_KEY]',
    });
  });
});

describe('values and keys', () => {
  const short = createRedactor([
    { name: 'PIN', value: 'abc12' },
    { name: 'LONG', value: 'hunter2-hunter2' },
    { name: 'ID', value: '12345678' },
  ]);

  it('a short secret that a key or a path happens to equal is not meant', () => {
    expect(short.key('abc12')).toBe('abc12');
    expect(short.key('a.hunter2-hunter2')).toBe('a.[secret:LONG]');
    expect(short.value({ abc12: 1, 'hunter2-hunter2': 2 })).toEqual({ abc12: 1, '[secret:LONG]': 2 });
  });

  it('what holds no secret stays the same object where nobody else holds it, and is copied elsewhere', () => {
    const clean = { a: [1, 'b', null, true], c: { d: 'e' } };
    expect(short.kept(clean)).toBe(clean);
    expect(short.value(clean)).toEqual(clean);
    expect(short.value(clean)).not.toBe(clean);
    const mixed = { a: clean, b: ['abc12', 12345678, undefined], 'hunter2-hunter2': false };
    const kept = short.kept(mixed) as typeof mixed;
    expect(kept).toEqual({ a: clean, b: ['[secret:PIN]', '[secret:ID]', undefined], '[secret:LONG]': false });
    expect(kept.a).toBe(clean);
    expect(short.value(mixed)).toEqual(kept);
  });

  it('a number is a secret from eight digits on, whole or not, however it is signed', () => {
    const { value } = createRedactor(
      ['1234567', '12345678', '-1234567', '1.234567', '-123456'].map((one) => ({ name: 'N', value: one })),
    );
    expect(value([1234567, 12345678, -1234567, 1.234567, -123456, 10000000])).toEqual([
      1234567,
      '[secret:N.2]',
      '[secret:N.3]',
      '[secret:N.4]',
      -123456,
      10000000,
    ]);
  });

  it('a placeholder has its name in plain letters, and a number where the name is taken', () => {
    const { value } = createRedactor([
      { name: 'a b/c', value: 'first-value' },
      { name: 'a_b_c', value: 'second-value' },
      { name: 'a_b_c', value: 'third-value' },
      { name: 'other', value: 'first-value' },
      { name: 'tmp', value: '/tmp/somewhere', shown: '${tmp}' },
    ]);
    expect(value(['first-value', 'second-value', 'third-value', '/tmp/somewhere'])).toEqual([
      '[secret:a_b_c]',
      '[secret:a_b_c.2]',
      '[secret:a_b_c.3]',
      '${tmp}',
    ]);
  });

  it('placeholders are escaped in patterns, in lists below them too, and nowhere else', () => {
    const { operand, value } = createRedactor([
      { name: 'A.b-c', value: 'hunter2-hunter2' },
      { name: 'tmp', value: '/tmp/somewhere', shown: '${tmp}' },
    ]);
    expect(
      operand({ regex: ['^hunter2-hunter2', '/tmp/somewhere/x', 'a[b]'], exact: 'hunter2-hunter2' }),
    ).toEqual({
      regex: ['^\\[secret:A.b-c\\]', '\\$\\{tmp\\}/x', 'a[b]'],
      exact: '[secret:A.b-c]',
    });
    expect(value({ regex: 'hunter2-hunter2' })).toEqual({ regex: '[secret:A.b-c]' });
  });

  it('settings and what has two characters are never secrets', () => {
    for (const value of [
      '',
      'True',
      'false',
      'YES',
      'no',
      'on',
      'off',
      'none',
      'null',
      '1',
      '123',
      'ab',
      'x',
    ]) {
      expect(createRedactor([{ name: 'KEY', value }]).text(value), value).toBe(value);
    }
    for (const value of ['1234', 'abc', 'nullx', 'xtrue'])
      expect(createRedactor([{ name: 'KEY', value }]).text(value), value).toBe('[secret:KEY]');
  });

  it('words of ours stay as keys and are hidden as texts', () => {
    const { value } = createRedactor([{ name: 'KEY', value: 'description' }]);
    expect(value({ description: 'a description' })).toEqual({ description: 'a [secret:KEY]' });
    const words = createRedactor([
      { name: 'KEY', value: 'inputSchema' },
      { name: 'B', value: 'starts-with' },
    ]);
    expect(words.kept({ inputSchema: 1, 'starts-with': 2 })).toEqual({ inputSchema: 1, 'starts-with': 2 });
  });

  it('a secret that is learnt is hidden in texts that were seen before, and twice is once', () => {
    const learning = createRedactor([]);
    expect(learning.text('it is later-1-later')).toBe('it is later-1-later');
    learning.add({ name: 'L', value: 'later-1-later' });
    learning.add({ name: 'M', value: 'later-1-later' });
    learning.add({ name: 'N', value: 'tiny1' });
    expect(learning.text('it is later-1-later')).toBe('it is [secret:L]');
    expect(learning.value(['tiny1', 'a tiny1'])).toEqual(['[secret:N]', 'a tiny1']);
  });
});

describe('names that say secret', () => {
  it('are recognised, and their neighbours are not', () => {
    for (const name of [
      'GITHUB_TOKEN',
      'OPENAI_API_KEY',
      'dbPassword',
      'AUTH',
      'BASIC_AUTH',
      'OAUTH_X',
      'AWS_CREDENTIALS',
      'SSH_KEY_1',
      'my_secret',
      'PASSWD',
      'PASSPHRASE',
      'KEYS',
      'KEY2',
      'AUTHORIZATION',
      'AUTH1',
    ])
      expect(isSecretName(name), name).toBe(true);
    for (const name of [
      'PATH',
      'GIT_AUTHOR_NAME',
      'KEYBOARD',
      'HOME',
      'XAUTHORITY',
      'PASSED',
      'KEYED',
      'AUTHENTIC',
      'XAUTH',
    ])
      expect(isSecretName(name), name).toBe(false);
    expect(secretsOfEnv({ B_TOKEN: 'x', A_KEY: 'y', HOME: '/' }).map((s) => s.name)).toEqual([
      'A_KEY',
      'B_TOKEN',
    ]);
  });
});

describe('secrets that come up later', () => {
  it('one that is learnt while running is hidden from then on, in every form', () => {
    const learning = createRedactor([]);
    expect(learning.text('it is issued-token-1')).toBe('it is issued-token-1');
    learning.add({ name: 'LOGIN', value: 'issued-token-1' });
    expect(learning.text('it is issued-token-1')).toBe('it is [secret:LOGIN]');
    expect(learning.value({ a: ['issued-token-1'] })).toEqual({ a: ['[secret:LOGIN]'] });
    expect(learning.text(encodeURIComponent('issued-token-1'))).not.toContain('issued');
  });

  it('the user in an address is a secret where no password is, as written and decoded', () => {
    expect(userinfoOf('http://me:p%40ss@h')).toEqual(['p%40ss', 'p@ss']);
    expect(userinfoOf('http://me@h')).toEqual(['me']);
    expect(userinfoOf('http://me:%E0%A4%A@h')).toEqual(['%E0%A4%A']);
    expect(userinfoOf('http://h')).toEqual([]);
    expect(userinfoOf('no address')).toEqual([]);
    const names = (env: Record<string, string>) => secretsOfEnv(env).map(({ name }) => name);
    expect(names({ http_proxy: 'http://me@h', ALL_PROXY: 'http://me@h', MY_PROXY: 'http://me@h' })).toEqual([
      'ALL_PROXY',
      'http_proxy',
    ]);
    expect(names({ NO_TOKEN: '', https_proxy_x: 'http://me@h', my_http_proxy: 'http://me@h' })).toEqual([]);
  });

  it('the password in the address of a proxy is a secret, the address is not', () => {
    const env = { HTTPS_PROXY: 'http://user:hunter%402abc@proxy.test:3128' };
    const ofEnv = createRedactor(secretsOfEnv(env));
    expect(ofEnv.text('hunter@2abc via proxy.test')).toBe('[secret:HTTPS_PROXY.2] via proxy.test');
    expect(ofEnv.text(env.HTTPS_PROXY)).not.toContain('hunter');
  });
});
