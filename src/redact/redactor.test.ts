import { describe, expect, it } from 'vitest';
import { blotsIn, lookAlikes, secretsOfCi } from '../../eval/lib/look-alikes.js';
import fc from '../../test/lib/properties.js';
import { clip } from '../util/text.js';
import { createRedactor, isSecretName, secretsOfEnv } from './redactor.js';

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

  it.each([
    ['anthropic-key', 'sk-ant-', 24],
    ['openai-key', 'sk-proj-', 24],
    ['openai-key', 'sk-', 24],
    ['github-token', 'gho_', 36],
    ['github-token', 'github_pat_', 40],
    ['gitlab-token', 'glpat-', 20],
    ['slack-token', 'xoxb-', 24],
    ['aws-key', 'AKIA', 16],
    ['aws-key', 'ASIA', 16],
    ['google-key', 'AIza', 35],
    ['npm-token', 'npm_', 36],
    ['stripe-key', 'sk_live_', 24],
    ['stripe-key', 'rk_live_', 24],
  ])('knows a %s by its %s', (name, start, length) => {
    const token = start + 'A1B2'.repeat(12).slice(0, length);
    expect(createRedactor([]).text(`x ${token}, y`)).toBe(`x [secret:${name}], y`);
  });

  it('knows tokens by their shape, and userinfo in URLs', () => {
    const r = createRedactor([]);
    const github = `ghp_${'a1B2'.repeat(9)}`;
    expect(r.text(`x ${github} y`)).toBe('x [secret:github-token] y');
    expect(r.text('postgres://me:pass@db.example/x')).toBe('postgres://[secret:userinfo]@db.example/x');
    expect(r.text('Authorization: Bearer abcdefghijklmnop0123')).toBe(
      'Authorization: Bearer [secret:bearer]',
    );
  });

  it('stays linear on hostile text', () => {
    const r = createRedactor([{ name: 'K_TOKEN', value: 'aaaaaaaaaaaaaaaaaaab' }]);
    const size = 1_000_000;
    expect(r.text('a'.repeat(size))).toHaveLength(size);
    expect(r.text('http://'.repeat(100_000))).toHaveLength(700_000);
    expect(r.text('eyJ'.repeat(300_000))).toHaveLength(900_000);
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
    ])
      expect(isSecretName(name), name).toBe(true);
    for (const name of ['PATH', 'GIT_AUTHOR_NAME', 'KEYBOARD', 'HOME', 'XAUTHORITY'])
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

  it('the password in the address of a proxy is a secret, the address is not', () => {
    const env = { HTTPS_PROXY: 'http://user:hunter%402abc@proxy.test:3128' };
    const ofEnv = createRedactor(secretsOfEnv(env));
    expect(ofEnv.text('hunter@2abc via proxy.test')).toBe('[secret:HTTPS_PROXY.2] via proxy.test');
    expect(ofEnv.text(env.HTTPS_PROXY)).not.toContain('hunter');
  });
});
