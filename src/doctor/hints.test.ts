import { describe, expect, it } from 'vitest';
import { hintsFor } from './hints.js';
import { which } from './which.js';

describe('hintsFor', () => {
  it.each([
    [{ command: ['npx', 'server'] }, /without -y/],
    [{ command: ['C:\\node\\npx.cmd', 'server'] }, /without -y/],
    [{ command: ['npx', '-y', 'server@latest'] }, /pin a version/],
    [{ command: ['node server.js'] }, /\["node","server.js"\]/],
    [{ command: ['docker', 'run', '--rm', 'image'] }, /add -i/],
    [{ command: ['docker', 'run', '--rm', '-it', 'image'] }, /leave -t out/],
    [{ command: ['node', '~/server.js'] }, /home folder/],
    [{ command: ['node', 'a.js', '&&', 'x'] }, /shell/],
    [{ command: ['x'], env: { KEY: '${input:key}' } }, /\$\{input:key\} is not filled in/],
    [{ command: ['x'], env: { KEY: 'YOUR_API_KEY' } }, /YOUR_API_KEY is not filled in/],
    [{ url: 'http://mcp.example/mcp', headers: { Authorization: 'x' } }, /plain http/],
    [{ url: 'https://u:p@mcp.example/mcp' }, /password/],
    [{ url: 'https://mcp.example/sse' }, /SSE/],
  ])('%j', (declaration, hint) => {
    expect(hintsFor(declaration).join('\n')).toMatch(hint);
  });

  it.each([
    { command: ['npx', '-y', 'server@1.2.3'] },
    { command: ['node', 'server.js', '--flag'] },
    { command: ['/opt/my tools/server'] },
    { command: ['docker', 'run', '--rm', '-i', 'image'] },
    { url: 'http://127.0.0.1:3000/mcp', headers: { Authorization: 'x' } },
    { url: 'https://mcp.example/mcp' },
  ])('has nothing to say about %j', (declaration) => {
    expect(hintsFor(declaration)).toEqual([]);
  });
});

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
});
