/** Programs that may have to download what they run, and so get more time to start. */
import { basename } from 'node:path';

const RUNNERS = new Set(['npx', 'bunx', 'uvx']);

export function startsSlowly(argv: string[] | undefined): boolean {
  const program = basename(argv?.[0] ?? '').replace(/\.(cmd|exe)$/i, '');
  return RUNNERS.has(program) || (program === 'pnpm' && argv?.[1] === 'dlx');
}
