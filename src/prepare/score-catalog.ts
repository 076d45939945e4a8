/** `--from [server=]FILE`: what the agent could choose from, where a trace does not hold it. */
import { resolve } from 'node:path';
import { readCatalog } from '../catalog/read-catalog.js';
import type { ToolDef } from '../types/catalog.js';
import { McptestError } from '../util/errors.js';
import { readUpTo } from '../util/files.js';
import { oneLine } from '../util/text.js';

/** A file that names no server, or another than the suite does, is that of the suite's only server. */
export async function readScoreCatalog(
  files: readonly string[],
  servers: readonly string[],
  cwd: string,
): Promise<Record<string, ToolDef[]> | undefined> {
  if (files.length === 0) return undefined;
  const out: Record<string, ToolDef[]> = Object.create(null);
  for (const word of files) {
    const at = word.indexOf('=');
    const named = at > 0 && servers.includes(word.slice(0, at)) ? word.slice(0, at) : undefined;
    const file = named === undefined ? word : word.slice(at + 1);
    const catalogs = readCatalog(await text(resolve(cwd, file), file), file);
    for (const { server, tools } of catalogs) {
      const [only, ...others] = servers;
      const isOfOnlyServer = catalogs.length === 1 && others.length === 0 && server !== only;
      const name = named ?? (isOfOnlyServer ? only : undefined) ?? server;
      out[name] = [...(out[name] ?? []), ...tools];
    }
  }
  return out;
}

async function text(path: string, shown: string): Promise<string> {
  try {
    return await readUpTo(path);
  } catch (cause) {
    throw new McptestError({
      code: 'catalog-unreadable',
      message: `${oneLine(shown)} cannot be read: ${oneLine((cause as Error).message)}`,
      hint: 'Save a catalogue with `mcptest tools <server> --format json`.',
      cause,
    });
  }
}
