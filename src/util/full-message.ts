/** A sentence with what a dying server wrote last behind it, for whoever shows both as one text. */

export const STDERR_MARK = ' Last lines on stderr: ';
export const BETWEEN_LINES = ' | ';

export function fullMessage({
  message,
  stderr = [],
}: {
  message: string;
  stderr?: readonly string[];
}): string {
  return stderr.length === 0 ? message : `${message}${STDERR_MARK}${stderr.join(BETWEEN_LINES)}`;
}
