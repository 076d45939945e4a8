import { expect, test } from 'vitest';
import { proxyFor, proxyHeaders } from './proxy.js';

const through = (url: string, env: NodeJS.ProcessEnv) => proxyFor(new URL(url), env)?.host;

test('the scheme of the URL decides which variable counts', () => {
  const env = { HTTP_PROXY: 'http://plain:1', HTTPS_PROXY: 'secure:2', ALL_PROXY: 'http://all:3' };
  expect(through('http://a.test/', env)).toBe('plain:1');
  expect(through('https://a.test/', env)).toBe('secure:2');
  expect(through('https://a.test/', { ALL_PROXY: 'http://all:3' })).toBe('all:3');
  expect(through('https://a.test/', { HTTP_PROXY: 'http://plain:1' })).toBeUndefined();
  expect(through('http://a.test/', { http_proxy: 'http://low:4', HTTP_PROXY: 'http://plain:1' })).toBe(
    'low:4',
  );
  expect(through('http://a.test/', { HTTP_PROXY: 'socks5://s:1' })).toBeUndefined();
});

test.each(['http://localhost:1/', 'http://x.localhost/', 'http://127.0.0.9/', 'http://[::1]/'])(
  '%s is this machine and is asked directly',
  (url) => expect(through(url, { HTTP_PROXY: 'http://p:1' })).toBeUndefined(),
);

test.each([
  ['a.test', 'http://a.test/', true],
  ['a.test', 'http://sub.a.test/', true],
  ['.a.test', 'http://sub.a.test/', true],
  ['*.a.test', 'http://sub.a.test/', true],
  ['a.test', 'http://other-a.test/', false],
  ['b.test, a.test:8080', 'http://a.test:8080/', true],
  ['a.test:8080', 'http://a.test/', false],
  ['a.test:80', 'http://a.test/', true],
  ['10.0.0.1', 'http://10.0.0.1/', true],
  ['0.0.1', 'http://10.0.0.1/', false],
  ['fe80::1', 'http://[fe80::1]/', true],
  ['*', 'http://a.test/', true],
  ['', 'http://a.test/', false],
])('NO_PROXY %j on %s: %s', (list, url, exempt) => {
  expect(through(url, { HTTP_PROXY: 'http://p:1', NO_PROXY: list }) === undefined).toBe(exempt);
});

test('a user in the address of the proxy becomes a header', () => {
  expect(proxyHeaders(new URL('http://u:p%40ss@p:1'))).toEqual({
    'proxy-authorization': `Basic ${Buffer.from('u:p@ss').toString('base64')}`,
  });
  expect(proxyHeaders(new URL('http://p:1'))).toEqual({});
});
