/** `mcptest tdqs export | import`: a registry as a file, and back. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { csvLines } from '../../registry/exchange/csv.js';
import { exportLines } from '../../registry/exchange/export.js';
import { importFile } from '../../registry/exchange/import.js';
import { openStore } from '../../registry/store.js';
import type { ImportReport, IngestProblem } from '../../types/registry.js';
import { McptestError } from '../../util/errors.js';
import { oneLine } from '../../util/text.js';

export interface ExportInput {
  store: string;
  format: 'jsonl' | 'csv';
  /** Takes one line after the other. */
  write(line: string): Promise<void>;
  signal?: AbortSignal;
}

/** The number of lines. */
export async function exportRegistry({ store: place, format, write, signal }: ExportInput): Promise<number> {
  const store = await openStore(place, { must_exist: true });
  let lines = 0;
  try {
    for await (const line of format === 'csv' ? csvLines(store.db) : exportLines(store.db)) {
      if (signal?.aborted) break;
      await write(line);
      lines += 1;
    }
  } finally {
    await store.close();
  }
  return lines;
}

export async function importRegistry(input: {
  store: string;
  file: string;
  cwd?: string;
}): Promise<ImportReport> {
  const path = resolve(input.cwd ?? process.cwd(), input.file);
  if (!existsSync(path)) throw noFile(input.file);
  const store = await openStore(input.store);
  const problems: IngestProblem[] = [];
  try {
    const total = await importFile(store.db, path, (problem) => problems.push(problem));
    return { ...total, problems, driver: store.db.driver };
  } finally {
    await store.close();
  }
}

function noFile(file: string): McptestError {
  return new McptestError({
    code: 'file-unreadable',
    message: `there is no file ${oneLine(file)}`,
    hint: 'Name a file that `mcptest tdqs export` made.',
  });
}
