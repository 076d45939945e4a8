import { describe, expect, it } from 'vitest';
import type { ServerSpec } from '../types/connection.js';
import { firstBytes } from './first-bytes.js';

const spec = (command: string[]): ServerSpec => ({
  name: 's',
  command,
  cwd: process.cwd(),
  protocol: 'auto',
  startup_timeout_ms: 10_000,
  request_timeout_ms: 10_000,
  shutdown_grace_ms: 100,
  isolate: 'suite',
});
const options = { env: process.env, self: [] };
const first = (script: string) => firstBytes(spec([process.execPath, '-e', script]), options, 10_000);
/** Quicker to start than Node, where a time limit runs. */
const firstOfShell = (script: string) =>
  firstBytes(spec(['sh', '-c', `${script}; cat > /dev/null`]), options, 1000);
const STAY = 'process.stdin.resume();';

describe('firstBytes', () => {
  it('gives the first line, and no more', async () => {
    expect(await first(`${STAY} console.log('one'); console.log('two')`)).toMatchObject({
      kind: 'line',
      text: 'one',
      whole: true,
    });
  });

  it('asks for a handshake, so that a server has something to answer', async () => {
    const echo = `process.stdin.once('data', (data) => process.stdout.write(data))`;
    const answer = await first(echo);
    expect(answer).toMatchObject({ kind: 'line', whole: true });
    expect(JSON.parse((answer as { text: string }).text)).toMatchObject({ method: 'initialize', id: 1 });
  });

  it('reads past blank lines', async () => {
    expect(await first(`${STAY} console.log('\\n  \\n{}')`)).toMatchObject({ kind: 'line', text: '{}' });
  });

  it('shows what came of a line that does not end', async () => {
    expect(await firstOfShell(`printf '{"json'`)).toMatchObject({
      kind: 'line',
      text: '{"json',
      whole: false,
    });
  });

  it('gives up on a line that is longer than any first message', async () => {
    const answer = await first(`${STAY} process.stdout.write('x'.repeat(200_000))`);
    expect(answer).toMatchObject({ kind: 'line', whole: false });
  });

  it('tells a server that says nothing from one that leaves and from one that closes its output', async () => {
    expect(await firstOfShell('echo waiting >&2')).toMatchObject({
      kind: 'silent',
      stderr: expect.stringContaining('waiting'),
    });
    expect(await first(`console.error('no key'); process.exit(3)`)).toMatchObject({
      kind: 'exited',
      ending: expect.stringContaining('3'),
      stderr: expect.stringContaining('no key'),
    });
    expect(await first(`${STAY} require('node:fs').closeSync(1)`)).toMatchObject({ kind: 'closed' });
  });

  it('says why a command was not started', async () => {
    expect(await firstBytes(spec(['no-such-program-here']), options, 1000)).toMatchObject({
      kind: 'not-started',
      code: 'ENOENT',
    });
  });

  it('stops when nobody waits any more', async () => {
    const waiting = firstBytes(
      spec([process.execPath, '-e', STAY]),
      { ...options, signal: AbortSignal.timeout(50) },
      600_000,
    );
    expect(await waiting).toMatchObject({ kind: 'silent' });
  });
});
