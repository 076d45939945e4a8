/**
 * What judges said, one line a judgement, in `.mcptest/judgements.jsonl`. Lines are only ever added, so
 * two runs can write at once and a killed one loses at most its last line. A file that has grown too
 * large is begun anew.
 */
import { appendFile, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolders, ownFolder } from './own-folder.js';

const MAX_BYTES = 64 * 1024 * 1024;

export interface JudgementFile {
  get(key: string): unknown;
  put(key: string, judgement: unknown): Promise<void>;
  /** Why nothing could be written, once. */
  problem(): string | undefined;
}

export async function openJudgements(workspace: string): Promise<JudgementFile> {
  const file = join(workspace, '.mcptest', 'judgements.jsonl');
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  let problem: string | undefined;
  if (size > MAX_BYTES) await rm(file, { force: true }).catch(() => {});
  const text = size === 0 || size > MAX_BYTES ? '' : await readFile(file, 'utf8').catch(() => '');
  const known = new Map<string, unknown>();
  for (const line of text.split('\n')) {
    const entry = parse(line);
    if (entry !== undefined) known.set(entry.key, entry.judgement);
  }
  return {
    get: (key) => known.get(key),
    put: async (key, judgement) => {
      known.set(key, judgement);
      try {
        makeFolders(dirname(ownFolder(workspace, 'judgements.jsonl')));
        // The line break first ends whatever a killed run left behind.
        await appendFile(file, `\n${JSON.stringify({ key, judgement })}`);
      } catch (error) {
        problem ??= `judgements are not kept in ${file}: ${(error as Error).message}`;
      }
    },
    problem: () => problem,
  };
}

function parse(line: string): { key: string; judgement: unknown } | undefined {
  if (line === '') return undefined;
  try {
    const { key, judgement } = JSON.parse(line) as Record<string, unknown>;
    return typeof key === 'string' && judgement ? { key, judgement } : undefined;
  } catch {
    return undefined;
  }
}
