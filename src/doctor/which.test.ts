import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { which } from './which.js';

describe('which', () => {
  const at =
    (platform: NodeJS.Platform, files: string[], env: Record<string, string>) =>
    (program: string, cwd: string) =>
      which(program, { cwd, env, platform, runs: (file) => files.includes(file) });

  it('looks along PATH with the endings that Windows knows', () => {
    const files = ['C:\\node\\npx.CMD', 'D:\\work\\run.bat', 'C:\\bin\\server.exe'];
    const find = at('win32', files, { Path: 'C:\\none;C:\\node;C:\\bin', PATHEXT: '.EXE;.CMD;.bat' });
    expect(find('npx', 'D:\\work')).toBe('C:\\node\\npx.CMD');
    expect(find('server.exe', 'D:\\work')).toBe('C:\\bin\\server.exe');
    expect(find('.\\run', 'D:\\work')).toBe('D:\\work\\run.bat');
    expect(find('run', 'C:\\')).toBeUndefined();
  });

  it('looks along PATH on other systems, where a name is a name', () => {
    const find = at('linux', ['/usr/bin/node', '/project/bin/x'], { PATH: '/bin:/usr/bin' });
    expect(find('node', '/project')).toBe('/usr/bin/node');
    expect(find('bin/x', '/project')).toBe('/project/bin/x');
    expect(find('node.exe', '/project')).toBeUndefined();
    expect(find('', '/project')).toBeUndefined();
  });

  it('asks the file system whether a file may be run', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'mcptest-which-'));
    writeFileSync(join(cwd, 'runs'), '', { mode: 0o755 });
    writeFileSync(join(cwd, 'text'), '', { mode: 0o644 });
    mkdirSync(join(cwd, 'folder'));
    const find = (program: string) => which(program, { cwd: '/', env: { PATH: cwd }, platform: 'linux' });
    expect(find('runs')).toBe(join(cwd, 'runs'));
    expect(find('text')).toBeUndefined();
    expect(find('folder')).toBeUndefined();
  });
});
