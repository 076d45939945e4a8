/**
 * The catalogues that a command works on: of a saved file, of one live target, or of every server that
 * the suite declares when none is named.
 */
import { resolve } from 'node:path';
import { catalogsOfLock, readLock } from '../catalog/lock.js';
import { catalogsIn } from '../catalog/read-catalog.js';
import { readText } from '../source/read-text.js';
import { workspaceAt } from '../store/workspace.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import { EXIT, McptestError } from '../util/errors.js';
import { ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { listAll } from './list-all.js';
import { suiteServers, type TargetInput } from './target.js';
import { withTarget } from './with-target.js';

export interface CatalogInput extends TargetInput {
  /** A saved catalogue or a lock, in place of a live target. */
  from?: string;
}

export interface Catalogs {
  catalogs: Catalog[];
  /** Settles when every server has gone. */
  closing: Promise<unknown>;
}

export async function readCatalogs(input: CatalogInput): Promise<Catalogs> {
  const cwd = resolve(input.cwd ?? process.cwd());
  if (input.from !== undefined) {
    if (input.server !== undefined || isAdHoc(input)) throw twoTargets();
    return {
      catalogs: await savedCatalogs(resolve(cwd, input.from), input.from),
      closing: Promise.resolve(),
    };
  }
  if (input.server !== undefined || isAdHoc(input)) {
    const { catalog, closing } = await liveCatalog(input);
    return { catalogs: [catalog], closing };
  }
  const catalogs: Catalog[] = [];
  const closing: Promise<void>[] = [];
  for (const server of await declaredServers(input, cwd)) {
    const live = await liveCatalog({ ...input, server });
    catalogs.push(live.catalog);
    closing.push(live.closing);
  }
  return { catalogs, closing: Promise.all(closing) };
}

/** A file by its content: a lock, or a saved catalogue in any form. */
export async function savedCatalogs(path: string, shown: string): Promise<Catalog[]> {
  const text = await readText(path, shown);
  let document: unknown;
  try {
    document = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (cause) {
    throw new McptestError({
      code: 'catalog-unreadable',
      message: `${oneLine(shown)} is not JSON, so it is neither a saved catalogue nor a lock.`,
      hint: 'Save one with `mcptest tools <server> --format json`.',
      cause,
    });
  }
  const isLock =
    typeof ownValue(document, 'version') === 'number' && Array.isArray(ownValue(document, 'servers'));
  if (isLock) return catalogsOfLock(readLock(text, shown));
  return catalogsIn(document, shown).map((catalog) =>
    catalog.instructions === undefined ? { ...catalog, instructions_unknown: true } : catalog,
  );
}

export function isAdHoc(input: TargetInput): boolean {
  return input.command !== undefined || input.url !== undefined;
}

async function liveCatalog(input: TargetInput): Promise<{ catalog: Catalog; closing: Promise<void> }> {
  const { value, closing } = await withTarget(input, async ({ connection, redactor }) => {
    const { info } = connection;
    // Asking a server for what it does not claim to have would be our mistake, not its fault.
    const tools = info.capabilities.tools === undefined ? [] : await listAll(connection, 'tools/list');
    const said = ownValue(info.server_info, 'name');
    const name = isAdHoc(input) && typeof said === 'string' && said !== '' ? said : connection.name;
    const catalog: Catalog = { server: name, tools: tools as ToolDef[] };
    if (info.instructions !== undefined) catalog.instructions = info.instructions;
    catalog.protocolVersion = info.protocol_version;
    return redactor.value(catalog);
  });
  return { catalog: value, closing };
}

export async function declaredServers(input: TargetInput, cwd: string): Promise<string[]> {
  const workspace = workspaceAt(cwd, input.workspace);
  const env = input.env ?? process.env;
  const { redactor } = input;
  const names = Object.keys(await suiteServers(input, { cwd, workspace, env, redactor }));
  if (names.length > 0) return names;
  throw new McptestError({
    code: 'unknown-server',
    message: 'the suite declares no server',
    hint: 'Give one with --url, --command or -- argv.',
    exitCode: EXIT.usage,
  });
}

function twoTargets(): McptestError {
  return new McptestError({
    code: 'two-targets',
    message: 'more than one target was given',
    hint: 'Give one of: a server name of the suite, --command or -- argv, --url, or --from FILE.',
  });
}
