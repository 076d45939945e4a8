import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectServer } from './session.js';

/** `description` is what the one tool says of itself; `n` counts the listings of a process. */
function server(description: string, capabilities = '{ tools: {}, prompts: {} }'): string[] {
  const file = join(mkdtempSync(join(tmpdir(), 'mcptest-security-')), 'server.cjs');
  writeFileSync(
    file,
    `let n = 0;
const answers = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: ${capabilities},
    serverInfo: { name: 'shop', version: '1' }, instructions: 'Be kind.' }),
  'tools/list': () => { n += 1; return { tools: [{ name: 'buy', description: ${description}, inputSchema: { type: 'object' } }] }; },
  'prompts/list': () => ({ prompts: [{ name: 'greet' }] }),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method]
    ? { result: answers[method]() }
    : { error: { code: -32601, message: 'no such method' } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});
`,
  );
  return [process.execPath, file];
}

async function inspect(command: string[]) {
  const inspection = await inspectServer({ command, protocol: '2025-06-18' });
  await inspection.closed;
  const drift = inspection.probed.find(({ rule }) => rule.id === 'SEC-015')?.hits ?? [];
  return { ...inspection, drift };
}

describe('inspectServer', () => {
  it('reads everything that the server declares, under the name that it gives itself', async () => {
    const { catalog, drift, probed } = await inspect(server("'buys'"));
    expect(catalog).toMatchObject({
      server: 'shop',
      tools: [{ name: 'buy' }],
      prompts: [{ name: 'greet' }],
      instructions: 'Be kind.',
      protocolVersion: '2025-06-18',
    });
    expect(catalog).not.toHaveProperty('resources');
    expect(drift).toEqual([]);
    expect(probed.map(({ rule }) => rule.id)).toEqual(['SEC-019', 'SEC-015']);
  });

  it('finds a tool that changes within a session', async () => {
    const { drift } = await inspect(server("'buys ' + n"));
    expect(drift[0]?.message).toContain('of one session');
  });

  it('finds a tool that changes after a reconnect', async () => {
    const { drift } = await inspect(server("'buys ' + process.pid"));
    expect(drift[0]?.message).toContain('before and after a reconnect');
  });

  it('asks for no list that is not declared', async () => {
    const { catalog } = await inspect(server("'buys'", '{}'));
    expect(catalog.tools).toEqual([]);
    expect(catalog).not.toHaveProperty('prompts');
  });
});
