import { describe, expect, it } from 'vitest';
import { SnapshotBook } from '../match/snapshot-book.js';
import { createRedactor } from '../redact/redactor.js';
import type { Connection, ConnectionInfo, Fault, Listing, Reply } from '../types/connection.js';
import type { ComplianceCall, Expectation } from '../types/suite.js';
import { judgeCompliance } from './compliance.js';

const ok = (result: unknown): Reply => ({ kind: 'result', result, duration_ms: 1, progress: [] });
const rpcError: Reply = {
  kind: 'error',
  error: { code: -32601, message: 'Method not found' },
  duration_ms: 1,
  progress: [],
};
const tool = { name: 'a', inputSchema: { type: 'object' } };

interface Given {
  info?: Partial<ConnectionInfo>;
  listing?: Listing;
  pong?: Reply;
  expect?: Expectation;
  faults?: Fault[];
  lenient_stdout?: boolean;
}

async function judge(check: ComplianceCall['check'], given: Given = {}, spec_version?: string) {
  const info: ConnectionInfo = {
    transport: 'stdio',
    era: 'legacy',
    protocol_version: '2025-11-25',
    capabilities: { tools: {} },
    server_info: { name: 's', version: '1' },
    auth: 'none',
    ...given.info,
  };
  const connection = {
    name: 's',
    info,
    alive: true,
    request: async () => given.pong ?? ok({}),
    list: async () => given.listing ?? { items: [tool], pages: 1 },
    faults: () => given.faults ?? [],
  } as unknown as Connection;
  const { checks } = await judgeCompliance(
    { kind: 'compliance', server: 's', check, ...(spec_version && { spec_version }) },
    given.expect ?? { assertions: [] },
    connection,
    {
      redactor: createRedactor([]),
      snapshots: SnapshotBook.load(undefined, { file: 'x', mode: 'frozen' }),
      timeout_ms: 1000,
      lenient_stdout: given.lenient_stdout,
      reach: () => {
        throw new Error('no conversation beside the connection is needed');
      },
    },
  );
  return checks.map(({ outcome }) => outcome);
}

describe('compliance', () => {
  it('stdout carries messages only; lenience is for log lines alone', async () => {
    const faults = ['stdout-noise', 'embedded-newline'].map((code) => ({ code, message: code, count: 1 }));
    expect(await judge('initialize', { faults })).toEqual(['pass', 'fail', 'fail']);
    expect(await judge('tools/list', { faults, lenient_stdout: true })).toEqual(['pass', 'fail']);
    expect(await judge('ping', { faults: faults.slice(0, 1), lenient_stdout: true })).toEqual(['pass']);
    expect(await judge('ping', { faults, info: { transport: 'http' } })).toEqual(['pass']);
  });

  it('initialize: names and capabilities', async () => {
    expect(await judge('initialize')).toEqual(['pass']);
    expect(await judge('initialize', { info: { server_info: { name: 's' } } })).toEqual(['fail']);
    expect(await judge('initialize', { info: { era: 'modern', server_info: undefined } })).toEqual(['pass']);
  });

  it('a list: every item has what its kind needs', async () => {
    expect(await judge('tools/list')).toEqual(['pass']);
    expect(await judge('tools/list', { listing: { items: [{ name: 'a' }], pages: 1 } })).toEqual(['fail']);
    expect(await judge('resources/list', { listing: { items: [{ name: 'a' }], pages: 1 } })).toEqual([
      'fail',
    ]);
    expect(await judge('prompts/list', { listing: { items: [{ name: 'a' }], pages: 1 } })).toEqual(['pass']);
    expect(await judge('tools/list', { listing: { items: [], pages: 0, failed: rpcError } })).toEqual([
      'fail',
    ]);
    expect(
      await judge('tools/list', { listing: { items: [tool], pages: 2, fault: 'the cursor came twice' } }),
    ).toEqual(['fail']);
  });

  it('ping: answered, and never green where there is none', async () => {
    expect(await judge('ping')).toEqual(['pass']);
    expect(await judge('ping', { pong: rpcError })).toEqual(['fail']);
    expect(await judge('ping', { info: { era: 'modern', protocol_version: '2026-07-28' } })).toEqual([
      'inconclusive',
    ]);
  });

  it('is pinned to a revision', async () => {
    expect(await judge('initialize', {}, '2025-11-25')).toEqual(['pass', 'pass']);
    expect(await judge('initialize', {}, '2025-06-18')).toEqual(['fail', 'pass']);
  });

  it('expect comes on top, not in place', async () => {
    const expectation = { assertions: [{ target: 'result.tools', matcher: { length: 1 } }] };
    expect(await judge('tools/list', { expect: expectation })).toEqual(['pass', 'pass']);
    expect(await judge('tools/list', { expect: expectation, listing: { items: [{}], pages: 1 } })).toEqual([
      'fail',
      'pass',
    ]);
  });
});
