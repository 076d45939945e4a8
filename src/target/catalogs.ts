/**
 * The catalogues that a command works on: of a saved file, of one live target, or of every server that
 * the suite declares when none is named. A saved file loads nothing that speaks to servers.
 */
import { resolve } from 'node:path';
import type { Catalog } from '../types/catalog.js';
import { McptestError } from '../util/errors.js';
import type { LiveOptions } from './live-catalogs.js';
import type { TargetInput } from './target.js';

export interface CatalogInput extends TargetInput {
  /** Saved catalogues or locks, in place of a live target. */
  from?: string | string[];
}

export interface Catalogs {
  catalogs: Catalog[];
  /** Settles when every server has gone. */
  closing: Promise<unknown>;
}

export async function readCatalogs(input: CatalogInput, options: LiveOptions = {}): Promise<Catalogs> {
  const files = savedFiles(input);
  if (files.length === 0) {
    const { liveCatalogs } = await import('./live-catalogs.js');
    return liveCatalogs(input, options);
  }
  if (input.server !== undefined || isAdHoc(input)) throw twoTargets();
  const { savedCatalogs } = await import('./saved-catalog.js');
  const catalogs: Catalog[] = [];
  for (const file of files)
    catalogs.push(...(await savedCatalogs(resolve(input.cwd ?? process.cwd(), file), file)));
  return { catalogs, closing: Promise.resolve() };
}

export function savedFiles({ from = [] }: Pick<CatalogInput, 'from'>): string[] {
  return typeof from === 'string' ? [from] : from;
}

export function isAdHoc(input: TargetInput): boolean {
  return input.command !== undefined || input.url !== undefined;
}

function twoTargets(): McptestError {
  return new McptestError({
    code: 'two-targets',
    message: 'more than one target was given',
    hint: 'Give one of: a server name of the suite, --command or -- argv, --url, or --from FILE.',
  });
}
