/** Output that does not fit in memory: a line at a time to stdout, or to a file that is there only when it is whole. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../util/files.js';
import { print } from './terminal.js';

export interface Lines {
  write(line: string): Promise<void>;
  end(): Promise<void>;
  /** Forgets what was written to the file. */
  drop(): Promise<void>;
}

export async function openLines(file: string | undefined): Promise<Lines> {
  if (file === undefined) return { write: print, end: async () => {}, drop: async () => {} };
  await makeFolder(dirname(file));
  const part = `${file}.part`;
  const stream = createWriteStream(part);
  let failed: Error | undefined;
  stream.on('error', (error) => {
    failed = error;
  });
  const trouble = async (cause: Error): Promise<Error> => {
    const { notWritten } = await import('./file-trouble.js');
    return notWritten('the export', cause as NodeJS.ErrnoException, file);
  };
  const closed = (): Promise<void> => new Promise((done) => stream.end(() => done()));
  return {
    write: async (line) => {
      if (failed !== undefined) throw await trouble(failed);
      if (!stream.write(line))
        await new Promise<void>((done) => {
          stream.once('drain', done);
          stream.once('error', () => done());
        });
    },
    end: async () => {
      await closed();
      if (failed !== undefined) throw await trouble(failed);
      await rename(part, file);
    },
    drop: async () => {
      stream.destroy();
      await rm(part, { force: true });
    },
  };
}
