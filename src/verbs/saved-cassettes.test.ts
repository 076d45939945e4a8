import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import { savedCassette, savedCassettes } from './saved-cassettes.js';

function workspace(files: Record<string, string>): string {
  const dir = folder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

it('finds cassettes wherever their folder stands, and nothing else', async () => {
  const dir = workspace({
    'cassettes/a.json': '{}',
    'deep/down/cassettes/more/b.yml': 'x',
    'other/c.json': '{}',
    'cassettes/notes.txt': '',
    'node_modules/p/cassettes/d.json': '{}',
  });
  symlinkSync(folder({ 'e.json': '{}' }), join(dir, 'cassettes', 'link'));
  expect(await savedCassettes(dir)).toEqual([
    { name: 'a', path: 'cassettes/a.json', bytes: 2 },
    { name: 'b', path: 'deep/down/cassettes/more/b.yml', bytes: 1 },
  ]);
});

it('reads one by its name, as JSON where it is', async () => {
  const dir = workspace({ 'cassettes/a.json': '{"runs": []}', 'cassettes/b.yml': 'runs: []' });
  expect((await savedCassette(dir, 'a')).cassette).toEqual({ runs: [] });
  expect((await savedCassette(dir, 'b')).cassette).toBe('runs: []');
});

it('says when there is none of the name, or more than one', async () => {
  const dir = workspace({ 'cassettes/a.json': '{}', 'x/cassettes/a.json': '{}' });
  await expect(savedCassette(dir, 'b')).rejects.toMatchObject({ code: 'no-cassette' });
  await expect(savedCassette(dir, 'a')).rejects.toMatchObject({
    code: 'two-cassettes',
    message: expect.stringContaining('cassettes/a.json, x/cassettes/a.json'),
  });
  await expect(savedCassette(dir, '../a')).rejects.toThrow();
});
