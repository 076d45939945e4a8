import { describe, expect, it } from 'vitest';
import { isPassing, steadyParts, templateOf } from './passing-values.js';

describe('values that no suite should hold a server to', () => {
  it.each([
    ['2026-11-16T15:45:00Z'],
    ['created at 4:00:02 PM'],
    ['Mon Nov 16 2026 15:59:16 GMT+0000'],
    ['took 12 ms'],
    ['6f1c2a34-1111-4222-8333-444455556666'],
    ['/home/ada/notes.txt'],
    ['C:\\Users\\ada'],
    ['"HOME": "/root"'],
    ['key [secret:TOKEN]'],
    ['/home/ada/elsewhere'],
    [1_760_000_000_000],
  ])('%s', (value) => {
    expect(isPassing(value, '/home/ada/suite')).toBe(true);
  });

  it.each([
    ['status: degraded'],
    ['https://example.com/home/a'],
    ['/users/7'],
    ['/home/ada/suite/files/poem.txt'],
    [42],
    [true],
  ])('but not %s', (value) => {
    expect(isPassing(value, '/home/ada/suite')).toBe(false);
  });

  it('by their key, too', () => {
    expect([isPassing(7, '', 'uptime'), isPassing(7, '', 'pid'), isPassing(7, '', 'count')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('leave the rest of a text', () => {
    expect(steadyParts('Resource 1, made at 4:00:02 PM', '/w')).toContain('Resource 1, made at ');
    expect(steadyParts('plain', '/w')).toEqual(['plain']);
  });
});

it('writes the folder of the suite as a variable, and nothing else', () => {
  expect(templateOf('/w/a/x ${HOME} /w/ab', '/w/a')).toBe('${CONFIG_DIR}/x $${HOME} /w/ab');
});
