/** Why a command could not be started, in words that name it, the folder and where it was looked for. */
import { existsSync, statSync } from 'node:fs';
import { clip } from '../../util/text.js';

export interface SpawnAttempt {
  /** As the suite has it. */
  command: string;
  /** The file, when the command is a path rather than a name to look up. */
  file?: string;
  cwd: string;
  path: string | undefined;
}

export function spawnFailure(code: string | undefined, detail: string, attempt: SpawnAttempt): string {
  const { command, file, cwd } = attempt;
  const start = `cannot start ${JSON.stringify(command)} in ${cwd}:`;
  if (!isFolder(cwd))
    return `${start} the working directory does not exist. Set \`cwd\` to a folder that does.`;
  if (code === 'ENOENT') return `${start} ${notFound(attempt)}`;
  if (code === 'EACCES' || code === 'EPERM') {
    if (file && isFolder(file)) return `${start} it is a folder. Name the program that is to be started.`;
    return `${start} the file is not executable. Make it executable (chmod +x), or put its interpreter first in the command.`;
  }
  return `${start} ${detail}.`;
}

function notFound({ command, file, path }: SpawnAttempt): string {
  if (file === undefined) {
    const where = path ? `PATH (${clip(path, 300)})` : 'PATH, which is empty';
    return `no such program on ${where}. Install it, or give its full path.`;
  }
  if (existsSync(file)) return `${file} exists, but the interpreter that its first line names does not.`;
  const hint = command.startsWith('/') ? '' : ' A relative path starts at the working directory.';
  return `${file} does not exist.${hint}`;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
