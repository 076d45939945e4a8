/** The API of a registry on both databases: its answers, its description, its limits, and that nothing is written. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asker } from '../eval/lib/registry/load.js';
import type { Db } from '../src/registry/db/types.js';
import { followLog } from '../src/registry/search/update-index.js';
import { openApi } from '../src/registry/serve/openapi.js';
import { type ServedRegistry, serveRegistry } from '../src/registry/serve/serve.js';
import { openStore, type RegistryStore } from '../src/registry/store.js';
import { registryDrawing } from '../src/report/registry/registry-page.js';
import type {
  ListOf,
  ServerDocument,
  ServerItem,
  ToolDocument,
  ToolItem,
} from '../src/types/registry-read.js';
import type { StatsDocument } from '../src/types/registry-stats.js';
import { findPostgres, type Postgres, startPostgres } from './lib/postgres.js';
import { fillRegistry, HOSTILE, judgeAll, sampleCatalogs, take } from './lib/registry/sample-registry.js';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-api-'));
const file = join(folder, 'registry.db');
const postgres = findPostgres();
let running: Postgres | undefined;
const KINDS = [
  { name: 'SQLite', place: async () => file },
  {
    name: 'PostgreSQL',
    missing: 'missing' in postgres ? postgres.missing : undefined,
    place: async () => {
      running ??= await startPostgres();
      return running.database('api');
    },
  },
];

afterAll(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(openApi(), 'api');
const holds = (schema: string, value: unknown): string[] => {
  const check = ajv.getSchema(`api#/components/schemas/${schema}`)!;
  return check(value) ? [] : check.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
};

for (const { name, missing, place } of KINDS) {
  if (missing !== undefined) process.stderr.write(`\nSKIPPED: the API on ${name}: ${missing}\n`);
  describe.skipIf(missing !== undefined)(`the API on ${name}`, () => {
    let where: string;
    let store: RegistryStore;
    let served: ServedRegistry;
    const notes: Notes = { on: false, statements: new Map() };
    const { statements } = notes;

    beforeAll(async () => {
      where = await place();
      store = await openStore(where);
      await fillRegistry(store);
      const open = { draw: registryDrawing, port: 0, listen: '127.0.0.1', hosts: [] };
      served = await serveRegistry({ ...open, store: { ...store, db: recording(store.db, notes) } });
      notes.on = true;
    }, 60_000);
    afterAll(async () => {
      await served?.close();
      await store?.close();
    });

    const ask = (path: string, init?: RequestInit) => fetch(new URL(path, served.url), init);
    const read = async <T>(path: string): Promise<T> => {
      const answer = await ask(path);
      expect([answer.status, path]).toEqual([200, path]);
      return (await answer.json()) as T;
    };
    const namesOf = (list: ListOf<ToolItem>): string[] => list.items.map(({ name: tool }) => tool);

    it('ranks tools, finds words in any form, and filters by tier, smell, flag and server', async () => {
      const all = await read<ListOf<ToolItem>>('/v1/tools?limit=100');
      const scores = all.items.map(({ tdqs }) => tdqs ?? 0);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(all.items[0]?.name).toBe('get_order');
      const worst = await read<ListOf<ToolItem>>('/v1/tools?limit=100&sort=worst');
      expect(worst.items.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id).reverse());
      expect(namesOf(await read('/v1/tools?q=order+CUSTOMERS')).sort()).toEqual([
        'cancel_order',
        'get_order',
        'list_orders',
      ]);
      expect(namesOf(await read('/v1/tools?q=canc*'))).toEqual(['cancel_order']);
      expect(namesOf(await read('/v1/tools?q=delete_order'))).toEqual([]);
      expect(namesOf(await read('/v1/tools?flag=no-description&tier=D'))).toEqual(['nothing']);
      expect(namesOf(await read('/v1/tools?flag=Tautological Description'))).toEqual(['refund']);
      const smelly = await read<ListOf<ToolItem>>(
        '/v1/tools?smell=usage_guidelines&smell=purpose_clarity&limit=100',
      );
      const counted = all.items.filter(
        ({ smells }) => smells.includes('usage_guidelines') && smells.includes('purpose_clarity'),
      );
      expect(smelly.items).toEqual(counted);
      const billing = await read<ListOf<ToolItem>>(
        '/v1/servers/io.example%2Fbilling/tools?limit=100&q=newest',
      );
      expect(billing.items).toHaveLength(20);
      expect(await read('/v1/tools?server=io.example/billing&limit=100&q=newest')).toEqual(billing);
      for (const tier of ['A', 'B', 'C', 'D', 'F'] as const)
        expect((await read<ListOf<ToolItem>>(`/v1/tools?limit=100&tier=${tier}`)).items).toEqual(
          all.items.filter((tool) => tool.tier === tier),
        );
    });

    it('gives every row once, page by page, whatever the question', async () => {
      for (const question of [
        '',
        'q=invoices',
        'sort=worst&q=invoices',
        'sort=worst',
        'smell=usage_guidelines',
      ]) {
        const whole = await read<ListOf<ToolItem>>(`/v1/tools?${question}&limit=100`);
        const paged: ToolItem[] = [];
        let cursor: string | undefined;
        do {
          const next = cursor === undefined ? '' : `&cursor=${cursor}`;
          const page: ListOf<ToolItem> = await read(`/v1/tools?${question}&limit=7${next}`);
          paged.push(...page.items);
          cursor = page.next_cursor;
        } while (cursor !== undefined);
        expect(paged).toEqual(whole.items);
        expect(paged.length).toBeGreaterThan(20);
      }
      const names = await read<ListOf<ServerItem>>('/v1/servers?sort=name&limit=3');
      const rest = await read<ListOf<ServerItem>>(`/v1/servers?sort=name&cursor=${names.next_cursor}`);
      expect([...names.items, ...rest.items].map((server) => server.name).sort()).toEqual(
        Object.keys(sampleCatalogs()).sort(),
      );
      expect((await read<ListOf<ServerItem>>('/v1/servers?q=billing')).items[0]?.name).toBe(
        'io.example/billing',
      );
    });

    it('answers as its description says, in every path', async () => {
      const shop = await read<ServerDocument>('/v1/servers/shop');
      const tool = await read<ToolDocument>('/v1/servers/shop/tools/list_orders');
      const earlier = tool.history.find(({ id }) => id !== tool.id);
      const answers: [path: string, schema: string, asked: string][] = [
        ['/v1/servers', 'ServerList', '/v1/servers'],
        ['/v1/servers/{name}', 'Server', '/v1/servers/shop'],
        ['/v1/servers/{name}', 'Server', `/v1/servers/${encodeURIComponent(HOSTILE)}`],
        ['/v1/servers/{name}', 'Server', '/v1/servers/empty'],
        ['/v1/servers/{name}/tools', 'ToolList', '/v1/servers/shop/tools'],
        ['/v1/servers/{name}/tools/{tool}', 'Tool', '/v1/servers/shop/tools/nothing'],
        ['/v1/servers/{name}/diff', 'Diff', '/v1/servers/shop/diff?from=1&to=2'],
        ['/v1/tools', 'ToolList', '/v1/tools?limit=100'],
        ['/v1/tools/{id}', 'Tool', `/v1/tools/${earlier?.id}`],
        ['/v1/stats', 'Stats', '/v1/stats'],
      ];
      for (const [, schema, asked] of answers) {
        const value = await read<Record<string, unknown>>(asked);
        expect([asked, ...holds(schema, value)]).toEqual([asked]);
        // The check can say no.
        expect(holds(schema, { ...value, planted: 1 })).not.toEqual([]);
      }
      const described = await read<ReturnType<typeof openApi>>('/openapi.json');
      const json = Object.keys(described.paths).filter((path) => !path.endsWith('.svg'));
      expect(new Set(answers.map(([path]) => path))).toEqual(new Set(json));
      expect(
        shop.history.map(({ version, changed, added, removed }) => [version, changed, added, removed]),
      ).toEqual([
        [2, 1, 1, 1],
        [1, 0, 5, 0],
      ]);
      const badge = await ask('/v1/servers/shop/badge.svg');
      expect(badge.headers.get('content-type')).toContain('image/svg+xml');
      expect(await badge.text()).toContain(`${shop.tier} ${shop.overall?.toFixed(1)}`);
    });

    it('shows what a version changed', async () => {
      const { tools, unchanged } = await read<{
        tools: { name: string; before?: object; after?: object }[];
        unchanged: number;
      }>('/v1/servers/shop/diff?from=1&to=2');
      const kinds = tools.map((one) => [one.name, 'before' in one, 'after' in one]);
      expect(kinds).toEqual([
        ['cancel_order', false, true],
        ['delete_order', true, false],
        ['list_orders', true, true],
      ]);
      expect(unchanged).toBe(3);
    });

    it('has an ETag for each answer, and sends what is known no second time', async () => {
      const first = await ask('/v1/tools?limit=3');
      const etag = first.headers.get('etag')!;
      const again = await ask('/v1/tools?limit=3', { headers: { 'if-none-match': `"other", W/${etag}` } });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
      const other = await ask('/v1/tools?limit=4', { headers: { 'if-none-match': etag } });
      expect(other.status).toBe(200);
      const head = await ask('/v1/tools?limit=3', { method: 'HEAD' });
      expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag]);
    });

    it.each([
      ['/v1/tools?limit=0', 400],
      ['/v1/tools?limit=101', 400],
      ['/v1/tools?limit=1e2', 400],
      ['/v1/tools?limit=1&limit=2', 400],
      ['/v1/tools?tier=Z', 400],
      ['/v1/tools?smell=beauty', 400],
      ['/v1/tools?flag=x', 400],
      ['/v1/tools?sort=name', 400],
      ['/v1/tools?colour=red', 400],
      ['/v1/tools?q=the', 400],
      ['/v1/tools?q=a*', 400],
      ['/v1/tools?q=%00', 400],
      [`/v1/tools?q=${'x'.repeat(201)}`, 400],
      [`/v1/tools?q=${'a1 b2 c3 d4 e5 f6 g7 h8 i9'.replaceAll(' ', '+')}`, 400],
      ['/v1/tools?cursor=abc', 400],
      [`/v1/tools?cursor=${Buffer.from('["x",1]').toString('base64url')}`, 400],
      ['/v1/servers?sort=name&tier=A', 400],
      ['/v1/tools?server=nobody', 404],
      ['/v1/tools/0', 404],
      ['/v1/tools/1;drop table tools', 404],
      ['/v1/tools/99999999999', 404],
      ['/v1/servers/nobody', 404],
      ['/v1/servers/shop/tools/none', 404],
      ['/v1/servers/shop/diff?from=1', 400],
      ['/v1/servers/shop/diff?from=1&to=99', 404],
      ['/v1/servers/shop%00', 400],
      ['/v1/servers/%ff', 400],
      ['/v1/else', 404],
    ])('refuses %s with %i and a problem document', async (path, status) => {
      const answer = await ask(path);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      const problem = (await answer.json()) as { status: number };
      expect(holds('Problem', problem)).toEqual([]);
      expect(problem.status).toBe(status);
    });

    it('takes operators of the search languages for words', async () => {
      for (const q of [
        'order" OR "x',
        "order' | 'x",
        'order AND NOT x',
        'NEAR(order x)',
        'words:order',
        "'; drop table tools; --",
      ]) {
        const answer = await ask(`/v1/tools?q=${encodeURIComponent(q)}`);
        expect([q, answer.status]).toEqual([q, 200]);
      }
    });

    it('answers only under its own names, and only who reads', async () => {
      const { port } = new URL(served.url);
      const status = (host: string, method = 'GET') =>
        new Promise<number | undefined>((done, failed) => {
          request({ port, host: '127.0.0.1', path: '/v1/servers', method, headers: { host } }, (answer) => {
            answer.resume();
            done(answer.statusCode);
          })
            .on('error', failed)
            .end();
        });
      expect(await status(`localhost:${port}`)).toBe(200);
      expect(await status('evil.example')).toBe(403);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
        expect([method, await status(`127.0.0.1:${port}`, method)]).toEqual([method, 405]);
    });

    it('follows what is ingested and judged later', async () => {
      // As another process would: the one that serves has its connection to itself.
      const writer = await openStore(where);
      await take(
        writer,
        { late: [{ name: 'find_walrus', description: 'Finds a walrus.', inputSchema: { type: 'object' } }] },
        '2026-08-01T10:00:00.000Z',
      );
      while ((await followLog(writer.db)) > 0);
      const [unscored] = (await read<ListOf<ToolItem>>('/v1/tools?q=walrus')).items;
      expect([unscored?.name, unscored?.tdqs]).toEqual(['find_walrus', undefined]);
      expect((await read<ListOf<ToolItem>>('/v1/tools?limit=100')).items.at(-1)?.name).toBe('find_walrus');
      await judgeAll(writer);
      while ((await followLog(writer.db)) > 0);
      expect((await read<ListOf<ToolItem>>('/v1/tools?q=walrus')).items[0]?.tdqs).toBeGreaterThan(0);
      await take(writer, { late: [] }, '2026-08-02T10:00:00.000Z');
      while ((await followLog(writer.db)) > 0);
      expect((await read<ListOf<ToolItem>>('/v1/tools?q=walrus')).items).toEqual([]);
      const docs = await writer.db.all<{ n: number }>('select count(*) as n from search_docs where kind = 0');
      const tools = await writer.db.all<{ n: number }>('select count(*) as n from tools where current = 1');
      expect(docs).toEqual(tools);
      await writer.close();
    });

    it('answers two hundred connections at once without an error', async () => {
      const { ask: get, close } = asker(served.url, 200);
      const paths = [
        '/v1/tools?q=order',
        '/v1/servers',
        '/v1/tools/1',
        '/v1/servers/shop',
        '/v1/tools?tier=C',
      ];
      await Promise.all(Array.from({ length: 600 }, (_, at) => get(paths[at % paths.length] ?? '/')));
      close();
    });

    it('writes nothing for any request', () => {
      const verbs = new Set([...statements.keys()].map((text) => text.trim().split(/\s/)[0]?.toLowerCase()));
      expect(verbs).toEqual(new Set(['select']));
    });

    it.runIf(name === 'SQLite')('reads no whole table for any request', async () => {
      const scans: string[] = [];
      for (const [text, values] of statements) {
        const plan = await store.db.all<{ detail: string }>(`explain query plan ${text}`, values as string[]);
        scans.push(
          ...plan
            .map(({ detail }) => detail)
            .filter((line) => /^SCAN (?!CONSTANT)(?!.*VIRTUAL TABLE INDEX)|\(current=\?\)/.test(line)),
        );
      }
      expect(statements.size).toBeGreaterThan(15);
      expect(scans).toEqual([]);
    });

    it('has figures that are those of the rows', async () => {
      const { current, ...flat } = await read<StatsDocument>('/v1/stats');
      const rows = await store.db.all<Record<string, number>>(
        `select scores.* from scores join tools on tools.id = tool_id join servers on servers.id = server_id
         where current = 1 and servers.name <> 'late'`,
      );
      const sum = rows.reduce((all, { tdqs = 0 }) => all + tdqs, 0);
      expect(current?.scored).toBe(rows.length);
      expect(current?.mean).toBeCloseTo(sum / rows.length / 10, 2);
      const usage = rows.filter(({ usage_guidelines = 0 }) => usage_guidelines < 3).length;
      expect(current?.dimensions.usage_guidelines.smells.count).toBe(usage);
      expect(current?.gates.no_description.count).toBe(1);
      const good = rows.filter(({ tdqs = 0 }) => tdqs >= 35).length;
      expect(current?.tiers.A.count).toBe(good);
      expect(flat).toMatchObject({
        tools: rows.length,
        servers: 4,
        mean_tdqs: current?.mean,
        median_tdqs: current?.median,
        tiers: { A: { tools: good, share: current?.tiers.A.share } },
        dimensions: {
          usage_guidelines: { smell_rate: current?.dimensions.usage_guidelines.smells.share },
        },
        gates: { no_description: { tools: 1 } },
        server_means: { overall: flat.server_figures.overall, coherence: flat.server_figures.coherence },
      });
    });
  });
}

it('leaves the file as it is, byte for byte', async () => {
  const store = await openStore(file);
  const open = { store, draw: registryDrawing, port: 0, listen: '127.0.0.1', hosts: [] };
  const served = await serveRegistry(open);
  const before = readFileSync(file);
  for (const path of ['/v1/tools?q=order', '/v1/servers/shop', '/', '/tools', '/stats', '/servers/shop'])
    expect((await fetch(new URL(path, served.url))).status).toBe(200);
  await served.close();
  await store.close();
  expect(readFileSync(file).equals(before)).toBe(true);
});

interface Notes {
  /** Whether it takes notes: the index and the figures are made before the first request. */
  on: boolean;
  statements: Map<string, readonly unknown[]>;
}

/** Notes the statements of requests. The index is followed in the background, by its log. */
function recording(db: Db, notes: Notes): Db {
  const note = (text: string, values: readonly unknown[] = []): void => {
    if (notes.on && !text.includes('search_log')) notes.statements.set(text, values);
  };
  return {
    ...db,
    all: (text, values) => {
      note(text, values);
      return db.all(text, values);
    },
    run: (text, values) => {
      note(text, values);
      return db.run(text, values);
    },
  };
}
