/**
 * `npm run eval:writes -- [COUNT] [SEED] [--only NAME] [--pipes]`: every write of every command fails once, at each
 * position, with ENOSPC, EACCES or EIO; then a disk that is full or read-only from the start; then a closed stdin and a
 * stdout that nobody reads (only this with `--pipes`). Each time: it ends by itself, says what it could not write, and
 * what was there before is there. COUNT of the single positions where it is given, drawn with SEED; the disks and the pipes
 * are tried with every command.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { command, type Ended } from './lib/campaign/command.js';
import { type CampaignCommand, COMMANDS, copyOf, usedWorkspace } from './lib/campaign/commands.js';
import { tellFigures } from './lib/campaign/figures.js';
import { damage, files } from './lib/campaign/intact.js';
import { untilTold, wasTold } from './lib/campaign/until-told.js';
import { randomOf } from './lib/random.js';

const CODES = ['ENOSPC', 'EACCES', 'EIO'];
const SAID: Record<string, RegExp> = {
  ENOSPC: /ENOSPC|no space left|disk is full/i,
  EACCES: /EACCES|permission|may not be|not allowed/i,
  EIO: /EIO|i\/o error|input\/output/i,
  EROFS: /EROFS|read-only/i,
};
const LIMIT_MS = 150_000;
/** How long one that waits for others is left alone. */
const SERVES_MS = 4000;
const PRELOAD = new URL('lib/campaign/fail-writes.mjs', import.meta.url).href;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, pipes: { type: 'boolean', default: false } },
});
const [count = 0, seed = 1] = positionals.map(Number);
const random = randomOf(seed);
const chosen = COMMANDS.filter(({ name }) => name.includes(values.only ?? ''));
const template = await usedWorkspace();
const before = files(template);
let bad = 0;
let silent = 0;
let tried = 0;
let piped = 0;

interface Try {
  one: CampaignCommand;
  at: number | 'all';
  code: string;
}

const disks: Try[] = [];
const single: Try[] = [];
for (const one of untilTold(values.pipes ? [] : chosen)) {
  const { writes } = await attempt({ one, at: 0, code: 'ENOSPC' });
  for (let at = 1; at <= writes; at += 1) single.push({ one, at, code: CODES[at % CODES.length]! });
  for (const code of ['ENOSPC', 'EROFS']) disks.push({ one, at: 'all', code });
}
// The positions of a command are known once it was run.
const drawn = count > 0 ? random.sample(single, Math.min(count, single.length)) : single;
for (const one of untilTold([...disks, ...drawn])) {
  const { ended, wrong, writes } = await attempt(one);
  if (wasTold()) break;
  tried += 1;
  const name = `${one.one.name}, ${one.code} at ${one.at === 'all' ? 'every write' : `write ${one.at}`}`;
  const told = (SAID[one.code] as RegExp).test(ended.stderr + ended.stdout);
  if (writes > 0 && !told && ended.code === 0) {
    silent += 1;
    console.log(`passed over: ${name}`);
  }
  // What was asked for by name is not green when it could not be written.
  if (one.at === 'all' && one.one.args.includes('--output') && ended.code === 0)
    wrong.push('the output could not be written, and the exit code is 0');
  tell(name, wrong);
}
for (const one of untilTold(chosen)) {
  const cwd = copyOf(template);
  const ended = await command(one.args, {
    cwd,
    limitMs: LIMIT_MS,
    stdin: 'pipe',
    during: (child) => {
      child.stdout?.destroy();
      talk(one, child);
    },
  });
  if (wasTold()) break;
  piped += 1;
  tell(`${one.name}, stdin closed and stdout not read`, [...ending(ended), ...(await damage(cwd, before))]);
  rmSync(cwd, { recursive: true, force: true });
}
rmSync(template, { recursive: true, force: true });
tellFigures(
  'writes',
  `${chosen.length} commands, each on a full and on a read-only disk, ${Math.max(0, tried - disks.length)} of ${single.length} single writes that fail${count > 0 ? ` (seed ${seed})` : ''} and ${piped} closed pipes: ${bad} broke, hung, lost something or were green; ${silent} failed writes were passed over, as of a cache, or made up for in another way`,
);
process.exitCode = bad === 0 ? 0 : 1;

async function attempt({ one, at, code }: Try): Promise<{ ended: Ended; writes: number; wrong: string[] }> {
  const cwd = copyOf(template);
  const counted = join(tmpdir(), `mcptest-writes-${process.pid}`);
  const ended = await command(one.args, {
    cwd,
    limitMs: LIMIT_MS,
    stdin: 'pipe',
    during: (child) => talk(one, child),
    node: ['--import', PRELOAD],
    env: { FAIL_UNDER: cwd, FAIL_AT: String(at), FAIL_CODE: code, FAIL_COUNT: counted },
  });
  const writes = existsSync(counted) ? Number(readFileSync(counted, 'utf8')) : 0;
  const wrong = [...ending(ended), ...(await damage(cwd, before))];
  rmSync(cwd, { recursive: true, force: true });
  return { ended, writes, wrong };
}

/** Says what there is to say, and no more. One that waits for others is told to stop; it has neither to break nor to stay. */
function talk({ says = [], serves }: CampaignCommand, child: ChildProcess): void {
  for (const message of says) child.stdin?.write(`${JSON.stringify(message)}\n`);
  child.stdin?.end();
  if (serves) setTimeout(() => child.kill('SIGTERM'), SERVES_MS);
}

function ending({ hung, left, code, signal, stderr }: Ended): string[] {
  const wrong: string[] = [];
  if (hung) wrong.push(`did not end within ${LIMIT_MS / 1000} s`);
  else if (code === null) wrong.push(`ended by ${signal}`);
  if (left.length > 0) wrong.push(`left behind: ${left.join(', ')}`);
  if (/ broke: |^\s+at .*\.js:\d+/m.test(stderr)) wrong.push(stderr.slice(0, 600));
  return wrong;
}

function tell(name: string, wrong: string[]): void {
  if (wrong.length === 0) return;
  bad += 1;
  console.log(`${name}:${wrong.map((why) => `\n  ${why}`).join('')}`);
}
