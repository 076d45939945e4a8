/** One server through the list, over stdio or behind a URL. Nothing that it does is thrown; no process stays. */

import { tokenSurface } from '../catalog/token-surface.js';
import type { ConnectOptions } from '../client/connect.js';
import { FaultLog } from '../client/session/fault-log.js';
import { stderrLines } from '../client/stdio/byte-tail.js';
import { childEnv } from '../client/stdio/child-env.js';
import { shownArgv, startServer } from '../client/stdio/start-server.js';
import { tokenCounter } from '../tokens/token-counter.js';
import type { ToolDef } from '../types/catalog.js';
import type { ServerSpec } from '../types/connection.js';
import { formatDuration } from '../util/duration.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { clip, oneLine } from '../util/text.js';
import { Checklist, STDIO_STEPS, type Step, URL_STEPS } from './checklist.js';
import { firstBytes } from './first-bytes.js';
import { hintsFor } from './hints.js';
import {
  byHand,
  diedAtStart,
  ENDLESS,
  FRAMED,
  faultRemedy,
  missingProgram,
  NOISY,
  SILENT,
} from './remedies.js';
import { type SessionSettings, sessionSteps } from './session-steps.js';
import { urlSteps } from './url-steps.js';
import { which } from './which.js';

export interface Examination {
  server: string;
  transport: 'stdio' | 'http';
  /** The command or the URL. */
  target: string;
  verdict: 'pass' | 'fail' | 'unreachable';
  /** The id of the first step that failed. */
  failed?: string;
  steps: Step[];
  hints: string[];
  /** What its tools cost a model each time it sees them, in cl100k tokens. */
  token_surface?: { tokens: number; tools: number; dearest: { name: string; tokens: number }[] };
}

const MOST_DEAR = 3;

export async function examine(
  spec: ServerSpec,
  options: ConnectOptions,
  settings: SessionSettings,
): Promise<Examination> {
  const { url } = spec;
  const list = new Checklist(url === undefined ? STDIO_STEPS : URL_STEPS);
  const tools =
    url === undefined
      ? await examineStdio(list, spec, options, settings)
      : await examineUrl(list, spec, options, settings);
  const { failed, verdict } = list;
  return omitUndefined({
    server: spec.name,
    transport: url === undefined ? ('stdio' as const) : ('http' as const),
    target: url ?? shownArgv(spec.command ?? []),
    verdict,
    failed: failed?.id,
    steps: list.steps(),
    hints: hintsFor(spec),
    token_surface: tools?.[0] && (await surfaceOf(tools)),
  });
}

async function surfaceOf(tools: ToolDef[]): Promise<Examination['token_surface']> {
  const { total, by_tool } = tokenSurface(tools, await tokenCounter());
  const dearest = by_tool
    .map(({ name, tokens }) => ({ name, tokens }))
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, MOST_DEAR);
  return { tokens: total, tools: tools.length, dearest };
}

async function examineStdio(
  list: Checklist,
  spec: ServerSpec,
  options: ConnectOptions,
  settings: SessionSettings,
): Promise<ToolDef[] | undefined> {
  return (await stdioSteps(list, spec, options)) ? sessionSteps(list, spec, options, settings) : undefined;
}

/** A server that the suite starts itself runs while the way to it is looked at. */
async function examineUrl(
  list: Checklist,
  spec: ServerSpec,
  options: ConnectOptions,
  settings: SessionSettings,
): Promise<ToolDef[] | undefined> {
  const reach = async (one: ServerSpec) =>
    (await urlSteps(list, one, options.env)) ? sessionSteps(list, one, options, settings) : undefined;
  if (!spec.start) return reach(spec);
  const started = await startServer(spec, options, options.signal);
  if (!started.ok) {
    const { message, stderr, code, remedy = byHand(spec.start) } = started;
    // What is known of the cause stands in the message too.
    const detail = message.replace(` ${remedy}`, '');
    list.fail('tcp', detail, code === 'ENOENT' ? missingProgram(spec.start[0] ?? '') : remedy, stderr);
    return undefined;
  }
  const { start: _, ...alone } = spec;
  try {
    return await reach(alone);
  } finally {
    await started.process.stop(new FaultLog(), true);
  }
}

/** True when a handshake is worth trying. */
async function stdioSteps(list: Checklist, spec: ServerSpec, options: ConnectOptions): Promise<boolean> {
  const { command = [], startup_timeout_ms } = spec;
  const [program = ''] = command;
  const first = await firstBytes(spec, options, startup_timeout_ms);
  if (first.kind === 'not-started') {
    list.fail('command', first.message, first.code === 'ENOENT' ? missingProgram(program) : undefined);
    return false;
  }
  list.pass('command', placeOfProgram(program, spec, options.env));
  if (first.kind === 'exited') {
    const lines = stderrLines(first.stderr);
    const silence = lines.length === 0 ? '; it said nothing on stderr' : '';
    const remedy = diedAtStart({ stderr: first.stderr, argv: command, cwd: spec.cwd, env: options.env });
    list.fail('start', `it ${first.ending} before it spoke${silence}`, remedy, lines);
    return false;
  }
  list.pass('start', 'it runs');
  if (first.kind === 'line') return judgeLine(list, first);
  const what =
    first.kind === 'closed'
      ? 'it closed stdout'
      : `nothing came on stdout within ${formatDuration(startup_timeout_ms)}`;
  list.fail('first-bytes', what, SILENT, stderrLines(first.stderr));
  list.unreachable();
  return false;
}

function placeOfProgram(program: string, spec: ServerSpec, env: NodeJS.ProcessEnv): string {
  if (program === 'mcptest') return 'mcptest itself';
  return which(program, { cwd: spec.cwd, env: childEnv(spec, env) }) ?? program;
}

function judgeLine(
  list: Checklist,
  { text, whole, ms }: { text: string; whole: boolean; ms: number },
): boolean {
  const shown = JSON.stringify(clip(oneLine(text.trim()), 100));
  if (/^content-length:/i.test(text.trim())) {
    list.fail('first-bytes', `it frames messages with headers: ${shown}`, FRAMED);
    return false;
  }
  if (!whole) {
    list.fail('first-bytes', `a line that does not end: ${shown}`, ENDLESS);
    return false;
  }
  if (text.startsWith('\ufeff'))
    list.warn('first-bytes', 'stdout starts with a byte order mark', faultRemedy('byte-order-mark'));
  else if (!isJsonObject(text)) list.warn('first-bytes', `not a message: ${shown}`, NOISY);
  else list.pass('first-bytes', `a message after ${ms} ms`);
  return true;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
