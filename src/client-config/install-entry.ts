/**
 * The entry for mcptest in an agent's configuration file, written or taken out. A file that cannot be read, or
 * whose edit would mean anything else, is refused with `config-unreadable` and left alone.
 */
import { readFile, realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import { replaceFile } from '../store/files.js';
import { McptestError } from '../util/errors.js';
import { ownValue } from '../util/plain.js';
import { readServers, removeServer, setServer } from './edit-servers.js';
import { clientPlace, type InstallContext, type InstallPlace, namedPlace } from './install-places.js';

export interface InstallRequest {
  remove: boolean;
  /** Install with `--enable-writes`. */
  writes: boolean;
  /** A file by its name; wins over `client`. */
  path?: string;
  client?: string;
  /** How a client can start mcptest: for a file of the project, and for one that serves every project. */
  program: { here: string[]; anywhere: string[] };
  context: InstallContext;
}

export interface InstallResult {
  /** As the user would type it. */
  file: string;
  outcome: 'installed' | 'updated' | 'unchanged' | 'removed' | 'not installed';
}

const NAME = 'mcptest';

export async function installEntry(request: InstallRequest): Promise<InstallResult> {
  const { remove, path, client, context } = request;
  const place = path === undefined ? clientPlace(client, context) : namedPlace(path, context);
  const fromHere = relative(context.cwd, place.file);
  const shown = fromHere.startsWith('..') ? place.file : fromHere;
  const file = await realpath(place.file).catch(() => place.file);
  const text = await readIfThere(file, shown);
  const { after, known } = refusingWhatIsBroken(shown, () => ({
    after: remove ? removeServer(text, place, NAME) : setServer(text, place, NAME, entryFor(place, request)),
    known: ownValue(readServers(text, place), NAME) !== undefined,
  }));
  if (after === text) return { file: shown, outcome: remove ? 'not installed' : 'unchanged' };
  await replaceFile(file, after);
  if (remove) return { file: shown, outcome: 'removed' };
  return { file: shown, outcome: known ? 'updated' : 'installed' };
}

function entryFor(
  { type, elsewhere }: InstallPlace,
  { writes, program, context }: InstallRequest,
): Record<string, unknown> {
  const words = ['mcp-server'];
  if (writes) words.push('--enable-writes');
  // A file of the home folder serves every project, so it must say which one is meant.
  if (elsewhere) words.push('--workspace', context.workspace);
  const [command, ...first] = elsewhere ? program.anywhere : program.here;
  const entry = { command, args: [...first, ...words] };
  return type === undefined ? entry : { type, ...entry };
}

async function readIfThere(file: string, shown: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw unreadable(shown, error.message);
  });
}

function refusingWhatIsBroken<T>(shown: string, edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    throw error instanceof SyntaxError ? unreadable(shown, error.message) : error;
  }
}

function unreadable(file: string, reason: string): McptestError {
  return new McptestError({
    code: 'config-unreadable',
    message: `${file} cannot be edited, and was left as it is: ${reason}`,
    hint: 'Fix the file, or name another one with --install-path.',
  });
}
