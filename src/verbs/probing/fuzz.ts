/**
 * `mcptest fuzz`: inputs made from the schemas of a server's tools, hostile ones among them, and what becomes of them.
 * Tools that may change or destroy something are called only when they are allowed.
 */
import { type CampaignResult, runCampaign } from '../../fuzz/campaign.js';
import { type Allowed, chooseTools } from '../../fuzz/choose-tools.js';
import { failureOf, type ReproTarget } from '../../fuzz/failure.js';
import { type FuzzTarget, givenPaths } from '../../fuzz/fuzz-server.js';
import { redactorOf } from '../../redact/open-redactor.js';
import { shellWord } from '../../suite/repro.js';
import { listAll } from '../../target/list-all.js';
import { openTarget, type Target, type TargetInput } from '../../target/target.js';
import { cancelled } from '../../target/with-target.js';
import type { ToolDef } from '../../types/catalog.js';
import type { Connection } from '../../types/connection.js';
import type { RunEnvelope } from '../../types/envelope.js';
import type { FuzzResult } from '../../types/fuzz.js';
import { EXIT } from '../../util/errors.js';

export interface FuzzInput extends TargetInput {
  /** Only these tools. */
  tools?: string[];
  /** Chooses the inputs; 1 unless told. */
  seed?: number;
  /** How many inputs in all; 50 for each tool unless told, and 200 at least. */
  cases?: number;
  /** How long one call may take before it counts as a hang, in milliseconds. */
  max_call_ms?: number;
  /** Also call tools that may change something. */
  allow_writes?: boolean;
  /** Also call tools that may destroy something. */
  allow_destructive?: boolean;
  /** Also fail if the server ignores a field that its schema forbids. */
  strict?: boolean;
}

export interface FuzzReport extends FuzzResult {
  exit_code: number;
  /** The same as the record of a run, one row a tool: what the reporters of runs read. */
  envelope(): Promise<RunEnvelope>;
}

const MAX_CALL_MS = 3000;

export async function fuzz(input: FuzzInput): Promise<FuzzReport> {
  const started_at = new Date().toISOString();
  const clock = performance.now();
  const redactor = redactorOf(input);
  const opened = await openTarget({ ...input, redactor });
  const { spec } = opened;
  const tools = await listed(opened);
  const allowed: Allowed = {
    tools: input.tools,
    writes: input.allow_writes,
    destructive: input.allow_destructive,
  };
  const { chosen, left_out } = chooseOrClose(opened, () => chooseTools(tools, allowed));
  const { seed = 1, cases, max_call_ms = MAX_CALL_MS, strict } = input;
  const target = fuzzTarget(opened, () => openTarget({ ...input, redactor }), input.signal);
  const campaign = await runCampaign(chosen, target, { seed, cases, max_call_ms, strict });
  if (input.signal?.aborted) throw cancelled();
  const words = reproTarget(input, { seed, max_call_ms });
  const found = campaign.found.map((one) => failureOf(one, words, redactor));
  const result: FuzzResult = {
    seed,
    cases: campaign.cases,
    tools: redactor.value(campaign.tools),
    left_out: redactor.value(left_out),
    failures: found.filter(({ reproduced }) => reproduced),
    not_reproduced: found.filter(({ reproduced }) => !reproduced),
    notes: campaign.notes.map((note) => redactor.text(note)),
  };
  const exit_code = exitCode(result, campaign);
  const { info } = opened.connection;
  const about = { started_at, server: spec.name, info, exit_code, repro: words.fuzz([], campaign.cases) };
  return {
    ...result,
    exit_code,
    envelope: async () => {
      const { fuzzEnvelope } = await import('./fuzz-envelope.js');
      const duration_ms = Math.round(performance.now() - clock);
      return fuzzEnvelope(result, { ...about, duration_ms, took: campaign.duration_ms, input });
    },
  };
}

async function listed({ connection }: Target): Promise<ToolDef[]> {
  try {
    return (await listAll(connection, 'tools/list')) as ToolDef[];
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function chooseOrClose<T>({ connection }: Target, choose: () => T): T {
  try {
    return choose();
  } catch (error) {
    void connection.close();
    throw error;
  }
}

/** The connection that the tools were listed on is the first of the campaign. */
function fuzzTarget(opened: Target, again: () => Promise<Target>, signal?: AbortSignal): FuzzTarget {
  let first: Connection | undefined = opened.connection;
  return {
    open: async () => {
      const ready = first;
      first = undefined;
      return ready ?? (await again()).connection;
    },
    redactor: opened.redactor,
    givenPaths: givenPaths(opened.spec.command ?? []),
    signal,
  };
}

function exitCode(result: FuzzResult, { incomplete }: CampaignResult): number {
  if (result.failures.length > 0) return EXIT.failed;
  if (incomplete || result.not_reproduced.length > 0) return EXIT.inconclusive;
  return result.cases === 0 ? EXIT.nothing : EXIT.ok;
}

function reproTarget(
  input: FuzzInput,
  { seed, max_call_ms }: { seed: number; max_call_ms: number },
): ReproTarget {
  const { server, url, command } = input;
  const name = server ?? url;
  const argv = typeof command === 'string' ? ['--command', shellWord(command)] : undefined;
  const tail = Array.isArray(command) ? ['--', ...command.map(shellWord)] : [];
  const head = name === undefined ? [] : [shellWord(name)];
  const flags = [
    ...(input.bearer_token_env ? ['--bearer-token-env', shellWord(input.bearer_token_env)] : []),
    ...(input.pass_env ?? []).flatMap((one) => ['--pass-env', shellWord(one)]),
    ...(input.config ? ['--config', shellWord(input.config)] : []),
    ...(input.protocol ? ['--protocol', shellWord(input.protocol)] : []),
    ...(argv ?? []),
  ];
  const own = [
    ...(input.tools ?? []).flatMap((tool) => ['--tool', shellWord(tool)]),
    ...(input.allow_writes ? ['--allow-writes'] : []),
    ...(input.allow_destructive ? ['--allow-destructive'] : []),
    ...(input.strict ? ['--strict'] : []),
    ...(max_call_ms === MAX_CALL_MS ? [] : ['--max-call-ms', String(max_call_ms)]),
  ];
  return {
    server: server ?? 'target',
    max_call_ms,
    call: (tool, args) =>
      ['mcptest call', ...head, shellWord(tool), '--args', shellWord(args), ...flags, ...tail].join(' '),
    fuzz: (_tools, cases) =>
      ['mcptest fuzz', ...head, ...own, `--seed ${seed}`, `--cases ${cases}`, ...flags, ...tail].join(' '),
  };
}
