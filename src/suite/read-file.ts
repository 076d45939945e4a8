/** The text of a suite file, or why it cannot be had. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { MAX_BYTES } from '../source/limits.js';

export type FileText = { text: string } | { problem: string };

/** Opening a pipe that nobody writes to must not wait. */
export const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export async function readText(file: string): Promise<FileText> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(file, READ);
  } catch (error) {
    return { problem: unreadable((error as NodeJS.ErrnoException).code) };
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return { problem: 'this is not a file' };
    if (stat.size > MAX_BYTES) return { problem: 'the file is larger than 1 MB' };
    const bytes = await handle.readFile();
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'the file is not UTF-8 text' };
    return { problem: unreadable((error as NodeJS.ErrnoException).code) };
  } finally {
    await handle.close();
  }
}

export function unreadable(code: string | undefined): string {
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'the file may not be read';
  return `the file cannot be read (${code ?? 'unknown reason'})`;
}
