import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chaos, root, shelf } from '../../test/lib/cli.js';
import { getCapabilities, type Introspection, listPrompts, listResources, listTools } from './introspect.js';

async function left(opening: Promise<Introspection>): Promise<Introspection> {
  const report = await opening;
  await report.closing;
  return report;
}

it('joins the pages of a list', async () => {
  const { result, warnings } = await left(listTools({ command: shelf }));
  const names = (result.tools as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(['find_book', 'lend_book', 'count_books']);
  expect(warnings).toEqual([]);
});

it('lists resources and prompts as the server states them', async () => {
  const [resources, prompts] = await Promise.all([
    left(listResources({ command: shelf })),
    left(listPrompts({ command: shelf })),
  ]);
  expect(resources.result).toMatchObject({ resources: [{ uri: 'shelf://rules', mimeType: 'text/plain' }] });
  expect(resources.result).not.toHaveProperty('resourceTemplates');
  expect(prompts.result).toMatchObject({ prompts: [{ name: 'recommend', arguments: [{ name: 'mood' }] }] });
});

it('says what was agreed on', async () => {
  const { result } = await left(getCapabilities({ command: shelf }));
  expect(result).toMatchObject({ era: 'modern', transport: 'stdio', capabilities: { tools: {} } });
  expect(result.serverInfo).toMatchObject({ name: 'shelf' });
});

it('warns of what the server does on the way, and fails where a list does not come', async () => {
  const twins = await left(listTools({ command: chaos('repeat-cursor') })).catch((error) => error);
  expect(twins).toMatchObject({ code: 'list-failed' });
  const command = [process.execPath, join(root, 'fixtures/leaky-mcp/server.mjs')];
  const noisy = await left(listTools({ command, child_env: { LEAK_KEY: 'canary-of-a-list-0042' } }));
  expect(noisy.warnings.join()).toContain('noise with [secret:LEAK_KEY]');
});
