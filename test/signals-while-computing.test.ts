/** A command that only computes listens to nobody; SIGTERM ends it all the same, before it is done. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, root } from './lib/cli.js';

/** So much processor time is well past reading the file and far from the end. */
const MIDST_SECONDS = 1.5;

/** Takes several times as long to judge. */
const TOOLS = 150_000;

const tools = (count: number): string =>
  JSON.stringify({
    tools: Array.from({ length: count }, (_, i) => ({
      name: `find_row_${i}`,
      description: `Find row ${i} of the ledger by its number and return it as JSON, with the date of its last change.`,
      inputSchema: { type: 'object', properties: { id: { type: 'string' }, page: { type: 'integer' } } },
    })),
  });

function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

describe.skipIf(process.platform !== 'linux')('SIGTERM in the midst of a computation', () => {
  it.each(['lint', 'security'])('ends %s', async (command) => {
    const cwd = folder({ 'tools.json': tools(TOOLS) });
    const child = spawn(process.execPath, [join(root, 'dist/cli.js'), command, '--from', 'tools.json'], {
      cwd,
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const watch = setInterval(() => {
      if (processorSeconds(child.pid!) >= MIDST_SECONDS) child.kill('SIGTERM');
    }, 20);
    const [code, signal] = await ended;
    clearInterval(watch);
    // Who listens and ends later has a code of its own.
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGTERM' });
  });
});
