/** The real catalogues of `MCPTEST_EVAL_DATA`, each collection by itself and all of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readCatalog } from '../../src/catalog/read-catalog.js';
import type { Catalog } from '../../src/types/catalog.js';

/** Well-known servers of the npm registry. */
export function npmCatalogues(folder: string): Catalog[] {
  const files = readdirSync(join(folder, 'catalogs')).sort();
  return files.flatMap((file) => readCatalog(readFileSync(join(folder, 'catalogs', file), 'utf8'), file));
}

/** Whatever answered in mid-2025. */
export function toucanCatalogues(folder: string): Catalog[] {
  const packed = readFileSync(join(folder, 'toucan-catalogs.jsonl.gz'));
  const lines = gunzipSync(packed).toString('utf8').split('\n').filter(Boolean);
  return lines.flatMap((line) => readCatalog(line, 'toucan.json'));
}

export function liveMcpBenchCatalogues(folder: string): Catalog[] {
  return readCatalog(readFileSync(join(folder, 'livemcpbench-catalogs.json'), 'utf8'), 'livemcpbench.json');
}

interface EtomRegistry {
  servers: {
    server_name: string;
    tools: { tool_name: string; tool_description?: string; input_schema?: Record<string, unknown> }[];
  }[];
}

function etomCatalogues(folder: string): Catalog[] {
  const registry = JSON.parse(readFileSync(join(folder, 'etom', 'registry.json'), 'utf8')) as EtomRegistry;
  return registry.servers.map(({ server_name, tools }) => ({
    server: server_name,
    tools: tools.map((one) => ({
      name: one.tool_name,
      description: one.tool_description,
      inputSchema: one.input_schema,
    })),
  }));
}

export function everyCatalogue(folder: string): Catalog[] {
  return [
    ...npmCatalogues(folder),
    ...liveMcpBenchCatalogues(folder),
    ...toucanCatalogues(folder),
    ...etomCatalogues(folder),
  ];
}
