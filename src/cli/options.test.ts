import { describe, expect, it } from 'vitest';
import { shard } from './options.js';

describe('--shard', () => {
  it.each(['0/4', '5/4', '1', 'a/b', '1/0', '-1/4', '1/4/2'])('refuses %s', (text) => {
    expect(() => shard(text)).toThrow('such as 1/4');
  });

  it('reads 2/4', () => {
    expect(shard('2/4')).toEqual({ index: 2, total: 4 });
  });
});
