/** docs/mocks.md: its manifests load, and it names every key. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadManifest, parseManifest } from './load-manifest.js';
import { readManifest } from './read-manifest.js';

const docs = await readFile(new URL('../../docs/mocks.md', import.meta.url), 'utf8');
const manifests = [...docs.matchAll(/```yaml\n(mock_server:[\s\S]*?)```/g)].map(([, yaml = '']) => yaml);

test('the manifests of the documentation load', async () => {
  expect(manifests.length).toBeGreaterThan(3);
  for (const text of manifests) await expect(parseManifest(text, 'docs/mocks.md')).resolves.toBeDefined();
});

test('the manifest of the demo loads', async () => {
  const demo = new URL('../../examples/demo/servers/harbour.yml', import.meta.url);
  expect((await loadManifest(fileURLToPath(demo))).tools).toHaveLength(5);
});

test('a key that the documentation names is known', () => {
  const [, row = ''] = /^\| `mock_server` \| (.*) \|$/m.exec(docs) ?? [];
  const keys = [...row.matchAll(/`(\w+)`/g)].map(([, key = '']) => key);
  const { problems } = readManifest({ mock_server: Object.fromEntries(keys.map((key) => [key, undefined])) });
  expect(problems.filter((problem) => problem.message.includes('unknown key'))).toEqual([]);
  expect(keys).toHaveLength(13);
});
