/** Whether a workspace can be read after something went wrong in it, and what had been there is there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { parseJsonc } from '../../../src/client-config/jsonc.js';
import { readEnvelope } from '../../../src/envelope/read.js';
import { listRuns, readRun } from '../../../src/store/workspace.js';

/** What we write beside a file before it takes its place; nobody reads it. */
const TEMPORARY = /\.tmp(\/|$)/;

/** Every file but those that are on their way, by its path. */
export function files(cwd: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const entry of readdirSync(cwd, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name).slice(cwd.length + 1);
    if (entry.isFile() && !TEMPORARY.test(path)) found.set(path, readFileSync(join(cwd, path)));
  }
  return found;
}

/** What is wrong with what is there now, held against what was there before. */
export async function damage(cwd: string, before: ReadonlyMap<string, Buffer>): Promise<string[]> {
  const now = files(cwd);
  const wrong: string[] = [];
  // The oldest runs are forgotten, and what is live is over.
  for (const path of before.keys())
    if (!now.has(path) && !/^\.mcptest\/(runs|live)\//.test(path)) wrong.push(`${path} is gone`);
  for (const [path, bytes] of now) {
    const old = before.get(path);
    if (old?.equals(bytes)) continue;
    const problem = halfOf(path, bytes.toString('utf8'));
    if (problem !== undefined) wrong.push(`${path}: ${problem}`);
  }
  for (const id of await listRuns(cwd)) {
    try {
      readEnvelope(await readRun(cwd, id), id);
    } catch (error) {
      wrong.push(`run ${id}: ${(error as Error).message.slice(0, 200)}`);
    }
  }
  return wrong;
}

/** What shows that a file is not whole. */
function halfOf(path: string, text: string): string | undefined {
  // A recording is written as it is said, and a live run as it goes: the last line may not be there yet.
  const lines = text.split('\n').slice(0, -1);
  try {
    if (/\.jsonl$|\.ndjson$/.test(path)) for (const line of lines) JSON.parse(line);
    else if (path === 'settings.json') parseJsonc(text);
    else if (/\.json$/.test(path)) JSON.parse(text);
    else if (/\.(ya?ml|lock)$/.test(path) && parse(text) === null) return 'it is empty';
    else if (/\.xml$/.test(path) && !text.trimEnd().endsWith('>')) return 'it ends in the middle';
    else if (/\.html$/.test(path) && !text.trimEnd().endsWith('</html>')) return 'it ends in the middle';
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n')[0];
  }
}
