/** `mcptest diff OLD NEW` and `diff_catalogs`: two saved catalogues or locks, or one beside what a server offers now. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { diffCatalogs, isDrift } from '../catalog/diff.js';
import { type Catalogs, isAdHoc, readCatalogs } from '../target/catalogs.js';
import type { TargetInput } from '../target/target.js';
import type { Catalog } from '../types/catalog.js';
import type { CatalogDiff } from '../types/catalog-diff.js';
import { McptestError } from '../util/errors.js';
import { isHttp } from '../util/host-kind.js';

export interface DiffInput extends TargetInput {
  /** A file, a URL, or a server that the suite declares. */
  before: string;
  /** The same; left out beside `command`, `url` or `server`. */
  after?: string;
}

export interface DiffReport {
  diff: CatalogDiff;
  /** Something is breaking or risky. */
  failed: boolean;
  catalogs: { before: readonly Catalog[]; after: readonly Catalog[] };
  closing: Promise<unknown>;
}

export async function diffTargets(input: DiffInput): Promise<DiffReport> {
  const { before: oldName, after: newName, ...target } = input;
  const isLive = isAdHoc(target) || target.server !== undefined;
  if ((newName === undefined) !== isLive) {
    throw new McptestError({
      code: 'bad-diff',
      message:
        newName === undefined
          ? 'diff compares two catalogues, and one is named'
          : 'diff compares two catalogues, and three are named',
      hint: 'Write mcptest diff OLD NEW, or mcptest diff OLD -- node server.js.',
    });
  }
  const { command: _command, url: _url, server: _server, ...suite } = target;
  const before = await read(oldName, suite);
  const after = newName === undefined ? await readCatalogs(target) : await read(newName, suite);
  const catalogs = { before: sameServers(before.catalogs, after.catalogs), after: after.catalogs };
  const diff = diffCatalogs(catalogs.before, catalogs.after);
  return { diff, failed: isDrift(diff), catalogs, closing: Promise.all([before.closing, after.closing]) };
}

function read(name: string, input: TargetInput): Promise<Catalogs> {
  if (isHttp(name)) return readCatalogs({ ...input, url: name });
  const path = resolve(input.cwd ?? process.cwd(), name);
  const isFile = existsSync(path) || /[\\/]|\.(?:json|lock)$/i.test(name);
  return readCatalogs(isFile ? { ...input, from: name } : { ...input, server: name });
}

/** A lock of many servers beside one of them: the others were not asked about. */
function sameServers(before: Catalog[], after: Catalog[]): Catalog[] {
  const [only, ...others] = after;
  if (only === undefined || others.length > 0 || before.length < 2) return before;
  const match = before.filter(({ server }) => server === only.server);
  return match.length > 0 ? match : before;
}
