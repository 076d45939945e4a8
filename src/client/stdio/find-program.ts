/**
 * Whether a command can be started, found out before it is: servers are started through a shell, which
 * would report a missing program as an exit code and not as what it is.
 */
import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';

const SHEBANG_BYTES = 256;

/** The system's error code, or undefined when nothing stands in the way. */
export function startProblem(
  program: string,
  cwd: string,
  searchPath: string | undefined,
): 'ENOENT' | 'EACCES' | undefined {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return 'ENOENT';
  const folders = program.includes('/') ? [''] : (searchPath ?? '').split(':');
  const files = folders
    .map((folder) => path.resolve(cwd, folder, program))
    .filter((each) => existsSync(each));
  const file = files.find(isExecutable);
  if (file === undefined) return files.length && program !== '' ? 'EACCES' : 'ENOENT';
  const interpreter = shebang(file);
  return interpreter === undefined || existsSync(path.resolve(cwd, interpreter)) ? undefined : 'ENOENT';
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The interpreter that a script's first line names. */
function shebang(file: string): string | undefined {
  try {
    const handle = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(SHEBANG_BYTES);
      const text = bytes.subarray(0, readSync(handle, bytes, 0, SHEBANG_BYTES, 0)).toString('latin1');
      return /^#![ \t]*([^ \t\r\n]+)/.exec(text)?.[1];
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
}
