import { describe, expect, test } from 'vitest';
import { guardFault } from './http-guard.js';

describe('guardFault', () => {
  test.each([
    [undefined, undefined, '127.0.0.1'],
    ['', undefined, '127.0.0.1'],
    ['a b', undefined, '127.0.0.1'],
    ['192.168.0.2', undefined, '127.0.0.1'],
    ['localhost', 'http://localhost.evil.example', '127.0.0.1'],
    ['localhost', 'localhost', '127.0.0.1'],
    ['evil.example', undefined, '0.0.0.0'],
  ])('refuses Host %s with Origin %s on %s', (host, origin, boundTo) => {
    expect(guardFault({ host, origin }, boundTo)).toEqual(expect.any(String));
  });

  test.each([
    ['127.0.0.1:80', undefined, '127.0.0.1'],
    ['LOCALHOST', 'https://[::1]:3000', '127.0.0.1'],
    ['192.168.0.2:80', 'http://192.168.0.2', '192.168.0.2'],
    ['192.168.0.2:80', undefined, '0.0.0.0'],
    ['[fe80::1]:80', undefined, '::'],
  ])('lets Host %s with Origin %s on %s pass', (host, origin, boundTo) => {
    expect(guardFault({ host, origin }, boundTo)).toBeUndefined();
  });
});
