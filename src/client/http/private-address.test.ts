import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { expect, test, vi } from 'vitest';
import { urlRefusal } from '../auth/oauth-fetch.js';
import { isLinkLocalHost, isPrivateHost, publicLookup } from './private-address.js';

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['169.254.169.254', true],
  ['192.168.0.1', true],
  ['172.31.0.1', true],
  ['172.32.0.1', false],
  ['100.64.0.1', true],
  ['100.127.255.255', true],
  ['100.128.0.1', false],
  ['192.0.0.192', true],
  ['198.19.0.1', true],
  ['0.0.0.0', true],
  ['8.8.8.8', false],
  ['[::1]', true],
  ['[fe80::1]', true],
  ['[::ffff:169.254.169.254]', true],
  ['[::ffff:808:808]', false],
  ['[::ffff:7f00:1]', true],
  ['[::ffff:0:127.0.0.1]', true],
  ['[::127.0.0.1]', true],
  ['[64:ff9b::169.254.169.254]', true],
  ['[64:ff9b::8.8.8.8]', false],
  ['[64:ff9b:1::169.254.169.254]', true],
  ['[fd00::1]', true],
  ['[2002:a9fe:a9fe::1]', true],
  ['[2002:808:808::1]', false],
  ['[2001:db8::1]', false],
  ['[fec0::1]', true],
  ['[ff02::1]', true],
  ['2130706433', true],
  ['0x7f.1', true],
  ['0177.0.0.1', true],
  ['255.255.255.255', true],
  ['localhost.', true],
  ['localhost', true],
  ['a.localhost', true],
  ['example.com', false],
])('%s is private: %s', (host, expected) => {
  expect(isPrivateHost(new URL(`http://${host}/`).hostname)).toBe(expected);
});

test.each([
  ['https://idp.test/token', 'https://mcp.test/', undefined],
  ['http://idp.test/token', 'https://mcp.test/', 'it is not https'],
  ['http://127.0.0.1/token', 'https://mcp.test/', 'it is not https'],
  ['https://169.254.169.254/token', 'https://mcp.test/', 'it leads to a private address'],
  ['http://127.0.0.1/token', 'http://127.0.0.1:8080/', undefined],
  ['http://idp.test/token', 'http://127.0.0.1:8080/', 'it is not https'],
  ['https://u:p@idp.test/token', 'https://mcp.test/', 'it holds a user name or password'],
])('%s, named by %s: %s', (url, server, why) => {
  expect(urlRefusal(new URL(url), new URL(server))).toBe(why);
});

test('a public name that leads home is not followed', async () => {
  const error = await new Promise((resolve) => publicLookup('localhost', { all: true }, resolve));
  expect(String(error)).toContain('private address');
});

test.each([
  [['8.8.8.8', '169.254.169.254'], true],
  [['8.8.8.8', '8.8.4.4'], false],
])('a name with the addresses %j is refused: %s', async (addresses, isRefused) => {
  const found = addresses.map((address) => ({ address, family: 4 }));
  const asked = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_: string, __: object, done: (error: null, found: object) => void) =>
      done(null, found)) as never);
  syncBuiltinESMExports();
  try {
    const error = await new Promise((resolve) => publicLookup('idp.test', { all: true }, resolve));
    expect(error !== null).toBe(isRefused);
  } finally {
    asked.mockRestore();
    syncBuiltinESMExports();
  }
});

test.each([
  ['169.254.169.254', true],
  ['169.254.0.1', true],
  ['[fe80::1]', true],
  ['[::ffff:169.254.169.254]', true],
  ['[64:ff9b::169.254.169.254]', true],
  ['[2002:a9fe:a9fe::1]', true],
  ['[fd00:ec2::254]', true],
  ['127.0.0.1', false],
  ['10.0.0.1', false],
  ['[::1]', false],
  ['localhost', false],
  ['example.com', false],
])('%s is an address of the wire alone: %s', (host, expected) => {
  expect(isLinkLocalHost(new URL(`http://${host}/`).hostname)).toBe(expected);
});

test('a server on this machine may not steer a login to where clouds hand out keys', () => {
  const near = new URL('http://127.0.0.1:9/mcp');
  expect(urlRefusal(new URL('http://169.254.169.254/token'), near)).toBe('it is a link-local address');
  expect(urlRefusal(new URL('https://[fe80::1]/token'), near)).toBe('it is a link-local address');
  expect(urlRefusal(new URL('http://127.0.0.1:8/token'), near)).toBeUndefined();
});
