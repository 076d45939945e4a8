import { expect, it } from 'vitest';
import { folder, shelf, suite } from '../../test/lib/cli.js';
import { lockOf, writeLock } from '../catalog/lock.js';
import { diffTargets } from './diff.js';

const tool = (name: string) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } });
const kinds = ({ diff }: Awaited<ReturnType<typeof diffTargets>>) =>
  diff.changes.map(({ kind, server, tool: name }) => [kind, server, name]);

it('compares two files, and fails on what breaks', async () => {
  const cwd = folder({
    'a.json': JSON.stringify([tool('x'), tool('y')]),
    'b.json': JSON.stringify([tool('x')]),
  });
  const less = await diffTargets({ cwd, before: 'a.json', after: 'b.json' });
  expect([less.failed, less.diff.summary]).toEqual([true, { breaking: 1, risky: 0, additive: 0 }]);
  const more = await diffTargets({ cwd, before: 'b.json', after: 'a.json' });
  expect([more.failed, more.diff.summary]).toEqual([false, { breaking: 0, risky: 0, additive: 1 }]);
});

it('compares a file with a server of the suite, named either way', async () => {
  const servers = { books: { command: shelf } };
  const cwd = folder({ 'mcptest.yml': suite({ servers }), 'old.json': JSON.stringify([tool('burn_book')]) });
  for (const target of [{ after: 'books' }, { server: 'books' }]) {
    const report = await diffTargets({ cwd, before: 'old.json', ...target });
    await report.closing;
    expect(kinds(report)).toContainEqual(['tool-removed', 'books', 'burn_book']);
    expect(kinds(report)).toContainEqual(['tool-added', 'books', 'lend_book']);
  }
});

it('of a lock with many servers only the one that is asked about counts', async () => {
  const lock = writeLock(
    lockOf([
      { server: 'shelf', tools: [tool('burn_book')] },
      { server: 'other', tools: [tool('x')] },
    ]),
  );
  const cwd = folder({ 'mcptest.lock': lock });
  const report = await diffTargets({ cwd, before: 'mcptest.lock', command: shelf });
  await report.closing;
  expect(new Set(report.diff.changes.map(({ server }) => server))).toEqual(new Set(['shelf']));
});

it('wants two sides, no more and no fewer', async () => {
  for (const input of [{}, { after: 'b.json', command: shelf }, { after: 'b.json', server: 'books' }])
    await expect(diffTargets({ before: 'a.json', ...input })).rejects.toMatchObject({ code: 'bad-diff' });
});
