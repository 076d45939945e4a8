/** A small registry for the tests of its readers: two captures, every tier, flags, and texts that are up to no good. */
import { ingest } from '../../../src/registry/ingest/ingest.js';
import { isQueued } from '../../../src/registry/queue/queue.js';
import { runWorker } from '../../../src/registry/queue/run-worker.js';
import type { RegistryStore } from '../../../src/registry/store.js';
import { sweepOnce } from '../../../src/registry/sweep/sweep.js';
import { noteJudge } from '../../../src/registry/work/gate.js';
import { judgeWork } from '../../../src/registry/work/judge-work.js';
import { offlineJudge } from '../../../src/tdqs/offline/judge.js';
import type { ToolDef } from '../../../src/types/catalog.js';
import { PAYLOADS } from '../hostile-run.js';

export type Catalogs = Record<string, ToolDef[]>;

export const FIRST = '2026-06-01T10:00:00.000Z';
export const SECOND = '2026-07-01T10:00:00.000Z';
export const HOSTILE = 'evil/<script>alert(1)</script>';

/** Every view of it: its path, and what its heading has. */
export const REGISTRY_VIEWS: Record<string, { path: string; heading: string }> = {
  servers: { path: '', heading: 'Servers' },
  tools: { path: 'tools', heading: 'Tools' },
  server: { path: 'servers/shop', heading: 'shop' },
  hostile: { path: `servers/${encodeURIComponent(HOSTILE)}`, heading: HOSTILE },
  tool: { path: 'servers/shop/tools/list_orders', heading: 'list_orders' },
  diff: { path: 'servers/shop/diff?from=1&to=2', heading: 'version 1 → 2' },
  stats: { path: 'stats', heading: 'Figures of the registry' },
};

const schema = {
  type: 'object' as const,
  properties: { id: { type: 'string', description: 'The number of the order, such as 4711.' } },
  required: ['id'],
};

const GOOD: ToolDef = {
  name: 'get_order',
  description:
    'Get one order of a customer by its number, with its lines and its status. Use it when the number is known; to find ' +
    'orders by date use list_orders instead. Reads only; needs the scope orders:read; answers at most 60 times a minute.',
  inputSchema: schema,
  annotations: { readOnlyHint: true },
};

export function sampleCatalogs(): Catalogs {
  const many = Array.from(
    { length: 30 },
    (_, at): ToolDef => ({
      name: `list_invoices_${at}`,
      description:
        at % 3 === 0 ? 'Lists invoices.' : `Lists the invoices of customer ${at} by date, newest first.`,
      inputSchema: { type: 'object' },
    }),
  );
  return {
    shop: [
      GOOD,
      { name: 'list_orders', description: 'List orders by date.', inputSchema: schema },
      {
        name: 'delete_order',
        description: 'Deletes an order.',
        inputSchema: schema,
        annotations: { readOnlyHint: true },
      },
      { name: 'nothing', inputSchema: { type: 'object' } },
      { name: 'refund', description: 'refund', inputSchema: schema },
    ],
    'io.example/billing': many,
    [HOSTILE]: PAYLOADS.slice(0, 12).map(
      (text, at): ToolDef => ({ name: `${text.slice(0, 100)}${at}`, description: text, inputSchema: schema }),
    ),
    empty: [],
  };
}

/** As `shop` was changed a month later: one tool changed, one gone, one new. */
export function laterCatalogs(): Catalogs {
  const [order, list, , nothing, refund] = sampleCatalogs().shop ?? [];
  const changed = {
    ...list,
    description: 'List the orders of a customer by date.\nNewest first.',
  } as ToolDef;
  const added: ToolDef = {
    name: 'cancel_order',
    description: 'Cancels an order of a customer.',
    inputSchema: schema,
  };
  return { shop: [order, changed, nothing, refund, added] as ToolDef[] };
}

export async function take(store: RegistryStore, catalogs: Catalogs, at: string): Promise<void> {
  const found = (async function* () {
    for (const [server, tools] of Object.entries(catalogs))
      yield { catalog: { server, tools }, source: 'a test' };
  })();
  await ingest(store, found, { told: () => {}, now: () => new Date(at) });
}

/** Judges what has no score, as a sweep does, and where that only queues, a worker. */
export async function judgeAll(store: RegistryStore): Promise<void> {
  const name = { judge: offlineJudge.id, rubric: offlineJudge.rubric };
  const offline = (work: Parameters<typeof judgeWork>[0]) => judgeWork(work, offlineJudge);
  await noteJudge(store.db, name);
  const judge = { name, judge: offlineJudge, concurrency: 1, offline, close: async () => {} };
  await sweepOnce(store.db, judge, { batch: 100 });
  if (isQueued(store.db)) await runWorker({ db: store.db, name, concurrency: 2, offline, until_empty: true });
}

export async function fillRegistry(store: RegistryStore): Promise<void> {
  await take(store, sampleCatalogs(), FIRST);
  await judgeAll(store);
  await take(store, laterCatalogs(), SECOND);
  await judgeAll(store);
}
