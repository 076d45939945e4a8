import { expect, it } from 'vitest';
import { hostKind } from './host-kind.js';

it.each([
  ['api.example.com', 'name'],
  ['300.1.1.1', 'name'],
  ['1.2.3', 'name'],
  ['localhost', 'loopback'],
  ['APP.LOCALHOST.', 'loopback'],
  ['127.0.0.1', 'loopback'],
  ['127.000.000.001', 'loopback'],
  ['0.0.0.0', 'loopback'],
  ['[::1]', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['192.168.1.1', 'private'],
  ['169.254.169.254', 'private'],
  ['100.64.0.1', 'private'],
  ['[fd00::1]', 'private'],
  ['[fe80::1]', 'private'],
  ['db.internal', 'private'],
  ['192.0.2.7', 'documentation'],
  ['8.8.8.8', 'documentation'],
  ['[2001:db8::1]', 'documentation'],
  ['172.32.0.1', 'public-address'],
  ['100.128.0.1', 'public-address'],
  ['93.184.216.34', 'public-address'],
  ['[2606:2800::1]', 'public-address'],
  ['2130706433', 'public-address'],
])('%s is %s', (host, kind) => {
  expect(hostKind(host)).toBe(kind);
});
