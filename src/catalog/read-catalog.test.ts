import { describe, expect, test } from 'vitest';
import { lockOf, writeLock } from './lock.js';
import { readCatalog } from './read-catalog.js';

const tool = { name: 'a', inputSchema: { type: 'object' }, 'x-own': [1] };
const other = { name: 'b' };

function problem(text: string): unknown {
  try {
    readCatalog(text, 'folder/saved.json');
  } catch (error) {
    const { code, exitCode } = error as { code: string; exitCode: number };
    return [code, exitCode];
  }
  return undefined;
}

describe('every saved form', () => {
  test.each([
    ['a result of tools/list', { tools: [tool] }],
    ['a JSON-RPC response', { jsonrpc: '2.0', id: 1, result: { tools: [tool] } }],
    ['a bare list', [tool]],
    ['pages of responses', [{ id: 1, result: { tools: [tool] } }]],
  ])('%s takes its name from the file', (_name, document) => {
    expect(readCatalog(JSON.stringify(document), 'folder/saved.json')).toEqual([
      { server: 'saved', tools: [tool] },
    ]);
  });

  test('a page that is not the last one is known for half a list', () => {
    const page = { tools: [tool], nextCursor: 'x' };
    for (const document of [page, { result: page }, [{ result: { tools: [] } }, { result: page }]])
      expect(readCatalog(JSON.stringify(document), 'f.json')[0]?.broken_off).toContain('further pages');
  });

  test('tools beside the answer to initialize', () => {
    const document = {
      package: '@x/y',
      initialize: {
        protocolVersion: '2025-11-25',
        serverInfo: { name: 'weather' },
        instructions: 'Ask for one city.',
      },
      tools: [tool],
      prompts: [{ name: 'p' }],
      resources: [{ uri: 'r' }, 3],
    };
    expect(readCatalog(JSON.stringify(document), 'f.json')).toEqual([
      {
        server: 'weather',
        tools: [tool],
        resources: [{ uri: 'r' }],
        prompts: [{ name: 'p' }],
        instructions: 'Ask for one city.',
        protocolVersion: '2025-11-25',
      },
    ]);
  });

  test('a list of servers, named or not', () => {
    const document = [{ server: 'one', tools: [tool] }, { tools: [other] }, { broken: true }];
    expect(readCatalog(JSON.stringify(document), 'f.json')).toEqual([
      { server: 'one', tools: [tool] },
      { server: 'f-2', tools: [other] },
    ]);
  });

  test('a map of servers', () => {
    const text = JSON.stringify({ servers: { one: { tools: [tool] }, two: { tools: [] } } });
    expect(readCatalog(text, 'f.json').map((catalog) => catalog.server)).toEqual(['one', 'two']);
  });

  test('a lock', () => {
    const catalogs = [
      { server: 'one', tools: [{ name: 'a', description: 'First.' }], instructions: 'Be quick.' },
    ];
    expect(readCatalog(writeLock(lockOf(catalogs)), 'mcptest.lock')).toEqual(catalogs);
  });

  test('several pages are joined', () => {
    const document = [{ result: { tools: [tool] } }, { result: { tools: [other] } }];
    expect(readCatalog(JSON.stringify(document), 'f.json')[0]?.tools).toEqual([tool, other]);
  });
});

test('a byte-order mark does no harm', () => {
  expect(readCatalog('\ufeff{"tools":[]}', 'f.json')).toEqual([{ server: 'f', tools: [] }]);
});

test('entries that are no objects are left out and named by index', () => {
  const text = JSON.stringify({ result: { tools: [tool, 'x', null, [1], other] } });
  const [catalog] = readCatalog(text, 'f.json');
  expect(catalog?.tools).toEqual([tool, other]);
  expect(catalog?.unreadable?.map(({ pointer }) => pointer)).toEqual(
    [1, 2, 3].map((i) => `/result/tools/${i}`),
  );
  expect(catalog?.unreadable?.[0]?.message).toContain('entry 1 ');
  expect(readCatalog('[7]', 'f.json')[0]?.unreadable?.[0]?.pointer).toBe('/0');
});

test.each([
  '',
  '{',
  'tools: []',
  '{"tools":{}}',
  '{"result":{}}',
  '"x"',
  'null',
  '{"__proto__":{"tools":[]}}',
])('%j is no catalogue', (text) => {
  expect(problem(text)).toEqual(['catalog-unreadable', 2]);
});
