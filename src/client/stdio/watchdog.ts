/**
 * A tiny shell that outlives us. It blocks on a pipe that only we hold for long; when we go, however we go,
 * the pipe closes and it kills the process groups it was told of, and daemons that left them. A server tells
 * it of itself in the instant before it becomes the server, so there is no moment at which our death would
 * leave it running.
 * It also ends, in order, servers that are leaving when nothing more is to be learnt from them, so that nobody waits.
 * One watchdog serves all servers. It runs in a session of its own, holds none of our outputs and never
 * keeps us alive.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';

const SHELL = '/bin/sh';

// Servers see their stdin close at the same moment; the short sleep lets the well-behaved ones leave. A process
// that is just starting shows no environment, so daemons are looked for several times; of servers that were handed over
// it is known that they had none a moment before.
const SCRIPT = `
trap '' HUP INT TERM
groups=
left=
leave() {
  sleep "$2" 2>/dev/null || sleep 1
  kill -s TERM -- "-$1" 2>/dev/null || return
  for pause in 0.1 0.2 0.4 0.6 0.7; do
    sleep "$pause" 2>/dev/null || sleep 1
    kill -s 0 -- "-$1" 2>/dev/null || return
  done
  kill -s KILL -- "-$1" 2>/dev/null
}
while read -r word group grace; do
  rest=
  for each in $groups; do [ "$each" = "$group" ] || rest="$rest $each"; done
  groups=$rest
  case "$word" in
    add) groups="$groups $group" ;;
    leave) left=0; leave "$group" "$grace" & ;;
  esac
done
[ -n "$groups$left" ] || exit 0
if [ -n "$groups" ]; then
  sleep 0.2 2>/dev/null || sleep 1
  for each in $groups; do kill -s KILL -- "-$each" 2>/dev/null; done
  left='0 0.1 0.4 1 2'
fi
wait
[ -d /proc/self ] || exit 0
for pause in $left; do
  sleep "$pause" 2>/dev/null || sleep 1
  for file in $(grep -las "$1" /proc/[0-9]*/environ; grep -ls "$2" /proc/[0-9]*/limits); do
    file=\${file%/*}
    kill -s KILL "\${file#/proc/}" 2>/dev/null
  done
done
`;

/** The start of every mark that this process gives to what it starts; `token-shapes.ts` knows them when a server shows one. */
const MARKS = `MCPTEST_SERVER_ID=mcptest-server-${process.pid}-${randomUUID().slice(0, 8)}-`;
/** The first digits, in bytes, of every limit that marks what this process starts; seven more tell the servers apart. */
const LIMITS = randomInt(100_000_000, 880_000_000);
const SERVERS = 9000;
let marks = 0;

/**
 * What tells a server and all its offspring, also those that left its group and its parents. Looked for in `/proc`,
 * without effect where there is none.
 */
export interface Mark {
  /** A variable, which daemons inherit. */
  name: string;
  value: string;
  /**
   * For those that were started with an empty environment: a limit of the resident set, in kilobytes, larger than any
   * machine. Linux keeps it, hands it on and heeds it no more.
   */
  limitKb: number;
  /** The same as `/proc` shows it. */
  limitBytes: string;
}

export function nextMark(): Mark {
  marks += 1;
  const [name = '', value = ''] = `${MARKS}${marks}`.split('=');
  const n = marks % SERVERS;
  const limitBytes = `${LIMITS * 1024}${String(n * 1024).padStart(7, '0')}`;
  return { name, value, limitKb: LIMITS * 10_000_000 + n, limitBytes };
}

let watchdog: ChildProcess | undefined;
const guarded = new Set<number>();

export interface GuardedCommand {
  /** The argument vector that registers its process and then becomes `argv`. */
  argv: string[];
  /** The child's file descriptor 3. */
  pipe: Writable;
}

/** How to start a program so that its group dies with us; undefined where that is not possible. */
export function guardedCommand(
  argv: string[],
  env: Record<string, string>,
  { limitKb }: Mark,
): GuardedCommand | undefined {
  if (process.platform === 'win32') return undefined;
  watchdog ??= start();
  if (!watchdog?.stdin) return undefined;
  // Shells add these to the environment on their own account.
  const added = ['PWD', 'OLDPWD', 'SHLVL'].filter((name) => !Object.hasOwn(env, name)).join(' ');
  const forget = added ? `unset ${added}; ` : '';
  const script = `echo "add $$" >&3; exec 3>&-; ulimit -S -m ${limitKb} 2>/dev/null; ${forget}exec "$@"`;
  return { argv: [SHELL, '-c', script, 'mcptest', ...argv], pipe: watchdog.stdin };
}

/** The group runs; a watchdog that has to be started again learns of it, too. */
export function guard(group: number): void {
  guarded.add(group);
}

/** The group is empty; its number may belong to somebody else soon. */
export function release(group: number): void {
  if (guarded.delete(group)) watchdog?.stdin?.write(`del ${group}\n`);
}

/**
 * The watchdog ends the group in our place, when its grace is over, in the order in which we would. False where there is
 * none; the group is ours then, as before.
 */
export function handOverGroup(group: number, graceMs: number): boolean {
  if (!watchdog?.stdin?.writable || !guarded.delete(group)) return false;
  watchdog.stdin.write(`leave ${group} ${(graceMs / 1000).toFixed(3)}\n`);
  return true;
}

function start(): ChildProcess | undefined {
  const child = spawn(
    SHELL,
    ['-c', SCRIPT, 'mcptest', MARKS, `^Max resident set *${LIMITS * 1024}[0-9]\\{7\\} `],
    {
      detached: true,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  const forget = () => {
    if (watchdog === child) watchdog = undefined;
  };
  child.on('error', forget).on('exit', forget).unref();
  child.stdin.on('error', forget);
  if (child.pid === undefined) return undefined;
  (child.stdin as unknown as { unref(): void }).unref();
  for (const group of guarded) child.stdin.write(`add ${group}\n`);
  return child;
}
