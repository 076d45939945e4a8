import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRedactor } from '../redact/redactor.js';
import { type Doors, openDoors } from './doors.js';

const LEDGER = fileURLToPath(new URL('../../fixtures/cli-agent/ledger.mjs', import.meta.url));
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'leave' } };
const LATE_WORD = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
const line = (message: object): string => `${JSON.stringify(message)}\n`;

let dir: string;
let doors: Doors;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'doors-'));
  const env = { ...process.env, LEDGER: join(dir, 'ledger.jsonl') };
  const spec = { name: 'ledger', command: [process.execPath, LEDGER], cwd: dir, env: { LEDGER: env.LEDGER } };
  doors = await openDoors({
    dir,
    recording: join(dir, 'wire.jsonl'),
    servers: [{ spec: { ...spec, shutdown_grace_ms: 1000 } as never, injections: { faults: [] } }],
    redactor: createRedactor([]),
    spawn: { env, self: [] },
  });
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('the door of a server that ends in the middle of a call', () => {
  it('ends too, so that the agent sees it, though the agent ends nothing', async () => {
    const [program = '', ...args] = doors.servers[0]?.argv ?? [];
    const door = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    door.stdout.resume();
    door.stdin.on('error', () => {}).write(line(CALL));
    await once(door, 'exit');
    await doors.close();
    expect(readFileSync(join(dir, 'ledger.jsonl'), 'utf8')).toBe(line({ tool: 'leave', args: {} }));
  });

  it('closes, though the agent goes on speaking and never leaves', async () => {
    const path = doors.servers[0]?.argv.at(-1) ?? '';
    const agent = connect({ path, allowHalfOpen: true }).on('error', () => {});
    agent.write(line(CALL));
    agent.resume();
    await once(agent, 'end');
    agent.write(line(LATE_WORD));
    await doors.close();
    expect(readFileSync(join(dir, 'wire.jsonl'), 'utf8')).toContain('the server exited with code 1');
    agent.destroy();
  });
});
