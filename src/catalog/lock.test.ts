import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import { diffCatalogs } from './diff.js';
import { catalogsOfLock, lockOf, mergeLocks, readLock, writeLock } from './lock.js';

const weather: Catalog = {
  server: 'weather',
  instructions: 'Ask for the city first.',
  tools: [
    { name: 'b', description: 'Second.', icons: ['x'] },
    { name: 'a', description: 'First.', inputSchema: { type: 'object', properties: {} } },
  ],
};
const code = (text: string): unknown => {
  try {
    readLock(text, 'mcptest.lock');
  } catch (error) {
    return (error as { code: string; exitCode: number }).exitCode === 2 && (error as { code: string }).code;
  }
  return undefined;
};

describe('lock', () => {
  it('is the same text whatever the order of tools and keys', () => {
    const shuffled: Catalog = {
      tools: [
        { inputSchema: { properties: {}, type: 'object' }, description: 'First.', name: 'a' },
        { name: 'b', description: 'Second.' },
      ],
      server: 'weather',
      instructions: 'Ask for the city first.',
    };
    expect(writeLock(lockOf([shuffled]))).toBe(writeLock(lockOf([weather])));
  });

  it('holds a readable copy beside each hash', () => {
    const text = writeLock(lockOf([weather]));
    expect(JSON.parse(text)).toMatchObject({
      version: 1,
      servers: [
        {
          server: 'weather',
          instructions: { text: 'Ask for the city first.' },
          tools: [{ name: 'a', definition: { description: 'First.' } }, { name: 'b' }],
        },
      ],
    });
    expect(text).not.toContain('icons');
  });

  it('escapes what a reviewer could not see, and reads it back', () => {
    const sly: Catalog = {
      server: 's',
      tools: [{ name: 'a', description: 'tidy\u202e\u{e0041}\u200b ⚠\ufe0f' }],
    };
    const text = writeLock(lockOf([sly]));
    expect(text).toContain('tidy\\u202e\\udb40\\udc41\\u200b ⚠\ufe0f');
    expect(catalogsOfLock(readLock(text, 'l'))).toEqual([sly]);
  });

  it('reads back what it wrote', () => {
    const tool = fc.record(
      { name: fc.string(), description: fc.string(), inputSchema: fc.jsonValue() },
      { requiredKeys: ['name'] },
    );
    fc.assert(
      fc.property(fc.array(tool), fc.option(fc.string(), { nil: undefined }), (tools, instructions) => {
        const catalog: Catalog = {
          server: 's',
          tools: tools as ToolDef[],
          instructions,
        };
        const lock = lockOf([catalog]);
        const text = writeLock(lock);
        const back = readLock(text, 'l');
        expect(writeLock(back)).toBe(text);
        expect(diffCatalogs(catalogsOfLock(back), [catalog]).changes).toEqual([]);
      }),
    );
  });

  it('keeps other servers when one is pinned anew', () => {
    const base = lockOf([weather, { server: 'mail', tools: [] }]);
    const merged = mergeLocks(base, lockOf([{ server: 'weather', tools: [] }]));
    expect(merged.servers.map(({ server, tools }) => [server, tools.length])).toEqual([
      ['mail', 0],
      ['weather', 0],
    ]);
  });

  it('refuses a newer version, other files, and copies that do not match their hash', () => {
    const text = writeLock(lockOf([weather]));
    expect(code(text.replace('"version": 1', '"version": 2'))).toBe('lock-newer');
    expect(code(text.replace('First.', 'Frist.'))).toBe('lock-tampered');
    expect(code(text.replace('Ask for', 'Never ask'))).toBe('lock-tampered');
    for (const other of [
      '',
      '[]',
      '{"version":1}',
      '{"version":1,"servers":[1]}',
      '{"version":1,"servers":[{"server":"s","tools":[null]}]}',
      '{"tools":[]}',
    ]) {
      expect(code(other)).toBe('lock-unreadable');
    }
  });

  it('refuses a definition that no file can hold', () => {
    let deep: unknown = {};
    for (let i = 0; i < 100_000; i += 1) deep = { items: deep };
    expect(() => writeLock(lockOf([{ server: 's', tools: [{ name: 'a', inputSchema: deep }] }]))).toThrow(
      /nested too deeply/,
    );
  });
});
