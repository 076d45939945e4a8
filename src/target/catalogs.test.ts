import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, suite } from '../../test/lib/cli.js';
import { lockOf, writeLock } from '../catalog/lock.js';
import { readCatalogs } from './catalogs.js';
import { declaredServers } from './live-catalogs.js';
import { savedCatalogs } from './saved-catalog.js';

const tools = [{ name: 'buy', inputSchema: { type: 'object' } }];

describe('savedCatalogs', () => {
  const read = (text: string) =>
    savedCatalogs(join(folder({ 'saved.json': text }), 'saved.json'), 'saved.json');

  it('reads a tools/list, with or without a byte order mark, and knows that it says nothing of instructions', async () => {
    for (const mark of ['', '\ufeff']) {
      expect(await read(mark + JSON.stringify({ tools }))).toMatchObject([
        { tools: [{ name: 'buy' }], instructions_unknown: true },
      ]);
    }
  });

  it('reads a lock by its content', async () => {
    const [catalog] = await read(writeLock(lockOf([{ server: 'shop', tools }])));
    expect(catalog).toMatchObject({ server: 'shop', tools: [{ name: 'buy' }] });
    expect(catalog).not.toHaveProperty('instructions_unknown');
  });

  it('refuses what is no JSON, by the name that the user typed', async () => {
    await expect(read('tools:')).rejects.toThrow(
      expect.objectContaining({
        code: 'catalog-unreadable',
        message: expect.stringMatching(/^saved\.json /),
      }),
    );
  });
});

describe('readCatalogs', () => {
  it.each([{ server: 'a' }, { command: ['a'] }, { url: 'https://x.example' }])(
    'takes a file or a live target, not both: %j',
    async (target) => {
      await expect(readCatalogs({ from: 'saved.json', ...target })).rejects.toThrow(
        expect.objectContaining({ code: 'two-targets' }),
      );
    },
  );

  it('looks for the file in the folder it was called from', async () => {
    const cwd = folder({ 'saved.json': JSON.stringify({ tools }) });
    const { catalogs, closing } = await readCatalogs({ from: 'saved.json', cwd });
    await closing;
    expect(catalogs).toHaveLength(1);
  });
});

describe('declaredServers', () => {
  it('names every server of the suite once', async () => {
    const cwd = folder({
      'mcptest.yml': suite({ servers: { a: { command: ['a'] }, b: { command: ['b'] } } }),
    });
    expect(await declaredServers({ env: {} }, cwd)).toEqual(['a', 'b']);
  });

  it('says so when there is none, and when the suite is not valid', async () => {
    const none = folder({ 'mcptest.yml': suite({ servers: {} }) });
    await expect(declaredServers({ env: {} }, none)).rejects.toThrow(
      expect.objectContaining({ code: 'unknown-server' }),
    );
    const broken = folder({ 'mcptest.yml': suite({ serverss: {} }) });
    await expect(declaredServers({ env: {} }, broken)).rejects.toThrow(/servers/);
  });
});
