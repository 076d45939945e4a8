/** Where a suite is, for people and for its servers. */
import { dirname, join, relative, resolve, sep } from 'node:path';

/** As the user would type it from the current folder, with forward slashes. */
export function displayPath(file: string, cwd: string): string {
  return (relative(cwd, file) || '.').split(sep).join('/');
}

/** The suite's folder; for an inline suite, which is kept in `.mcptest/inline`, the workspace. */
export function suiteFolder(file: string, workspace: string): string {
  const folder = dirname(file);
  return folder === join(resolve(workspace), '.mcptest', 'inline') ? resolve(workspace) : folder;
}
