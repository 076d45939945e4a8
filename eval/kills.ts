/**
 * `npm run eval:kills -- [COUNT] [SEED] [--pairs N] [--only NAME]`: SIGKILL, SIGTERM, SIGINT or SIGHUP at a random moment
 * of every command that works for a while, COUNT times (200 unless told), and N times a run and another command at once
 * in one workspace (half of COUNT unless told). Each time: the command ends, nobody is left, what was there is there, and every file can
 * be read.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { command, type Ended } from './lib/campaign/command.js';
import { type CampaignCommand, COMMANDS, copyOf, usedWorkspace } from './lib/campaign/commands.js';
import { tellFigures } from './lib/campaign/figures.js';
import { damage, files } from './lib/campaign/intact.js';
import { untilTold, wasTold } from './lib/campaign/until-told.js';
import { randomOf } from './lib/random.js';

const SIGNALS: NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];
/** What a shell sees of them where they are handled. */
const CODES: Record<string, number> = { SIGTERM: 143, SIGINT: 130, SIGHUP: 130 };
const LIMIT_MS = 150_000;
/** How long one that serves is left alone before it is told to stop, at the latest. */
const SERVES_MS = 4000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pairs: { type: 'string' }, only: { type: 'string', default: '' } },
});
const [count = 200, seed = 1] = positionals.map(Number);
const pairs = Number(values.pairs ?? Math.ceil(count / 2));
const random = randomOf(seed);
const chosen = COMMANDS.filter(({ name, quick }) => !quick && name.includes(values.only ?? ''));
const template = await usedWorkspace();
const before = files(template);
/** How long each takes by itself, and how it ends then. */
const alone = new Map<string, Pick<Ended, 'ms' | 'code'>>();
let bad = 0;
let early = 0;
let kills = 0;
let together = 0;

for (const n of untilTold(Array(count).keys())) {
  const one = chosen[n % chosen.length]!;
  const signal = SIGNALS[Math.floor(n / chosen.length) % SIGNALS.length]!;
  const afterMs = Math.round(random.next() * (await byItself(one)).ms * 1.05);
  const cwd = copyOf(template);
  const ended = await start(one, cwd, (kill) => setTimeout(() => kill(signal), afterMs));
  const wrong = [
    ...aftermath(one, ended, { sent: signal, usual: (await byItself(one)).code }),
    ...(await damage(cwd, before)),
    ...(await registry(one, cwd)),
  ];
  if (wasTold()) break;
  kills += 1;
  if (ended.signal === null && !Object.values(CODES).includes(ended.code ?? -1)) early += 1;
  tell(`${n}: ${signal} to ${one.name} after ${afterMs} ms`, wrong);
  rmSync(cwd, { recursive: true, force: true });
}
for (const n of untilTold(Array(pairs).keys())) {
  const cwd = copyOf(template);
  // A run, and beside it any of those that come to an end.
  const both = [COMMANDS[0]!, random.pick(chosen.filter(({ serves }) => !serves))];
  const ended = await Promise.all(both.map((one) => start(one, cwd)));
  const wrong: string[] = [];
  for (const [at, one] of both.entries()) {
    const { code, stderr } = ended[at]!;
    if (code !== (await byItself(one)).code)
      wrong.push(`${one.name} ended with ${code}: ${stderr.slice(0, 300)}`);
  }
  if (wasTold()) break;
  together += 1;
  tell(`pair ${n}: ${both.map(({ name }) => name).join(' and ')}`, [
    ...wrong,
    ...ended.flatMap(({ left }) => (left.length > 0 ? [`left behind: ${left.join(', ')}`] : [])),
    ...(await damage(cwd, before)),
  ]);
  rmSync(cwd, { recursive: true, force: true });
}
rmSync(template, { recursive: true, force: true });
tellFigures(
  'kills',
  `${kills} kills of ${Math.min(kills, chosen.length)} of ${chosen.length} commands and ${together} pairs in one workspace (seed ${seed}): ${bad} left a process, a half file or a loss; ${early} times the command had ended before`,
);
process.exitCode = bad === 0 ? 0 : 1;

/** What was cut off in the registry can be read and gone on with. */
async function registry({ name, args }: CampaignCommand, cwd: string): Promise<string[]> {
  if (!/^tdqs (ingest|sweep|worker|import)/.test(name)) return [];
  const store = name === 'tdqs import' ? 'other.db' : 'registry.db';
  if (!existsSync(join(cwd, store))) return [];
  // One that was cut off before its first row holds nothing to read: the same command brings it to its end.
  if (name === 'tdqs import') {
    const again = await command(args, { cwd, limitMs: LIMIT_MS });
    if (again.code !== 0) return [`the import again: ${again.code} ${again.stderr.slice(0, 300)}`];
  }
  const read = await command(['tdqs', 'stats', '--store', store], { cwd, limitMs: LIMIT_MS });
  return read.code === 0 ? [] : [`the registry: ${read.code} ${read.stderr.slice(0, 300)}`];
}

function tell(name: string, wrong: string[]): void {
  if (wrong.length === 0) return;
  bad += 1;
  console.log(`${name}:${wrong.map((why) => `\n  ${why}`).join('')}`);
}

/** How it goes when nothing is done to it; known once it was seen. */
async function byItself(one: CampaignCommand): Promise<Pick<Ended, 'ms' | 'code'>> {
  if (one.serves) return { ms: SERVES_MS, code: 0 };
  const known = alone.get(one.name);
  if (known !== undefined) return known;
  const cwd = copyOf(template);
  const { ms, code } = await start(one, cwd);
  alone.set(one.name, { ms, code });
  rmSync(cwd, { recursive: true, force: true });
  return { ms, code };
}

function start(
  one: CampaignCommand,
  cwd: string,
  then?: (kill: (signal: NodeJS.Signals) => void) => void,
): Promise<Ended> {
  return command(one.args, {
    cwd,
    limitMs: LIMIT_MS,
    stdin: one.says || one.serves ? 'pipe' : 'ignore',
    during: (child) => {
      for (const message of one.says ?? []) child.stdin?.write(`${JSON.stringify(message)}\n`);
      then?.((signal) => child.kill(signal));
    },
  });
}

function aftermath(
  one: CampaignCommand,
  { hung, left, code, signal, stderr }: Ended,
  { sent, usual }: { sent: string; usual: number | null },
): string[] {
  const wrong: string[] = [];
  if (hung) wrong.push(`did not end within ${LIMIT_MS / 1000} s`);
  if (left.length > 0) wrong.push(`left behind: ${left.join(', ')}`);
  if (/ broke: /.test(stderr)) wrong.push(stderr.slice(0, 300));
  const asTold = signal === sent || code === CODES[sent] || (one.serves && code === 0);
  // One that had ended before the signal came ends as it always does.
  if (!hung && !asTold && code !== usual) wrong.push(`ended with ${code ?? signal}: ${stderr.slice(0, 300)}`);
  return wrong;
}
