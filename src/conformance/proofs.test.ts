/**
 * Every check passes on a server that keeps its rule and breaks on one that does not: the same id either way. The server
 * is fixtures/broken-mcp, whose faults are named after the checks; a check without a fault fails here.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Scorecard } from '../types/conformance.js';
import type { ServerSpec } from '../types/connection.js';
import { CHECK_IDS } from '../util/check-ids.js';
import type { ConformanceCheck } from './check.js';
import { conform } from './conform.js';
import { CHECKS } from './registry.js';

const folder = fileURLToPath(new URL('../../fixtures/broken-mcp/', import.meta.url));
const { createServer } = await import(join(folder, 'honest.mjs'));
const { serveHttp } = await import(join(folder, 'http.mjs'));

interface Setting {
  over: 'stdio' | 'http';
  revision: string;
  faults?: string[];
  extras?: string[];
  only?: string[];
}

const served: { close(): void }[] = [];
afterAll(() => {
  for (const one of served) one.close();
});

async function scorecard({ over, revision, faults = [], extras = [], only }: Setting): Promise<Scorecard> {
  const modern = revision === '2026-07-28';
  // Only a server with a fault is ever silent: an honest one may be as slow as the machine.
  const request_timeout_ms = faults.length > 0 ? 2000 : 20_000;
  const spec: ServerSpec = {
    name: 'broken',
    cwd: folder,
    protocol: 'auto',
    startup_timeout_ms: 10_000,
    request_timeout_ms,
    shutdown_grace_ms: 100,
    isolate: 'suite',
  };
  if (over === 'http') {
    const http = await serveHttp(createServer({ modern, faults, extras }));
    served.push(http);
    spec.url = http.url;
    if (extras.includes('login')) spec.auth = { bearer_token_env: 'TOKEN' };
  } else {
    const flags = [modern ? ['--modern'] : [], faults.length > 0 ? ['--fault', faults.join()] : []];
    spec.command = [process.execPath, join(folder, 'server.mjs'), ...flags.flat(), '--with', extras.join()];
  }
  const launch = { env: { ...process.env, TOKEN: 'secret-token' }, self: [], version: '0' };
  const { scorecard: card, closing } = await conform({
    spec,
    launch,
    revision,
    only,
    request_timeout_ms,
  });
  await closing;
  return card;
}

const LEGACY = '2025-11-25';
const MODERN = '2026-07-28';
const HONEST: Record<string, Setting> = {
  'over stdio': { over: 'stdio', revision: LEGACY, extras: ['slow'] },
  'over stdio, stateless': { over: 'stdio', revision: MODERN },
  'over HTTP with a login': { over: 'http', revision: LEGACY, extras: ['login'] },
  'over HTTP, stateless': { over: 'http', revision: MODERN },
  'in the revision with batches': { over: 'stdio', revision: '2025-03-26' },
};

/** What only a process can do: end itself, or be another process. */
const OF_PROCESSES = [
  'C-RPC-010',
  'C-RPC-012',
  'C-CANCEL-002',
  'C-CANCEL-004',
  'C-LIST-024',
  'C-NOTIF-003',
  'C-RPC-020',
  'C-LIFE-009',
];
/** Checks that make the traffic which another one judges. */
const WITH: Record<string, string[]> = { 'C-NOTIF-003': ['C-CAP-006'], 'C-CANCEL-004': ['C-NOTIF-005'] };
const EXTRAS: Record<string, string[]> = { 'C-CANCEL-003': ['slow'] };

function brokenSetting({ id, on, since, until }: ConformanceCheck): Setting {
  const legacy = until === undefined || until === LEGACY ? 'legacy' : until;
  return {
    over: on === 'stdio' || OF_PROCESSES.includes(id) ? 'stdio' : 'http',
    revision: since === MODERN ? MODERN : legacy,
    faults: [id.toLowerCase()],
    extras: EXTRAS[id] ?? (id.startsWith('C-AUTH-') ? ['login'] : []),
    only: [id, ...(WITH[id] ?? [])],
  };
}

const statusIn = ({ checks }: Scorecard, id: string) => checks.find((check) => check.id === id)?.status;

describe('on an honest server', () => {
  const seen = Promise.all(Object.values(HONEST).map(scorecard));

  it.each(Object.keys(HONEST))('no check breaks %s', async (name) => {
    const card = (await seen)[Object.keys(HONEST).indexOf(name)]!;
    expect(card.checks.filter(({ status }) => status === 'fail' || status === 'warn')).toEqual([]);
    expect(['A+', 'A']).toContain(card.grade);
  });

  it('every check passes in one of them', async () => {
    const asking = await scorecard({
      over: 'http',
      revision: MODERN,
      extras: ['asks'],
      only: ['C-MRTR-006'],
    });
    const cards = [...(await seen), asking];
    const never = CHECKS.filter(({ id }) => !cards.some((card) => statusIn(card, id) === 'pass'));
    expect(never.map(({ id }) => id)).toEqual([]);
  });
});

describe.concurrent('on a server with its fault', () => {
  it.each(CHECKS.map((check) => [check.id, check] as const))('%s breaks', async (id, check) => {
    const card = await scorecard(brokenSetting(check));
    const found = card.checks.find((one) => one.id === id);
    expect(found, found?.message).toMatchObject({ id, status: check.level === 'MUST' ? 'fail' : 'warn' });
    expect(found?.frames.length, 'the frames that prove it').toBeGreaterThan(0);
  });
});

it('ids are used once, and every check links into the specification', () => {
  expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
  expect(CHECKS.length).toBeGreaterThanOrEqual(90);
  expect(CHECKS.map(({ id }) => id).sort()).toEqual([...CHECK_IDS].sort());
});
