/** `run` does not wait for servers that are only still leaving: the watchdog ends them. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { folder, mcptest, suite } from './lib/cli.js';
import { marked, noneLeft } from './lib/processes.js';

/** Answers, and ends neither with its input nor by SIGTERM. */
const STAYS = `
process.on('SIGTERM', () => {});
setInterval(() => {}, 1000);
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = method === 'initialize'
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
    : method === 'tools/list' ? { tools: [{ name: 'look', inputSchema: { type: 'object' } }] } : { content: [] };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});`;

async function leftAfter(server: object, args: object = {}): Promise<string> {
  const mark = randomUUID();
  const cwd = folder({
    'stays.cjs': STAYS,
    'mcptest.yml': suite({
      servers: { s: { command: [process.execPath, 'stays.cjs'], env: { MARK: mark }, ...server } },
      tools: [{ name: 'looks', tool: 'look', args }],
    }),
  });
  const { code } = await mcptest(['run'], { cwd });
  expect(code).toBe(0);
  const left = marked(mark).length;
  await expect.poll(() => marked(mark), { timeout: 5000 }).toEqual([]);
  await noneLeft(mark);
  return `${left} left`;
}

it.skipIf(process.platform !== 'linux')(
  'a server that only still leaves is not waited for, and is ended all the same',
  async () => {
    expect(await leftAfter({})).toBe('1 left');
  },
);

it.skipIf(process.platform !== 'linux').each([
  ['that has a longer grace than usual', { shutdown_grace: '101ms' }, {}],
  ['that may write into a folder that goes with us', {}, { to: `\${tmp}` }],
])('one %s is waited for', async (_why, server, args) => {
  expect(await leftAfter(server, args)).toBe('0 left');
});
