import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serverFiles } from './watched-files.js';

it('takes the words of a command that are files of the project', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'mcptest-watched-'));
  const cwd = join(workspace, 'server');
  mkdirSync(join(workspace, 'node_modules'));
  mkdirSync(cwd);
  for (const file of ['server/main.py', 'server/data', 'node_modules/dep.js', 'top.yml'])
    writeFileSync(join(workspace, file), '');
  const command = [
    'python',
    'main.py',
    '--data',
    './data',
    '../top.yml',
    '.',
    'no-such',
    '../node_modules/dep.js',
    '/etc/hostname',
  ];
  expect(serverFiles({ command, cwd }, workspace)).toEqual([
    join(cwd, 'main.py'),
    join(cwd, 'data'),
    join(workspace, 'top.yml'),
  ]);
  expect(serverFiles({ start: ['node', join(cwd, 'main.py')], cwd }, workspace)).toEqual([
    join(cwd, 'main.py'),
  ]);
});
