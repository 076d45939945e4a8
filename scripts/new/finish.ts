/** Brings what was begun into form: formatting and the order of imports, then the files that are made from code. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export function finish(root: string, files: readonly string[]): void {
  format(root, files);
  node(root, '--import', 'tsx', join('scripts', 'generate.ts'));
}

export function format(root: string, files: readonly string[]): void {
  const sources = files.filter((file) => file.endsWith('.ts'));
  node(root, join('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '--write', ...sources);
}

function node(cwd: string, ...args: string[]): void {
  execFileSync(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
