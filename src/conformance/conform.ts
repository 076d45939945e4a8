/** One server, asked everything: from its entry to a scorecard. */

import { type ConnectOptions, connect } from '../client/connect.js';
import type { Level, Scorecard } from '../types/conformance.js';
import type { ServerSpec } from '../types/connection.js';
import { EXIT, McptestError } from '../util/errors.js';
import { fullMessage } from '../util/full-message.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { ownValue } from '../util/plain.js';
import { VERSION } from '../util/version.js';
import { chooseChecks } from './choose.js';
import { countStatuses, fixFirst, gradeOf, tierOf } from './grade.js';
import { Launcher } from './launch.js';
import type { MadeCall } from './learn/calls.js';
import { type Opening, openServer } from './open.js';
import { CHECKS } from './registry.js';
import { runChecks } from './run-checks.js';
import { World } from './world.js';

const REQUEST_MS = 5000;
const WHOLE_MS = 60_000;

export interface ConformInput {
  spec: ServerSpec;
  launch: ConnectOptions;
  /** A revision, an era, or `auto`. */
  revision: string;
  /** Ids or patterns such as `C-LIST-*`; all checks when absent. */
  only?: string[];
  allow_calls?: string[];
  /** Only the checks of this level. */
  level?: Level;
  /** Call no tool at all. */
  no_calls?: boolean;
  request_timeout_ms?: number;
  /** How long all of it may take. */
  whole_ms?: number;
}

type Judged = Omit<Scorecard, 'start_ms' | 'duration_ms'>;

export interface Conformed {
  scorecard: Scorecard;
  /** The calls of tools that were made, with what came back. */
  calls: MadeCall[];
  /** Resolves when everything that was started has left. */
  closing: Promise<void>;
}

export async function conform(input: ConformInput): Promise<Conformed> {
  const began = performance.now();
  const { level } = input;
  const checks = chooseChecks(CHECKS, input.only).filter(
    (check) => level === undefined || check.level === level,
  );
  const whole = AbortSignal.timeout(input.whole_ms ?? WHOLE_MS);
  const signal = input.launch.signal ? AbortSignal.any([input.launch.signal, whole]) : whole;
  const launcher = new Launcher(input.spec, { ...input.launch, signal });
  try {
    const requestMs = input.request_timeout_ms ?? REQUEST_MS;
    const startupMs = input.spec.startup_timeout_ms;
    const opening = await openServer(launcher, { wanted: input.revision, startupMs, requestMs });
    const startMs = Math.round(performance.now() - began);
    await refuseSilence(opening, input);
    const allowCalls = input.no_calls ? undefined : (input.allow_calls ?? []);
    const world = new World(opening, launcher, { requestMs, startMs, allowCalls });
    const results = await runChecks(world, checks);
    const scorecard = scorecardOf(world, results, checks.length === CHECKS.length);
    const durationMs = Math.round(performance.now() - began);
    return {
      scorecard: { ...scorecard, start_ms: startMs, duration_ms: durationMs },
      calls: await world.madeCalls(),
      closing: launcher.close(),
    };
  } catch (error) {
    await launcher.close();
    throw error;
  }
}

/** A server that never spoke was not tested: it could not be started, or waits for something. */
async function refuseSilence(
  { state, handshake, talk }: Opening,
  { spec, launch }: ConformInput,
): Promise<void> {
  const { received, odd } = talk.port.transcript;
  if (state !== 'closed' || handshake.http !== undefined || received.length + odd.length > 0) return;
  // The words for a server that does not start are those of every other command.
  const outcome = talk.port.alive ? undefined : await connect(spec, launch);
  if (outcome?.ok) await outcome.connection.close();
  const failure = outcome?.ok === false ? fullMessage(outcome.failure) : undefined;
  throw new McptestError({
    code: outcome?.ok === false ? outcome.failure.code : 'handshake-timeout',
    message:
      launch.redact?.(failure ?? '') || `the server did not answer the handshake: ${handshake.silence}`,
    hint: failure === undefined ? 'See where it stops: mcptest doctor takes the same server.' : undefined,
    exitCode: EXIT.inconclusive,
  });
}

function scorecardOf(world: World, checks: Scorecard['checks'], whole: boolean): Judged {
  const { opening, launcher } = world;
  const [name, version] = ['name', 'version'].map((key) => ownValue(opening.server_info, key));
  const isGraded = whole && opening.state !== 'locked' && !launcher.isOver;
  return omitUndefined<Judged>({
    version: 1,
    mcptest: VERSION,
    server: omitUndefined({
      name: typeof name === 'string' ? name : 'server',
      version: typeof version === 'string' ? version : undefined,
    }),
    transport: launcher.kind,
    era: world.era,
    protocol_version: world.revision,
    grade: isGraded ? gradeOf(checks) : undefined,
    tier: isGraded ? tierOf(checks) : undefined,
    summary: countStatuses(checks),
    fix_first: fixFirst(checks),
    checks,
  });
}
