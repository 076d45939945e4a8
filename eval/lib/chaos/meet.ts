/** Meets one cell of the chaos matrix: the server is started, mcptest meets it, and nothing of it stays. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from '../campaign/command.js';
import { type Cell, type Meeting, SAID, type Seen, type Surface } from './cell.js';
import { METHODS } from './surfaces.js';
import { targetOf } from './target.js';

const CLOCK = new URL('jumping-clock.mjs', import.meta.url).href;

export async function meet(cell: Cell): Promise<Seen> {
  const secret = randomBytes(16).toString('hex');
  const target = await targetOf(cell, secret);
  const said = cell.fault.startsWith('big') ? { contains: 'xxxxxxxx' } : SAID;
  const suite = { servers: { chaos: target.declared }, ...testsOf(cell.surface, said) };
  const cwd = workspace({ 'mcptest.yml': suite });
  const env: Record<string, string> =
    cell.fault === 'clock-jump' ? { NODE_OPTIONS: `--import=${CLOCK}` } : {};
  const meeting = { cwd, env, said: [] as string[] };
  try {
    const seen = await METHODS[cell.surface](meeting);
    seen.trouble.push(...leaks(meeting, secret));
    return seen;
  } finally {
    target.end();
    rmSync(cwd, { recursive: true, force: true });
  }
}

function testsOf(surface: Surface, said: unknown): object {
  const echo = { name: 'case', tool: 'echo', args: { text: SAID } };
  if (surface === 'record') {
    const script = [{ call: 'chaos.echo', args: { text: SAID } }, { say: 'Done.' }];
    const expect = [{ final_response: 'Done.' }];
    return { agents: [{ name: 'case', model: 'scripted', prompt: 'Say it.', script, expect }] };
  }
  return { tools: [{ ...echo, expect: [{ 'result.content[0].text': said }] }] };
}

/** Where the token that the server was given can be read: row 50 of the table, and true of every other. */
function leaks({ cwd, said }: Meeting, secret: string): string[] {
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'mcptest.yml')
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const leaking = files.filter((file) => readFileSync(file, 'utf8').includes(secret));
  return [
    ...leaking.map((file) => `the token is in ${file.slice(cwd.length + 1)}`),
    ...(said.some((text) => text.includes(secret)) ? ['the token was printed'] : []),
  ];
}
