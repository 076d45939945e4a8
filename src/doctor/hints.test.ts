import { describe, expect, it } from 'vitest';
import { hintsFor } from './hints.js';

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
    [{ url: 'https://mcp.example/v1', transport: 'sse' }, /SSE/],
    [{ command: ['docker', 'run', '-i', 'image'] }, /add --rm/],
    [{ command: ['docker', 'run', '--rm', '--interactive', '--tty', 'image'] }, /leave -t out/],
    [{ command: ['x', '<API KEY>'] }, /<API KEY> is not filled in/],
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
    { url: 'not a URL' },
    { command: ['docker', 'ps'] },
  ])('has nothing to say about %j', (declaration) => {
    expect(hintsFor(declaration)).toEqual([]);
  });

  it('names a placeholder once, and five at most', () => {
    const env = Object.fromEntries('ABCDEFG'.split('').map((letter) => [letter, `YOUR_${letter}`]));
    expect(hintsFor({ command: ['x', 'YOUR_A'], env })).toHaveLength(5);
  });
});
