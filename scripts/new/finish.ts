/** Brings what was begun into form: formatting and the order of imports, then the files that are made from code. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export function finish(root: string, files: readonly string[]): void {
  const node = (...args: string[]): void => {
    execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const sources = files.filter((file) => file.endsWith('.ts'));
  node(join('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '--write', ...sources);
  node('--import', 'tsx', join('scripts', 'generate.ts'));
}
