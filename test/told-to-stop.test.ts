/** SIGTERM ends every command, in whatever phase its server hangs; and nothing is written for ever. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writePipe } from '../src/cli/output/write-pipe.js';
import { makeFolders } from '../src/store/own-folder.js';
import { cli, folder, mcptest, root, suite } from './lib/cli.js';

/** Says on stderr what it is asked for, and from `phase` on nothing else. */
const HANGS = `
const [phase, seen] = process.argv.slice(1);
const fs = require('node:fs');
process.stdin.on('data', (chunk) => {
  for (const line of String(chunk).split('\\n').filter(Boolean)) {
    const { id, method, params } = JSON.parse(line);
    if (method === phase) fs.writeFileSync(seen, 'x');
    if (id === undefined || method === phase) continue;
    const result = method === 'initialize'
      ? { protocolVersion: params.protocolVersion, capabilities: { tools: {}, resources: {}, prompts: {} }, serverInfo: { name: 's', version: '1' } }
      : { tools: [{ name: 'look', description: 'Look.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }], resources: [], prompts: [], resourceTemplates: [], content: [] };
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
  }
});`;

/** Ends with SIGTERM as soon as the server hangs. */
async function stopped(args: string[], phase: string): Promise<number | null> {
  const cwd = folder();
  const seen = join(cwd, 'seen');
  const server = [process.execPath, '-e', HANGS, phase, seen];
  writeFileSync(
    join(cwd, 'mcptest.yml'),
    suite({ servers: { shelf: { command: server } }, tools: [{ name: 'looks', tool: 'look', args: {} }] }),
  );
  const { code } = await mcptest(args, {
    cwd,
    env: { HOME: cwd },
    during: (child) => {
      const { existsSync } = process.getBuiltinModule('node:fs');
      const timer = setInterval(() => {
        if (!existsSync(seen)) return;
        clearInterval(timer);
        child.kill('SIGTERM');
      }, 20);
      child.on('close', () => clearInterval(timer));
    },
  });
  return code;
}

describe('SIGTERM ends', () => {
  it.each([
    ['tools', 'shelf'],
    ['resources', 'shelf'],
    ['prompts', 'shelf'],
    ['capabilities', 'shelf'],
    ['call', 'shelf', 'look'],
    ['doctor', 'shelf'],
    ['lint', 'shelf'],
    ['security', 'shelf'],
    ['tokens', 'shelf'],
    ['lock', 'shelf'],
    ['diff', 'shelf', 'shelf'],
    ['tdqs', 'score', 'shelf'],
    ['tool-bench', 'suggest', 'shelf'],
    ['generate', 'suite', 'shelf'],
    ['generate', 'conformance', 'shelf'],
    ['run'],
  ])('%s %s %s in the handshake', async (...args) => {
    expect(await stopped(args.filter(Boolean), 'initialize')).toBe(143);
  });

  it.each([
    [['tools', 'shelf'], 'tools/list'],
    [['doctor', 'shelf'], 'resources/list'],
    [['doctor', 'shelf'], 'tools/call'],
    [['generate', 'suite', 'shelf'], 'prompts/list'],
    [['run'], 'tools/call'],
    [['run'], 'tools/list'],
  ])('%j in %s', async (args, phase) => {
    expect(await stopped(args, phase)).toBe(143);
  });

  it('mock, mcp-server and view, which wait for others', async () => {
    const cwd = folder({ 'm.yml': suite({ mock_server: { name: 'm', tools: [] } }) });
    for (const args of [
      ['mock', '--tools-from', 'm.yml', '--http'],
      ['mcp-server'],
      ['view', '--port', '0', '--no-open'],
    ]) {
      const child = spawn(process.execPath, [cli, ...args], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
      // Once it says something it is there; a server over stdio says something when it is asked.
      for (const stream of [child.stdout, child.stderr]) stream.once('data', () => child.kill('SIGTERM'));
      child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      const code = await new Promise((done) => child.on('close', done));
      expect(code, args.join(' ')).not.toBeNull();
    }
  });

  it('one whose stdout nobody reads', async () => {
    const big = {
      tools: Array.from({ length: 3000 }, (_, at) => ({
        name: `t${at}`,
        description: 'x'.repeat(200),
        inputSchema: { type: 'object' },
      })),
    };
    const cwd = folder({ 'x.json': JSON.stringify(big) });
    const child = spawn(process.execPath, [cli, 'lint', '--from', 'x.json', '--format', 'json'], {
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise((done) => child.stdout.once('readable', done));
    child.kill('SIGTERM');
    expect(await new Promise((done) => child.once('exit', done))).toBe(143);
    child.stdout.destroy();
  });
});

describe('writing', () => {
  it('gives up on a pipe that nobody reads, and fills one that somebody reads', async () => {
    const pipe = join(folder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(writePipe(pipe, 'x', 100)).rejects.toThrow('no program reads from the pipe');
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
    let read = 0;
    reader.stdout.on('data', (chunk: Buffer) => {
      read += chunk.length;
    });
    await writePipe(pipe, 'x'.repeat(300_000), 20_000);
    await new Promise((done) => reader.on('close', done));
    expect(read).toBe(300_000);
  });

  it('ends with SIGTERM while a report waits for a reader', async () => {
    const cwd = folder();
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    const child = spawn(
      process.execPath,
      [
        cli,
        'run',
        join(root, 'examples/demo'),
        '--workspace',
        cwd,
        '--reporter',
        'json=pipe',
        '--reporter',
        'minimal',
      ],
      { cwd, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    await new Promise((done) => setTimeout(done, 2500));
    child.kill('SIGTERM');
    expect(await new Promise((done) => child.once('exit', done))).not.toBe(0);
  });

  it.skipIf(process.platform !== 'linux')('tells of a folder that cannot be made, and does not hang', () => {
    expect(() => makeFolders('/proc/x/y')).toThrow();
    const there = folder();
    makeFolders(join(there, 'a', 'b'));
    mkdirSync(join(there, 'a', 'b', 'c'));
  });

  it('of snapshots that failed is told, and the run is not green', async () => {
    const server = { command: [process.execPath, '-e', HANGS, 'none', 'none'] };
    const test = {
      name: 'looks',
      tool: 'look',
      args: {},
      expect: [{ 'result.content': { snapshot: true } }],
    };
    const cwd = folder({ 'mcptest.yml': suite({ servers: { shelf: server }, tools: [test] }) });
    symlinkSync(join(cwd, 'nowhere', 'at', 'all'), join(cwd, 'snapshots'));
    const { code, stdout } = await mcptest(['run'], { cwd });
    expect(stdout).toContain('the snapshots could not be written');
    expect(stdout).not.toContain('1 written');
    expect(code).toBe(3);
  });

  it.skipIf(process.platform !== 'linux')('goes on where nothing can be kept', async () => {
    const { code } = await mcptest(['run', join(root, 'examples/demo'), '--workspace', '/proc/self'], {
      cwd: folder(),
      env: { XDG_CACHE_HOME: '/proc/x/y' },
    });
    expect(code).not.toBeNull();
  });
});
