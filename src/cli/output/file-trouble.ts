/** What the system says of a file, in words: a folder that may not be written is no bug of ours. */
import { McptestError } from '../../util/errors.js';

const WHY: Record<string, string> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk answers with an i/o error',
  EFBIG: 'the file would be too large',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a part of the path is a file, not a folder',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

export function notWritten(what: string, cause: NodeJS.ErrnoException, file?: string): McptestError {
  const place = file === undefined ? '' : ` to ${JSON.stringify(file)}`;
  const why = cause.code === 'ENOENT' ? 'there can be no such file' : WHY[cause.code ?? ''];
  return new McptestError({
    code: 'report-not-written',
    message: `${what} was not written${place}: ${why ?? cause.message}`,
    hint: 'Name a file in a folder that you may write to.',
    cause,
  });
}

/** Of an error that nobody foresaw: undefined when it is not about a file that we may not use. */
export function fileTrouble(error: unknown): McptestError | undefined {
  const { code = '', syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  // Node's name for asking where the process stands.
  if (syscall === 'uv_cwd') return lostFolder(error);
  if (syscall === undefined || path === undefined || !Object.hasOwn(WHY, code)) return undefined;
  return new McptestError({
    code: 'file-unusable',
    message: `${path} cannot be used: ${WHY[code]} (${syscall})`,
    hint: 'Look at the path and its permissions.',
    cause: error,
  });
}

function lostFolder(cause: unknown): McptestError {
  return new McptestError({
    code: 'no-working-folder',
    message: 'the folder that mcptest was started in is gone, or may not be read',
    hint: 'Go to a folder that is there (`cd`) and start it again.',
    cause,
  });
}
