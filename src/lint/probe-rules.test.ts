/** What the rules say of a live server and of a lock: when, how bad, and in which words. */
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../types/catalog.js';
import type { HttpAnswer } from '../types/probe-rule.js';
import { lintCatalog } from './engine.js';
import { FOREIGN_ORIGIN, PROBE_RULE, PROBE_RULES } from './probe-rules.js';
import { chooseSecurityRules, SECURITY_RULES } from './security-rules.js';

const url = (text: string) => ({ url: new URL(text) });
const answer = (status: number, body = '{"result": {}}', headers: Record<string, string> = {}) =>
  ({ status, body, headers }) as HttpAnswer;
const [local, remote] = [url('http://localhost:1/mcp'), url('https://a.example/mcp')];
const ok = answer(200);

describe('a server on the network', () => {
  const tls = PROBE_RULE.plainHttp;
  it.each([
    ['http://a.example/mcp', true],
    ['http://10.0.0.5/mcp', true],
    ['https://a.example/mcp', false],
    ['http://localhost:1/mcp', false],
    ['http://127.0.0.1/mcp', false],
    ['http://[::1]/mcp', false],
  ])('%s without TLS: %s', (text, isBad) => {
    expect(tls.judge(url(text))).toEqual(
      isBad
        ? [{ pointer: '', message: 'tls-required: the server speaks plain HTTP and is not on loopback' }]
        : [],
    );
  });

  it('asks who it answers, above all where it was given credentials', () => {
    const auth = (where: object, hasCredentials: boolean, withoutCredentials: HttpAnswer) =>
      PROBE_RULE.missingCredentials.judge({ ...(where as typeof local), hasCredentials, withoutCredentials });
    expect(auth(local, true, ok)).toEqual([
      {
        pointer: '',
        severity: 'high',
        message: 'missing-auth: the server was given credentials and answers without them',
      },
    ]);
    expect(auth(remote, false, ok)).toEqual([
      { pointer: '', message: 'missing-auth: the server answers without credentials and is not on loopback' },
    ]);
    expect(auth(local, false, ok)).toEqual([]);
    for (const refused of [answer(401), answer(199), answer(300), answer(200, '{"error": {}}')])
      expect(auth(remote, true, refused)).toEqual([]);
    expect(auth(remote, true, answer(299, '{"result"  :1}'))).toHaveLength(1);
  });

  it.each([
    ['https://me:pass@a.example/', 'token-in-url: the URL carries a password'],
    ['https://a.example/?token=x', 'token-in-url: the query parameter "token" carries a secret'],
    ['https://a.example/?a=1&API_KEY=x', 'token-in-url: the query parameter "API_KEY" carries a secret'],
    [
      'https://a.example/?access_token=x',
      'token-in-url: the query parameter "access_token" carries a secret',
    ],
    ['https://a.example/?pwd=x', 'token-in-url: the query parameter "pwd" carries a secret'],
    ['https://a.example/?jwt=x', 'token-in-url: the query parameter "jwt" carries a secret'],
    ['https://me@a.example/', undefined],
    ['https://a.example/?tokenize=x', undefined],
    ['https://a.example/?keyboard=x', undefined],
    ['https://a.example/?page=token', undefined],
  ])('shows %s in its address: %s', (text, message) => {
    expect(PROBE_RULE.tokenInUrl.judge(url(text))).toEqual(
      message === undefined ? [] : [{ pointer: '', message }],
    );
  });
});

describe('a page of somebody else', () => {
  const message = 'origin-validation: a request with a foreign Origin was answered as any other';
  it('that is answered is worst on loopback', () => {
    const judge = PROBE_RULE.foreignOrigin.judge;
    expect(judge({ ...local, foreignOrigin: ok })).toEqual([{ pointer: '', severity: 'high', message }]);
    expect(judge({ ...remote, foreignOrigin: ok })).toEqual([{ pointer: '', severity: 'medium', message }]);
    expect(judge({ ...local, foreignOrigin: answer(403) })).toEqual([]);
  });

  it('may read the answers where the headers allow it', () => {
    const cors = (headers: Record<string, string>) =>
      PROBE_RULE.openCors.judge({ foreignOrigin: answer(200, '', headers) });
    const found = (severity: string) => [
      { pointer: '', severity, message: 'open-cors: any web page may read the answers of the server' },
    ];
    const [allow, credentials] = ['access-control-allow-origin', 'access-control-allow-credentials'];
    expect(cors({ [allow]: '*' })).toEqual(found('medium'));
    // Browsers send no credentials where every origin is allowed.
    expect(cors({ [allow]: '*', [credentials]: 'true' })).toEqual(found('medium'));
    expect(cors({ [allow]: FOREIGN_ORIGIN })).toEqual(found('medium'));
    expect(cors({ [allow]: FOREIGN_ORIGIN, [credentials]: 'false' })).toEqual(found('medium'));
    expect(cors({ [allow]: FOREIGN_ORIGIN, [credentials]: 'true' })).toEqual(found('high'));
    expect(cors({ [allow]: 'https://a.example' })).toEqual([]);
    expect(cors({})).toEqual([]);
  });

  it('under a foreign name reaches a server that does not look at `Host`', () => {
    const judge = PROBE_RULE.foreignHost.judge;
    expect(judge({ foreignHost: ok })).toEqual([
      { pointer: '', message: 'host-validation: a request for a foreign Host was answered' },
    ]);
    expect(judge({ foreignHost: answer(421) })).toEqual([]);
  });
});

describe('the ids of sessions', () => {
  it.each([
    [['a'.repeat(15), 'b'.repeat(15)], 'short'],
    [['a'.repeat(16), 'b'.repeat(16)], undefined],
    [['a'.repeat(32), 'a'.repeat(32)], 'the same for two sessions'],
    [['1'.repeat(32), '2'.repeat(32)], 'numbers'],
    [[`${'1'.repeat(31)}a`, '2'.repeat(32)], undefined],
    [[], undefined],
  ])('%j are %s', (sessions, weakness) => {
    expect(PROBE_RULE.sessionIds.judge({ sessions })).toEqual(
      weakness === undefined
        ? []
        : [{ pointer: '', message: `weak-session-id: the session ids are ${weakness}` }],
    );
  });
});

describe('an error answer', () => {
  it.each([
    ['Error: no\n    at run (/x/y.js:10:5)', 'a stack trace'],
    ['Traceback (most recent call last):', 'a stack trace'],
    ['goroutine 12 [running]:', 'a stack trace'],
    ['at com.acme.Tool.run(Tool.java:42)', 'a stack trace'],
    ["thread 'main' panicked at src", 'a stack trace'],
    ['File "tool.py", line 4', 'a stack trace'],
    ['cannot find /home/me/server/tool.py', 'a path of the server'],
    ['cannot find C:\\srv\\tool.dll', 'a path of the server'],
    ['in node_modules/x', 'a path of the server'],
    ['SQLSTATE[42000]', 'a database error'],
    ['ORA-00942', 'a database error'],
    ['syntax error at or near "x"', 'a database error'],
    ['unknown method', undefined],
    ['cannot find /home/me', undefined],
    [`${'x'.repeat(65_536)}Traceback (most recent call last):`, undefined],
  ])('%j holds %s', (text, what) => {
    expect(PROBE_RULE.errorAnswers.judge({ answers: ['fine', text] })).toEqual(
      what === undefined
        ? []
        : [{ pointer: '', message: `error-envelope-leak: an error answer holds ${what}` }],
    );
  });
});

describe('definitions that change', () => {
  const [get, put] = [
    { name: 'get', description: 'Gets.', inputSchema: { type: 'object' } },
    { name: 'put', description: 'Puts.', inputSchema: { type: 'object' } },
  ];
  const of = (...tools: object[]) => ({ server: 's', tools }) as Catalog;

  it('since the lock are worst where a text changed', () => {
    const since = (before: Catalog, now: Catalog) =>
      PROBE_RULE.driftSinceLock.judge({ pinned: [before], now: [now] });
    expect(since(of(get), of(get))).toEqual([]);
    expect(since(of(get, put), of(put, get))).toEqual([]);
    expect(since(of(get), of({ ...get, description: 'Sends.' }))).toMatchObject([
      {
        tool: 'get',
        severity: 'high',
        message: expect.stringMatching(/^definition-drift: .* since the lock was written$/),
      },
    ]);
    expect(since(of(get, put), of(get))).toMatchObject([{ tool: 'put', severity: 'medium' }]);
    expect(since(of(get), of(get, put))).toMatchObject([{ tool: 'put', severity: 'low' }]);
  });

  it('within a session have to be announced', () => {
    const between = (after: Catalog, announced: boolean) =>
      PROBE_RULE.driftInSession.judge({ before: of(get), after, announced, when: 'in one session' });
    expect(between(of({ ...get, description: 'Sends.' }), false)).toMatchObject([
      {
        tool: 'get',
        message: expect.stringMatching(
          /^mid-session-drift: .* between two listings in one session, unannounced$/,
        ),
      },
    ]);
    expect(between(of({ ...get, description: 'Sends.' }), true)).toEqual([]);
    expect(between(of(get), false)).toEqual([]);
  });
});

describe('the rules that are asked for', () => {
  it('are all of them, or those that are named, in any case', () => {
    const every = chooseSecurityRules();
    expect([...every.ids].sort()).toEqual(SECURITY_RULES.map(({ id }) => id));
    expect(every.ofCatalog).not.toContain('SEC-014');
    expect(every.ofCatalog).toContain('SEC-001');
    const two = chooseSecurityRules(['sec-014', 'SEC-001']);
    expect([...two.ids].sort()).toEqual(['SEC-001', 'SEC-014']);
    expect(two.ofCatalog).toEqual(['SEC-001']);
    expect(() => chooseSecurityRules(['SEC-999'])).toThrow(expect.objectContaining({ code: 'rule-unknown' }));
    expect(() => chooseSecurityRules(['DESC-001'])).toThrow(
      expect.objectContaining({ code: 'rule-unknown' }),
    );
  });

  it('each have an id, a name and what a reader needs', () => {
    for (const { id, name, triggers, rationale, fix } of PROBE_RULES) {
      expect(id).toMatch(/^SEC-0\d\d$/);
      expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
      for (const text of [triggers, rationale, fix]) expect(text).toMatch(/\.$/);
    }
  });
});

describe('findings of a live server in a report', () => {
  const catalog: Catalog = { server: 's', tools: [{ name: 'get', description: 'Gets a thing by its id.' }] };
  const finding = { rule: 'SEC-020', server: 's', severity: 'medium', message: 'm' } as const;
  const report = (more: object, config: object = {}) =>
    lintCatalog([catalog], {
      rules: ['SEC'],
      config,
      more: { rules: ['SEC-020'], findings: [{ ...finding, ...more }] },
    }).findings.filter(({ rule }) => rule === 'SEC-020');

  it('stand with those of the catalogue, as bad as the settings say', () => {
    expect(report({})).toMatchObject([{ severity: 'medium' }]);
    expect(report({ tool: 'get' })).toMatchObject([{ tool: 'get' }]);
    expect(report({ server: 'other' })).toHaveLength(1);
    expect(report({}, { severity: { 'SEC-020': 'low' } })).toMatchObject([{ severity: 'low' }]);
    expect(report({}, { severity: { 'SEC-020': 'off' } })).toEqual([]);
    expect(report({}, { suppress: [{ rule: 'SEC-020', reason: 'known' }] })).toEqual([]);
  });

  it('that are suppressed and not there make the suppression stale', () => {
    const stale = (rules: string[]) =>
      lintCatalog([catalog], {
        rules: ['SEC-001'],
        config: { suppress: [{ rule: 'SEC-020', reason: 'known' }] },
        more: { rules, findings: [] },
      }).findings.filter(({ rule }) => rule === 'SUP-001');
    expect(stale(['SEC-020'])).toHaveLength(1);
    expect(stale([])).toEqual([]);
  });
});
