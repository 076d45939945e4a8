import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { sha256 } from '../util/hash.js';
import { mapToolNames } from './tool-names.js';

describe('mapToolNames', () => {
  it('keeps plain names readable', () => {
    const names = mapToolNames(['weather.get_forecast', 'git-hub.create-issue']);
    expect(names.name('weather.get_forecast')).toBe('weather__get_forecast');
    expect(names.name('git-hub.create-issue')).toBe('git-hub__create-issue');
    expect(names.id('weather__get_forecast')).toBe('weather.get_forecast');
    expect(names.id('weather__other')).toBeUndefined();
  });

  it('tells ids apart that would read the same', () => {
    const ids = ['a.b__c', 'a__b.c', 'a_._b', 'a._ b', 'a.b c', 'a.b/c', 'a.b.c', 'ü.x', 'é.x'];
    const names = mapToolNames(ids);
    expect(new Set(ids.map((id) => names.name(id))).size).toBe(ids.length);
  });

  it('is not fooled by an id that imitates a fingerprint', () => {
    const id = 'a.b c';
    const imitation = `a.b_c_${sha256(id).slice(0, 8)}`;
    const names = mapToolNames([id, imitation]);
    expect(names.name(imitation)).toBe(imitation.replace('.', '__'));
    expect(names.id(names.name(id) ?? '')).toBe(id);
  });

  it('is reversible, allowed everywhere, and the same in any order and company', () => {
    const id = fc
      .tuple(fc.string({ maxLength: 50 }), fc.string({ maxLength: 90 }))
      .map((parts) => parts.join('.'));
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 12 }), (ids) => {
        const names = mapToolNames(ids);
        const reversed = mapToolNames([...ids].reverse());
        for (const one of ids) {
          const name = names.name(one) ?? '';
          expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
          expect(names.id(name)).toBe(one);
          expect(reversed.name(one)).toBe(name);
          expect(mapToolNames([one]).name(one)).toBe(name);
        }
      }),
    );
  });
});
