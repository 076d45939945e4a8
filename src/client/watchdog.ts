/**
 * A tiny shell that outlives us. It blocks on a pipe whose other end only we hold; when we go, however we
 * go, the pipe closes and it kills the process groups it was told of. One serves all servers. It runs in a
 * session of its own, holds none of our outputs and never keeps us alive.
 */
import { type ChildProcess, spawn } from 'node:child_process';

// Servers see their stdin close at the same moment; the short sleep lets the well-behaved ones leave.
const SCRIPT = `
trap '' HUP INT TERM
groups=
while read -r word group; do
  rest=
  for each in $groups; do [ "$each" = "$group" ] || rest="$rest $each"; done
  groups=$rest
  [ "$word" = add ] && groups="$groups $group"
done
[ -n "$groups" ] || exit 0
sleep 0.2 2>/dev/null || sleep 1
for each in $groups; do kill -s KILL -- "-$each" 2>/dev/null; done
`;

let watchdog: ChildProcess | undefined;
const guarded = new Set<number>();

/** From now on the group dies with us. */
export function guard(group: number): void {
  if (process.platform === 'win32') return;
  guarded.add(group);
  if (watchdog) tell(watchdog, `add ${group}`);
  else watchdog = start();
}

/** The group is empty; its number may belong to somebody else soon. */
export function release(group: number): void {
  if (guarded.delete(group) && watchdog) tell(watchdog, `del ${group}`);
}

function start(): ChildProcess | undefined {
  const child = spawn('/bin/sh', ['-c', SCRIPT], {
    detached: true,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const forget = () => {
    if (watchdog === child) watchdog = undefined;
  };
  child.on('error', forget).on('exit', forget).unref();
  child.stdin.on('error', forget);
  (child.stdin as unknown as { unref(): void }).unref();
  for (const group of guarded) tell(child, `add ${group}`);
  return child;
}

function tell(child: ChildProcess, line: string): void {
  child.stdin?.write(`${line}\n`);
}
