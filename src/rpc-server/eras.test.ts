import { describe, expect, test } from 'vitest';
import { claimsModern, envelopeFault, isLegacyRevision, META } from './eras.js';
import { ENVELOPE } from './rpc-testkit.js';

describe('envelopeFault', () => {
  test.each([
    ['the two keys that are needed', {}],
    ['a client that names itself', { [META.clientInfo]: { name: 'n', version: '1' } }],
    ['keys of others', { 'x.test/key': 1 }],
  ])('takes %s', (_, more) => {
    expect(envelopeFault({ _meta: { ...ENVELOPE, ...more } })).toBeUndefined();
  });

  test.each([
    ['nothing', undefined, [META.protocolVersion, META.clientCapabilities]],
    ['no _meta', {}, [META.protocolVersion, META.clientCapabilities]],
    ['no capabilities', { _meta: { [META.protocolVersion]: '2026-07-28' } }, [META.clientCapabilities]],
    ['no version', { _meta: { [META.clientCapabilities]: {} } }, [META.protocolVersion]],
  ])('names what is missing in %s', (_, params, missing) => {
    expect(envelopeFault(params)).toMatchObject({ code: -32602, data: { missing } });
  });

  test.each([
    [META.protocolVersion, 7],
    [META.clientCapabilities, []],
    [META.clientCapabilities, 'all'],
    [META.clientInfo, 'me'],
    [META.clientInfo, { name: 'n' }],
    [META.clientInfo, { name: 1, version: '1' }],
  ])('names %s when it is %j', (key, value) => {
    const fault = envelopeFault({ _meta: { ...ENVELOPE, [key]: value } });
    expect(fault).toMatchObject({ code: -32602, data: { invalid: [key] } });
  });

  test('says which version it has to one that it does not know', () => {
    const fault = envelopeFault({ _meta: { ...ENVELOPE, [META.protocolVersion]: '2099-01-01' } });
    expect(fault).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '2099-01-01' },
    });
  });
});

test('a request is modern when its _meta names a version, whatever it is', () => {
  expect(claimsModern({ _meta: { [META.protocolVersion]: 7 } })).toBe(true);
  expect(claimsModern({ _meta: { [META.clientCapabilities]: {} } })).toBe(false);
  expect(claimsModern(undefined)).toBe(false);
});

test('the modern revision is no legacy one', () => {
  expect(isLegacyRevision('2024-11-05')).toBe(true);
  expect(isLegacyRevision('2026-07-28')).toBe(false);
});
