/** `mcptest load`: one tool, many times, within bounds, and how it bore that. */
import { safetyClass } from '../../catalog/safety-class.js';
import { argumentCases } from '../../generate/argument-cases.js';
import { isRemote } from '../../load/is-remote.js';
import { judgeLoad } from '../../load/judge-load.js';
import { errorKind, runLoad } from '../../load/run-load.js';
import { listAll } from '../../target/list-all.js';
import type { TargetInput } from '../../target/target.js';
import { withTarget } from '../../target/with-target.js';
import type { ToolDef } from '../../types/catalog.js';
import type { Connection, Reply } from '../../types/connection.js';
import type { LoadResult } from '../../types/load.js';
import type { LoadGates } from '../../types/probes.js';
import type { Check } from '../../types/verdict.js';
import { nameHint } from '../../util/did-you-mean.js';
import { EXIT, McptestError } from '../../util/errors.js';
import { fullMessage } from '../../util/full-message.js';
import { clip, oneLine } from '../../util/text.js';

export interface LoadInput extends TargetInput {
  tool: string;
  /** Made from the input schema when absent. */
  args?: Record<string, unknown>;
  /** Callers that each wait for their answer; 1 unless told. */
  concurrency?: number;
  /** Calls a second, in place of callers. */
  rate?: number;
  /** How long, in milliseconds; 10 seconds unless told. */
  for_ms?: number;
  /** At most so many calls; 100,000 unless told. */
  calls?: number;
  /** The process whose memory is watched, for a server that others started. */
  pid?: number;
  /** Load a server on another machine. */
  allow_remote?: boolean;
  /** Call a tool that may destroy something. */
  allow_destructive?: boolean;
  gates?: LoadGates;
}

export interface LoadReport extends LoadResult {
  args: Record<string, unknown>;
  /** The figures that were asked for. */
  gates: Check[];
  exit_code: number;
}

const FOR_MS = 10_000;
const MOST_CALLS = 100_000;
const TIMEOUT_MS = 30_000;

export async function load(input: LoadInput): Promise<LoadReport & { closing: Promise<void> }> {
  if (input.rate !== undefined && input.concurrency !== undefined)
    throw new McptestError({
      code: 'two-loops',
      message: 'a rate and a number of callers were both given',
      hint: 'Give --rate for calls at a fixed rate, or --concurrency for callers that wait for their answers.',
    });
  const { value, closing } = await withTarget(input, async ({ connection, spec, redactor }) => {
    if (!input.allow_remote && isRemote(spec.url)) throw remote(redactor.text(spec.url ?? ''));
    const def = await toolOf(connection, input.tool);
    if (safetyClass(def) === 'destructive' && !input.allow_destructive) throw destructive(input.tool);
    const args = input.args ?? argumentCases(def.inputSchema, def.name).happy ?? {};
    await tryOnce(connection, input, args);
    const result = await runLoad(connection, {
      tool: input.tool,
      args,
      concurrency: input.concurrency,
      rate: input.rate,
      for_ms: input.for_ms ?? FOR_MS,
      calls: input.calls ?? MOST_CALLS,
      timeout_ms: spec.request_timeout_ms ?? TIMEOUT_MS,
      pid: input.pid ?? connection.pid,
      signal: input.signal,
    });
    const checks = judgeLoad(result, { max_error_rate: 0, ...input.gates });
    return {
      ...redactor.value(result),
      args: redactor.value(args),
      gates: checks,
      exit_code: exitCode(checks),
    };
  });
  return { ...value, closing };
}

function exitCode(checks: readonly Check[]): number {
  if (checks.some(({ outcome }) => outcome === 'fail')) return EXIT.failed;
  return checks.every(({ outcome }) => outcome === 'pass') ? EXIT.ok : EXIT.inconclusive;
}

async function toolOf(connection: Connection, name: string): Promise<ToolDef> {
  const tools = (await listAll(connection, 'tools/list')) as ToolDef[];
  const found = tools.find((one) => one.name === name);
  if (found) return found;
  const names = tools.slice(0, 500).map((one) => oneLine(clip(String(one.name), 200)));
  throw new McptestError({
    code: 'unknown-tool',
    message: `the server has no tool ${JSON.stringify(clip(name, 100))}`,
    hint: nameHint(name.slice(0, 200), names, 'the server has none'),
  });
}

/** What fails once would only fail many times. */
async function tryOnce(connection: Connection, { tool, signal }: LoadInput, args: unknown): Promise<void> {
  const reply = await connection.request('tools/call', { name: tool, arguments: args }, { signal });
  const kind = errorKind(reply);
  if (kind === undefined) return;
  throw new McptestError({
    code: 'load-no-answer',
    message: `a first call of ${oneLine(clip(tool, 100))} was not answered well (${kind}), so there was no load${why(reply)}`,
    hint: 'Give arguments that the tool takes: name=value, or --args \'{"name": "value"}\'.',
    exitCode: EXIT.inconclusive,
  });
}

function why(reply: Reply): string {
  if (reply.kind === 'error') return `: ${oneLine(clip(reply.error.message, 200))}`;
  return reply.kind === 'result' ? '' : `: ${fullMessage(reply)}`;
}

function remote(url: string): McptestError {
  return new McptestError({
    code: 'load-remote',
    message: `${url} is not on this machine, so it was not loaded`,
    hint: 'Pass --allow-remote where the server is yours, or its owner agrees.',
    exitCode: EXIT.refused,
  });
}

function destructive(tool: string): McptestError {
  return new McptestError({
    code: 'destructive-refused',
    message: `${oneLine(clip(tool, 100))} may destroy something, so it was not called`,
    hint: 'Pass --allow-destructive to call it all the same.',
    exitCode: EXIT.refused,
  });
}
