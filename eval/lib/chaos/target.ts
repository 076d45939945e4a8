/** The server of one cell: how it is declared in the suite, and its process where it is reached over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../campaign/command.js';
import type { Cell } from './cell.js';

const folder = join(root, 'fixtures/chaos-mcp');

export interface Target {
  declared: Record<string, unknown>;
  end(): void;
}

export async function targetOf({ fault, transport, era }: Cell, secret: string): Promise<Target> {
  const flags = ['--fault', fault, ...(era === 'modern' ? ['--modern'] : [])];
  const limits = { startup_timeout: '10s', request_timeout: fault.startsWith('big') ? '25s' : '3s' };
  if (transport === 'stdio') {
    const given = { env: { API_TOKEN: secret }, pass_env: ['CAMPAIGN_MARK'] };
    return { declared: { command: argvOf(fault, flags), ...given, ...limits }, end: () => {} };
  }
  const { child, port } = await overHttp(flags, secret);
  const url = (URLS[fault] ?? URLS.usual!)(port);
  if (fault === 'http-refused') await ended(child);
  const headers = { authorization: `Bearer ${secret}` };
  return { declared: { url, headers, ...limits }, end: () => child.kill() };
}

/** Row 48 of the table is about the way to a server, not about the server. */
const URLS: Record<string, (port: string) => string> = {
  usual: (port) => `http://127.0.0.1:${port}/mcp`,
  'http-no-name': (port) => `http://no-such-host.invalid:${port}/mcp`,
  'http-tls': (port) => `https://127.0.0.1:${port}/mcp`,
  'http-ipv6': (port) => `http://[::1]:${port}/mcp`,
};

/** Rows 1 and 2 of the table are no servers at all. */
function argvOf(fault: string, flags: string[]): string[] {
  if (fault === 'no-command') return ['no-such-mcp-server', '--stdio'];
  const server = [process.execPath, join(folder, 'server.mjs'), ...flags];
  if (fault !== 'launch-chain') return server;
  return ['/bin/sh', '-c', `echo "fatal: could not clone" >&2; exit 4 && exec ${server.join(' ')}`];
}

function overHttp(flags: string[], secret: string): Promise<{ child: ChildProcess; port: string }> {
  const child = spawn(process.execPath, [join(folder, 'http.mjs'), ...flags], {
    env: { ...process.env, API_TOKEN: secret },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server over HTTP did not start')));
    createInterface(child.stdout!).once('line', (port) => resolve({ child, port }));
  });
}

function ended(child: ChildProcess): Promise<unknown> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  return gone;
}
