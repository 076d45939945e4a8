/** Runs the checks lane by lane and says of each what became of it. A check that breaks or hangs is not testable. */
import type { CheckResult, CheckStatus, Frame } from '../types/conformance.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { type ConformanceCheck, type Lane, NotApplicable, NotTestable, type Outcome } from './check.js';
import { holdsIn, revisionRange, specLink } from './spec-link.js';
import type { World } from './world.js';

/** How many conversations of their own may be open at a time. */
const OWN_AT_ONCE = 3;
const CHECK_MS = 20_000;
const MOST_FRAMES = 8;

export async function runChecks(world: World, checks: readonly ConformanceCheck[]): Promise<CheckResult[]> {
  const results = new Map<ConformanceCheck, CheckResult>();
  const inLane = (lane: Lane) => checks.filter((check) => (check.lane ?? 'shared') === lane);
  const one = async (check: ConformanceCheck) => {
    results.set(check, await runCheck(world, check));
  };
  const doubtful: ConformanceCheck[] = [];
  const roughly = async (check: ConformanceCheck) => {
    await one(check);
    if (results.get(check)?.status === 'fail' && !world.isRoughUsable) doubtful.push(check);
  };
  await Promise.all([
    inTurn(inLane('shared'), one),
    inTurn([...inLane('rough'), ...inLane('parting')], roughly),
    sideBySide(inLane('own'), one),
  ]);
  await inTurn(inLane('afterwards'), one);
  await sideBySide(inLane('ending'), one);
  await inTurn(doubtful, async (check) => {
    results.set(check, await lookAgain(world, check));
  });
  return checks.flatMap((check) => results.get(check) ?? []);
}

/**
 * A server that left or fell silent may have another reason: a database that is not there, another one of it that was
 * started beside. It is asked again with nothing beside it, and blamed only where it answers what is ordinary.
 */
async function lookAgain(world: World, check: ConformanceCheck): Promise<CheckResult> {
  world.leaveRough();
  const second = await runCheck(world, check);
  if (second.status !== 'fail' || world.isRoughUsable) return second;
  const plain = await world.once('plain request', () => world.plainRequest());
  if (plain.reply !== undefined) return second;
  const { frames } = plain;
  const message = 'the server does not answer an ordinary request either';
  return resultOf(world, check, { status: 'not-testable', message, frames });
}

async function inTurn(
  checks: ConformanceCheck[],
  run: (check: ConformanceCheck) => Promise<void>,
): Promise<void> {
  for (const check of checks) await run(check);
}

async function sideBySide(
  checks: ConformanceCheck[],
  run: (check: ConformanceCheck) => Promise<void>,
): Promise<void> {
  const left = [...checks];
  const worker = async () => {
    for (let check = left.shift(); check !== undefined; check = left.shift()) await run(check);
  };
  await Promise.all(Array.from({ length: OWN_AT_ONCE }, worker));
}

async function runCheck(world: World, check: ConformanceCheck): Promise<CheckResult> {
  try {
    const reason = whyNot(world, check);
    if (reason !== undefined) return resultOf(world, check, { status: 'not-applicable', message: reason });
    refuseWhereClosed(world, check);
    refuseWhenOver(world);
    const outcome = await withDeadline(check, world);
    refuseWhenOver(world);
    const { message, frames } = outcome;
    return resultOf(world, check, { status: statusOf(check, outcome), message, frames });
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof NotApplicable) return resultOf(world, check, { status: error.status, message });
    if (error instanceof NotTestable)
      return resultOf(world, check, { status: error.status, message, frames: error.frames });
    return resultOf(world, check, { status: 'not-testable', message: `the check broke off: ${message}` });
  }
}

function whyNot(world: World, check: ConformanceCheck): string | undefined {
  const { revision } = world;
  if (!holdsIn(check, revision))
    return `the rule holds in ${revisionRange(check)}; the server speaks ${revision}`;
  if (check.on !== undefined && check.on !== world.launcher.kind) return `the rule is about ${check.on}`;
  if (check.needs !== undefined && world.opening.state === 'open' && !world.has(check.needs))
    return `the server does not declare \`${check.needs}\``;
  return undefined;
}

/** What can be said of a server that answered, but not with a handshake. */
const AFTER_NO_HANDSHAKE = ['C-LIFE-001', 'C-FRAME-001', 'C-FRAME-002', 'C-FRAME-003', 'C-FRAME-004'];

/** Without a handshake only those checks say something that are about it. */
function refuseWhereClosed({ opening }: World, { id }: ConformanceCheck): void {
  if (opening.state === 'locked' && !id.startsWith('C-AUTH-'))
    throw new NotTestable('the server asks for a login', opening.handshake);
  if (opening.state === 'closed' && !AFTER_NO_HANDSHAKE.includes(id))
    throw new NotTestable('there was no handshake', opening.handshake);
}

/** A server that had no time to answer broke no rule, and kept none by its silence. */
function refuseWhenOver({ launcher }: World): void {
  if (launcher.isOver) throw new NotTestable('the time for the whole run was over');
}

function withDeadline(check: ConformanceCheck, world: World): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotTestable(`it took longer than ${CHECK_MS} ms`)), CHECK_MS);
  });
  // A check that throws at once must not leave the timer behind, which would end mcptest when it goes off.
  const done = async (): Promise<Outcome> => check.run(world);
  return Promise.race([done(), late]).finally(() => clearTimeout(timer));
}

function statusOf({ level }: ConformanceCheck, { kept }: Outcome): CheckStatus {
  if (kept) return 'pass';
  return level === 'MUST' ? 'fail' : 'warn';
}

interface Found {
  status: CheckStatus;
  message: string;
  frames?: Frame[];
}

function resultOf(
  world: World,
  check: ConformanceCheck,
  { status, message, frames = [] }: Found,
): CheckResult {
  const { id, title, level, official, fix } = check;
  // Where the rule does not hold in the revision that was spoken, the link leads to one in which it does.
  const revision = holdsIn(check, world.revision)
    ? world.revision
    : (check.until ?? check.since ?? world.revision);
  return omitUndefined<CheckResult>({
    id,
    title,
    level,
    status,
    spec: specLink(check, revision),
    revision: revisionRange(check),
    official,
    message,
    fix,
    frames: mostTelling(frames),
  });
}

/** The first and the last of many. */
function mostTelling(frames: Frame[]): Frame[] {
  if (frames.length <= MOST_FRAMES) return frames;
  return [...frames.slice(0, MOST_FRAMES / 2), ...frames.slice(-MOST_FRAMES / 2)];
}
