import { describe, expect, it } from 'vitest';
import { bounded } from './bounded.js';
import { createLimit } from './limit.js';

describe('bounded', () => {
  it('leaves what is small as it is', () => {
    const value = { a: ['x', 1, null, { b: true }], c: 'two\nlines' };
    expect(bounded(value)).toEqual(value);
  });

  it.each([
    ['one huge text', { text: 'x'.repeat(5_000_000) }],
    [
      'a huge list',
      { tools: Array.from({ length: 100_000 }, (_unused, n) => ({ name: `t${n}`, text: 'y'.repeat(100) })) },
    ],
    ['many huge texts', { tools: Array.from({ length: 500 }, () => ({ text: 'z'.repeat(50_000) })) }],
    ['a huge key', { ['k'.repeat(1_000_000)]: 1 }],
    ['a deep value', { a: JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) }],
  ])('%s fits', (_what, value) => {
    expect(JSON.stringify(bounded(value as Record<string, unknown>)).length).toBeLessThan(250_000);
  });

  it('says what was left out', () => {
    const { text, list } = bounded({
      text: 'x'.repeat(9000),
      list: Array.from({ length: 2000 }, () => ({ a: 1 })),
    });
    expect(text).toMatch(/… \(9000 characters\)$/);
    expect(list.at(-1)).toEqual({ omitted: 1000 });
  });

  it('hides nothing and takes no prototype', () => {
    const value = JSON.parse('{"__proto__":{"polluted":1},"a":"\\u001b[2J\\u202e"}');
    const out = bounded(value);
    expect(JSON.stringify(out)).not.toContain('\u202e');
    expect(Object.hasOwn(out, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('createLimit', () => {
  it('never lets more run than may, and all in the end', async () => {
    const limit = createLimit(3);
    const { signal } = new AbortController();
    let busy = 0;
    let most = 0;
    const work = async (): Promise<number> => {
      busy += 1;
      most = Math.max(most, busy);
      await new Promise((tick) => setImmediate(tick));
      busy -= 1;
      return 1;
    };
    const done = await Promise.all(Array.from({ length: 50 }, () => limit(signal, work)));
    expect([done.length, most]).toEqual([50, 3]);
  });

  it('lets go of those that are given up while they wait', async () => {
    const limit = createLimit(1);
    const stop = new AbortController();
    let free = (): void => {};
    const first = limit(new AbortController().signal, () => new Promise<void>((go) => (free = go)));
    const second = limit(stop.signal, async () => stop.signal.aborted);
    stop.abort();
    expect(await second).toBe(true);
    free();
    await first;
    expect(await limit(new AbortController().signal, async () => 'next')).toBe('next');
  });
});
