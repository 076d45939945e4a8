/** The workspace that a long-lived server works in: an absolute path without links. */
import { realpath } from 'node:fs/promises';
import { workspaceAt } from './workspace.js';

export function workspaceOf(named?: string, cwd: string = process.cwd()): Promise<string> {
  return realpath(workspaceAt(cwd, named));
}
