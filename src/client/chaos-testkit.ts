/** What the tests of this folder share: specs for the chaos fixture, and connections that end with their test. */
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Connection, ServerSpec } from '../types/connection.js';
import { type ConnectFailure, connect } from './connect.js';

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const CHAOS = path.join(ROOT, 'fixtures/chaos-mcp/server.mjs');
export const options = { env: process.env, self: [process.execPath, CHAOS], version: '0.0.0' };

export function spec(extra: Partial<ServerSpec>): ServerSpec {
  return {
    name: 'chaos',
    cwd: ROOT,
    protocol: 'auto',
    startup_timeout_ms: 45_000,
    request_timeout_ms: 45_000,
    shutdown_grace_ms: 100,
    isolate: 'suite',
    ...extra,
  };
}

export function chaos(fault = 'none', extra: Partial<ServerSpec> = {}): ServerSpec {
  return spec({ command: [process.execPath, CHAOS, '--fault', fault], ...extra });
}

/** A connection that is closed after the test. */
export async function reach(target: ServerSpec, with_: Partial<typeof options> = {}): Promise<Connection> {
  const connected = await connect(target, { ...options, ...with_ });
  if (!connected.ok) throw new Error(connected.failure.message);
  const { connection } = connected;
  onTestFinished(() => connection.close());
  return connection;
}

/** The failure of a connection that must not come about. */
export async function refused(target: ServerSpec, with_: object = {}): Promise<ConnectFailure> {
  const connected = await connect(target, { ...options, ...with_ });
  if (connected.ok) await connected.connection.close();
  expect(connected.ok).toBe(false);
  return (connected as { failure: ConnectFailure }).failure;
}

export function echo(connection: Connection, text = 'hello', timeout_ms?: number) {
  return connection.request('tools/call', { name: 'echo', arguments: { text } }, { timeout_ms });
}

export const answer = (text: string) => ({ kind: 'result', result: { content: [{ type: 'text', text }] } });

export function codes(connection: Connection): string[] {
  return connection.faults().map((fault) => fault.code);
}
