import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor.js';

describe('the shape of a token', () => {
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

  it('knows tokens only where they are long enough and stand by themselves', () => {
    const { text } = createRedactor([]);
    const run = (length: number) => 'A1B2'.repeat(20).slice(0, length);
    const shortest: [start: string, length: number][] = [
      ['sk-ant-', 16],
      ['sk-', 20],
      ['sk-proj-', 20],
      ['sk-svcacct-', 20],
      ['ghp_', 30],
      ['ghr_', 30],
      ['github_pat_', 30],
      ['glpat-', 16],
      ['xoxa-', 10],
      ['xoxs-', 10],
      ['AIza', 35],
      ['sk_live_', 16],
    ];
    for (const [start, length] of shortest) {
      expect(text(`(${start}${run(length)})`), start).toMatch(/^\(\[secret:[a-z-]+\]\)$/);
      // A prefix of letters and dashes may belong to the shorter shape.
      const short = `(${start}${run(length - 1)})`;
      if (!/^sk-./.test(start)) expect(text(short), start).toBe(short);
      expect(text(`x${start}${run(length)}`), start).toBe(`x${start}${run(length)}`);
    }
    for (const [start, length] of [
      ['AKIA', 16],
      ['ASIA', 16],
      ['npm_', 36],
    ] as const) {
      expect(text(start + run(length))).toMatch(/^\[secret:/);
      expect(text(start + run(length - 1))).toBe(start + run(length - 1));
      expect(text(start + run(length + 1))).toBe(start + run(length + 1));
    }
    for (const no of ['ghx_', 'xoxc-', 'pk_live_', 'akia']) expect(text(no + run(40))).toBe(no + run(40));
  });

  it('knows signed tokens, keys in armour, and the id that every server has', () => {
    const { text } = createRedactor([]);
    const jwt = `eyJ${'a1_-'.repeat(2)}.eyJ${'b2-_'.repeat(2)}.${'c3_-'.repeat(2)}`;
    expect(text(`t=${jwt};`)).toBe('t=[secret:jwt];');
    for (const no of [jwt.replace('.eyJ', '.xyJ'), jwt.slice(0, -1), `x${jwt}`]) expect(text(no)).toBe(no);
    const body = 'Ab0+/=\n'.repeat(7);
    const pem = `-----BEGIN RSA PRIVATE KEY-----\n${body}-----END RSA PRIVATE KEY-----`;
    expect(text(`a ${pem} b`)).toBe('a [secret:private-key] b');
    expect(text(`a -----BEGIN PRIVATE KEY-----${body}`)).toBe('a [secret:private-key]');
    expect(text('-----BEGIN PRIVATE KEY-----short')).toBe('-----BEGIN PRIVATE KEY-----short');
    expect(text('id mcptest-server-12-0123abcd-7.')).toBe('id [secret:MCPTEST_SERVER_ID].');
    expect(text('id mcptest-server-12-0123abcd-4567.')).toBe('id [secret:MCPTEST_SERVER_ID].');
    expect(text('mcptest-server-x-0123abcd-7')).toBe('mcptest-server-x-0123abcd-7');
    expect(text('mcptest-server-12-0123abc-7')).toBe('mcptest-server-12-0123abc-7');
  });

  it('knows what follows a scheme, a user in an address, and secrets in a query', () => {
    const { text } = createRedactor([]);
    expect(text('bearer abc.def~gh+ij/kl-m==,')).toBe('bearer [secret:bearer],');
    expect(text('Bearer abcdefghijklmno')).toBe('Bearer abcdefghijklmno');
    expect(text('forbearer abcdefghijklmnop')).toBe('forbearer abcdefghijklmnop');
    for (const no of [
      'a://b/c@d',
      'a://b?c@d',
      'a://b#c@d',
      'a://b c@d',
      'a://"b@d',
      "a://'b@d",
      'a://<b>@d',
      'a://[b]@d',
    ])
      expect(text(no)).toBe(no);
    expect(text(`a://${'b'.repeat(256)}@d`)).toBe('a://[secret:userinfo]@d');
    expect(text(`a://${'b'.repeat(257)}@d`)).toBe(`a://${'b'.repeat(257)}@d`);
    const keys =
      'x-amz-signature X-Goog-Credential x-amz-security-token token access_token refresh-token id_token auth-token ' +
      'apitoken bearer_token session-token private_token api_key accesskey secret-key private_key auth-key ' +
      'subscription-key secret client_secret client-secret clientsecret password passwd pwd sig signature';
    for (const key of keys.split(' ')) {
      expect(text(`?${key}=abc&x=1`), key).toBe(`?${key}=[secret:query]&x=1`);
      expect(text(`&${key}=a%20b#c`), key).toBe(`&${key}=[secret:query]#c`);
    }
    for (const no of [
      '?mytoken=abc',
      '?design=abc',
      'token=abc',
      '?token=',
      '?tokens=abc',
      '?token=${abc}',
      '?sig=<abc',
    ])
      expect(text(no), no).toBe(no);
    for (const end of ' "\'<>[]{}$()\\') expect(text(`?sig=ab${end}c`)).toBe(`?sig=[secret:query]${end}c`);
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
});
