import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chaos, folder, suite } from '../../test/lib/cli.js';
import { doctor } from './doctor.js';
import { doctorReport } from './doctor-report.js';

/** A home without any configuration of a client. */
const home = folder();

it('finds nothing wrong with an honest server, and keeps what it found', async () => {
  const servers = { honest: { command: chaos('none') } };
  const cwd = folder({ 'mcptest.yml': suite({ servers }) });
  await expect(doctorReport({ workspace: cwd, refresh: false })).rejects.toMatchObject({
    code: 'no-doctor-report',
  });
  const seen: string[] = [];
  const report = await doctor({ cwd, home, progress: ({ server }) => seen.push(server) });
  expect(report).toMatchObject({ exit_code: 0, servers: [{ server: 'honest', verdict: 'pass' }] });
  expect(seen).toEqual(['honest']);
  expect(JSON.parse(readFileSync(join(cwd, '.mcptest', 'doctor.json'), 'utf8'))).toEqual(report);
  expect(await doctorReport({ workspace: cwd, refresh: false })).toEqual(report);
});

it('tells what is wrong from what cannot be reached', async () => {
  const cwd = folder();
  const examine = (command: string[]) =>
    doctor({ cwd, home, command, save: false, request_timeout_ms: 5000 });
  const [missing, broken] = await Promise.all([
    examine(['no-such-program-here']),
    examine(chaos('tools-not-array')),
  ]);
  expect(missing).toMatchObject({ exit_code: 3, servers: [{ verdict: 'unreachable' }] });
  expect(broken).toMatchObject({ exit_code: 1, servers: [{ verdict: 'fail' }] });
  expect(broken.servers[0]!.steps.find(({ status }) => status === 'fail')?.remedy).toBeTruthy();
});

it('lists what clients declare without its secrets, and starts only the one that is named', async () => {
  const key = 'canary-of-a-client-0042';
  const [command, ...args] = chaos('none');
  const mcpServers = {
    mine: { command, args, env: { PLAIN: key } },
    other: { command: 'no-such-program-here', args: ['--token', key] },
  };
  const cwd = folder({ '.mcp.json': JSON.stringify({ mcpServers }) });
  const all = await doctor({ cwd, home, save: false });
  expect(all.servers).toEqual([]);
  expect(all.declared.map(({ name, client }) => [name, client])).toEqual([
    ['mine', 'Claude Code'],
    ['other', 'Claude Code'],
  ]);
  expect(all.declared[1]!.hints).toContain('no-such-program-here is not found from here');
  expect(JSON.stringify(all)).not.toContain(key);
  const one = await doctor({ cwd, home, server: 'mine', save: false });
  expect(one.servers).toMatchObject([{ server: 'mine', verdict: 'pass' }]);
  await expect(doctor({ cwd, home, server: 'mien' })).rejects.toMatchObject({
    code: 'unknown-server',
    hint: 'Declared: mine, other.',
  });
});

it('wants a server to look at', async () => {
  await expect(doctor({ cwd: folder(), home })).rejects.toMatchObject({ code: 'no-target' });
});
