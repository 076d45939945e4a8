/** A sentence with its reasons, and with what a dying server wrote last, for whoever shows all of it as one text. */

export const STDERR_MARK = ' Last lines on stderr: ';
export const BETWEEN_LINES = ' | ';

export function fullMessage({
  message,
  because = [],
  stderr = [],
}: {
  message: string;
  because?: readonly string[];
  stderr?: readonly string[];
}): string {
  const why = because.length === 0 ? message : `${message}: ${because.map((line) => line.trim()).join('; ')}`;
  return stderr.length === 0 ? why : `${why}${STDERR_MARK}${stderr.join(BETWEEN_LINES)}`;
}
