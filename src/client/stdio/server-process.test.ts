import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chaos, codes, echo, options, ROOT, reach } from '../chaos-testkit.js';
import { connect } from '../connect.js';
import { FaultLog } from '../session/fault-log.js';
import { processEntry, processTable } from './process-table.js';
import { handOver, killAll, ServerProcess } from './server-process.js';
import { nextMark } from './watchdog.js';

let folder: string;
let pidFile: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mcptest-process-'));
  pidFile = path.join(folder, 'pids');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function stubborn(fault: string) {
  return chaos(fault, { env: { CHAOS_PID_FILE: pidFile }, shutdown_grace_ms: 50 });
}

/** The processes that the fixture noted, once it has noted that many. */
async function notedPids(count: number): Promise<number[]> {
  const pids = () => readFileSync(pidFile, 'utf8').trim().split('\n').map(Number);
  await expect.poll(pids).toHaveLength(count);
  return pids();
}

function living(pids: number[]): number[] {
  return pids.filter((pid) => processEntry(pid)?.zombie === false);
}

/** Every living process whose environment names this test's pid file. */
function ofThisTest(): number[] {
  const table = processTable() ?? [];
  return table
    .filter(({ pid, zombie }) => {
      try {
        return !zombie && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(pidFile);
      } catch {
        return false;
      }
    })
    .map(({ pid }) => pid);
}

describe.skipIf(process.platform !== 'linux')('after close', () => {
  test('nothing is left of a server and a grandchild that ignore EOF and SIGTERM', async () => {
    const connection = await reach(stubborn('ignore-eof'));
    const pids = await notedPids(2);
    expect(living(pids)).toEqual(pids);
    await connection.close();
    expect(living(pids)).toEqual([]);
    expect(codes(connection)).toEqual(expect.arrayContaining(['ignored-sigterm', 'leaked-processes']));
  });

  test('a grandchild that outlives its server is killed and reported', async () => {
    const connection = await reach(stubborn('leave-child'));
    const pids = await notedPids(1);
    await connection.close();
    expect(living(pids)).toEqual([]);
    expect(connection.faults()).toMatchObject([
      { code: 'leaked-processes', message: expect.stringContaining(String(pids[0])) },
    ]);
  });

  test('one that follows its server by itself is none that was left behind', async () => {
    const connection = await reach(stubborn('follow-child'));
    const pids = await notedPids(1);
    await connection.close();
    expect(living(pids)).toEqual([]);
    expect(connection.faults()).toEqual([]);
  });

  test.each(['leave-daemon', 'leave-orphan', 'leave-bare'])(
    'so is one that moved to a session of its own (%s)',
    async (fault) => {
      const connection = await reach(stubborn(fault));
      const pids = await notedPids(1);
      await connection.close();
      expect(living(pids)).toEqual([]);
      expect(codes(connection)).toEqual(['leaked-processes']);
    },
  );

  test.each(['leave-child', 'leave-orphan', 'leave-bare'])(
    'a server that died leaves none behind (%s)',
    async (fault) => {
      const connection = await reach(stubborn(fault));
      const pids = await notedPids(1);
      expect(await connection.request('tools/call', { name: 'crash' })).toMatchObject({ kind: 'died' });
      await connection.close();
      expect(living(pids)).toEqual([]);
    },
  );

  test('a well-behaved server leaves no fault', async () => {
    const connection = await reach(chaos());
    await connection.close();
    expect(codes(connection)).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('when we are the ones to go', () => {
  test('killAll ends everything at once', async () => {
    const connected = await connect(stubborn('ignore-eof'), options);
    const pids = await notedPids(2);
    killAll();
    await expect.poll(() => living(pids)).toEqual([]);
    if (connected.ok) {
      expect(await echo(connected.connection)).toMatchObject({ kind: 'died' });
      await connected.connection.close();
    }
  });

  test.each([
    ['once connected', 'ignore-eof', 2],
    ['the moment it starts', 'ignore-eof', 0],
    ['once a daemon without an environment runs', 'leave-bare', 1],
  ])('SIGKILL %s leaves no process', async (_when, fault, noted) => {
    const script = path.join(folder, 'tester.mjs');
    await build({
      entryPoints: [path.join(ROOT, 'src/client/connect.ts')],
      outfile: path.join(folder, 'client.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['cross-spawn'],
    });
    writeFileSync(
      script,
      `import { connect } from './client.mjs';
       const connected = await connect(${JSON.stringify(stubborn(fault))}, { env: process.env, self: [], version: '0' });
       console.log(connected.ok);
       setInterval(() => {}, 1000);`,
    );
    const tester = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const gone = new Promise((resolve) => tester.once('exit', resolve));
    let pids: number[] = [];
    if (noted > 0) {
      await new Promise((resolve) => tester.stdout.once('data', resolve));
      pids = await notedPids(noted);
    }
    await expect.poll(ofThisTest, { interval: 1 }).not.toEqual([]);
    tester.kill('SIGKILL');
    await gone;
    await expect.poll(() => [...ofThisTest(), ...living(pids)], { timeout: 5000 }).toEqual([]);
  });

  /** Waits for its input to end; then it works for a moment, or until it is told to stop. */
  const slow = (how: 'finishes' | 'waits' | 'stays') => `
    const fs = require('node:fs');
    const note = (word) => fs.appendFileSync(${JSON.stringify(pidFile)}, word + ' ');
    process.on('SIGTERM', () => { note('term'); if (${JSON.stringify(how)} === 'waits') process.exit(); });
    process.stdin.on('data', () => {}).on('end', () => {
      note('end');
      if (${JSON.stringify(how)} === 'finishes') setTimeout(() => { note('finished'); process.exit(); }, 50);
    });
    setInterval(() => {}, 1000);
    console.log('up');`;
  const started = async (how: 'finishes' | 'waits' | 'stays', graceMs = 100) => {
    const { spawnServer } = await import('./server-process.js');
    const command = [process.execPath, '-e', slow(how)];
    const spawned = await spawnServer(command, { ...chaos(), shutdown_grace_ms: graceMs }, options);
    if (!spawned.ok) throw new Error(spawned.message);
    await new Promise((up) => spawned.process.child.stdout?.once('data', up));
    return spawned.process;
  };
  const words = () => readFileSync(pidFile, 'utf8').trim();

  // Where the machine is so busy that a server notices nothing within its 100 ms, it is asked again.
  const asked = { retry: 3 };
  test.each([
    ['finishes', 'end finished'],
    ['waits', 'end term'],
    ['stays', 'end term'],
  ] as const)(
    'a server that %s is ended in order by the watchdog, and nobody waits',
    asked,
    async (how, order) => {
      rmSync(pidFile, { force: true });
      const server = await started(how);
      const stopped = server.stop(new FaultLog());
      handOver();
      killAll();
      await stopped;
      expect(living([server.pid])).toEqual([server.pid]);
      await expect.poll(() => living([server.pid]), { timeout: 5000 }).toEqual([]);
      expect(words()).toBe(order);
    },
  );

  test('one that was given longer than is usual is waited for, and so is one that nobody has told to leave', async () => {
    const server = await started('finishes', 101);
    handOver();
    expect(living([server.pid])).toEqual([server.pid]);
    const stopped = server.stop(new FaultLog());
    handOver();
    await stopped;
    expect(living([server.pid])).toEqual([]);
    expect(words()).toBe('end finished');
  });

  test('so is one that started another meanwhile', async () => {
    const connection = await reach(stubborn('leave-child'));
    const pids = await notedPids(1);
    const closed = connection.close();
    handOver();
    await closed;
    expect(living(pids)).toEqual([]);
    expect(codes(connection)).toEqual(['leaked-processes']);
  });

  test('an open watchdog does not keep us alive', async () => {
    await build({
      stdin: {
        contents: `import { connect } from './src/client/connect.ts';
          const connected = await connect(${JSON.stringify(chaos())}, { env: process.env, self: [], version: '0' });
          await connected.connection.close();
          console.log('done');`,
        resolveDir: ROOT,
        loader: 'ts',
      },
      outfile: path.join(folder, 'once.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['cross-spawn'],
    });
    const child = spawn(process.execPath, [path.join(folder, 'once.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    // `close` comes only when nobody, the watchdog included, holds the output any more.
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect({ code, output: output.trim() }).toEqual({ code: 0, output: 'done' });
  });
});

test('an exit that is told as an error, as for a missing program on Windows, is an end', async () => {
  const child = spawn(process.execPath, ['-e', 'process.exit(1)'], { stdio: 'pipe' });
  const emit = child.emit.bind(child);
  const missing = Object.assign(new Error('spawn nothing ENOENT'), { code: 'ENOENT' });
  child.emit = ((name: string, ...rest: unknown[]) =>
    name === 'exit'
      ? emit('error', missing)
      : emit(name as 'exit', ...(rest as [null, null]))) as typeof child.emit;
  const server = new ServerProcess(child, { graceMs: 100, mark: nextMark() });
  await server.gone;
  expect(server.ending).toBe('could not be started: there is no such program');
  await server.stop(new FaultLog());
});
