/** The rows of a file of cases, by what its name ends with. */
import { extname } from 'node:path';
import { openCases, textOf, wholeText } from './case-file.js';
import { jsonlRows } from './jsonl-rows.js';
import { BadCases, type ReadRow } from './rows.js';

/** `file` as it is shown. Throws `BadCases`. */
export async function* rowsOfFile(path: string, file: string): AsyncGenerator<ReadRow> {
  const kind = extname(path).toLowerCase();
  if (!['.jsonl', '.ndjson', '.csv', '.yaml', '.yml', '.json'].includes(kind))
    throw new BadCases('cases are read from .jsonl, .csv, .yaml and .json files');
  const handle = await openCases(path);
  try {
    if (kind === '.csv') yield* (await import('./csv-rows.js')).csvRows(textOf(handle));
    else if (kind === '.jsonl' || kind === '.ndjson') yield* jsonlRows(textOf(handle));
    else {
      const { documentRows } = await import('./document-rows.js');
      yield* documentRows(await wholeText(handle), file, kind === '.json');
    }
  } finally {
    await handle.close();
  }
}
