/** Cassettes of a workspace: files in folders called `cassettes`. Read as they are, never outside the root. */
import { type Dirent, promises as fs } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { checkId } from '../store/workspace.js';
import { McptestError } from '../util/errors.js';
import { shownBytes } from '../util/files.js';

export interface CassetteRow {
  name: string;
  /** From the workspace, with forward slashes. */
  path: string;
  bytes: number;
}

const SKIPPED = new Set(['node_modules', '.git', '.mcptest', 'dist']);
const MAX_FOLDERS = 5000;
const MAX_DEPTH = 8;
const MAX_BYTES = 16 * 1024 * 1024;
const FILE = /^(?<name>[A-Za-z0-9._-]{1,120})\.(?:json|ya?ml)$/;

export async function savedCassettes(workspace: string): Promise<CassetteRow[]> {
  const out: CassetteRow[] = [];
  const open: { folder: string; depth: number; isCassettes: boolean }[] = [];
  let next: (typeof open)[number] | undefined = { folder: workspace, depth: 0, isCassettes: false };
  for (let seen = 0; next !== undefined && seen < MAX_FOLDERS; seen += 1, next = open.pop()) {
    const { folder, depth, isCassettes } = next;
    const entries: Dirent[] = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      // Symbolic links are neither: nothing leads out of the workspace.
      if (entry.isDirectory() && !SKIPPED.has(entry.name) && depth < MAX_DEPTH) {
        open.push({ folder: path, depth: depth + 1, isCassettes: isCassettes || entry.name === 'cassettes' });
      } else if (isCassettes && entry.isFile()) {
        const name = FILE.exec(entry.name)?.groups?.name;
        if (name === undefined) continue;
        const { size } = await fs.lstat(path);
        out.push({ name, path: relative(workspace, path).split(sep).join('/'), bytes: size });
      }
    }
  }
  return out.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export async function savedCassette(
  workspace: string,
  name: string,
): Promise<CassetteRow & { cassette: unknown }> {
  const wanted = checkId(name);
  const found = (await savedCassettes(workspace)).filter((one) => one.name === wanted);
  const [row, ...others] = found;
  const hint = 'list_cassettes names those that there are.';
  if (row === undefined)
    throw new McptestError({ code: 'no-cassette', message: `there is no cassette ${wanted}`, hint });
  if (others.length > 0) {
    const message = `${found.length} cassettes are called ${wanted}: ${found.map(({ path }) => path).join(', ')}`;
    throw new McptestError({ code: 'two-cassettes', message, hint });
  }
  if (row.bytes > MAX_BYTES)
    throw new McptestError({
      code: 'cassette-too-large',
      message: `${row.path} has ${shownBytes(row.bytes)}, and at most ${shownBytes(MAX_BYTES)} are shown`,
      hint: 'Open the file itself.',
    });
  const text = await fs.readFile(join(workspace, row.path), 'utf8');
  return { ...row, cassette: jsonOrText(text) };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
