/** What was fuzzed as the record of a run: one row a tool, one check a failure, for the reporters of runs. */
import { resolve } from 'node:path';
import { buildEnvelope } from '../../envelope/build.js';
import { gitSource, provenanceOf } from '../../envelope/provenance.js';
import { workspaceAt } from '../../store/workspace.js';
import type { ConnectionInfo } from '../../types/connection.js';
import type { CaseResult, RunEnvelope } from '../../types/envelope.js';
import type { FuzzedTool, FuzzFailure, FuzzResult } from '../../types/fuzz.js';
import type { Check } from '../../types/verdict.js';
import { sha256 } from '../../util/hash.js';
import type { FuzzInput } from './fuzz.js';

export interface FuzzRun {
  started_at: string;
  duration_ms: number;
  /** How long the cases of each tool took. */
  took: ReadonlyMap<string, number>;
  server: string;
  info: ConnectionInfo;
  exit_code: number;
  repro: string;
  input: FuzzInput;
}

export async function fuzzEnvelope(result: FuzzResult, run: FuzzRun): Promise<RunEnvelope> {
  const { input, server, info, started_at, duration_ms, exit_code } = run;
  const cwd = resolve(input.cwd ?? process.cwd());
  const rows = result.tools.map((tool) => rowOf(tool, result, run));
  const { transport, auth, protocol_version, era, server_info } = info;
  return buildEnvelope({
    run_id: `fuzz-${result.seed}-${started_at}`,
    started_at,
    duration_ms,
    provenance: provenanceOf({
      mode: 'live',
      source: await gitSource(workspaceAt(cwd, input.workspace)),
      env: input.env ?? process.env,
      servers: [
        { name: server, transport, auth, protocol_version, era, ...(server_info && { server_info }) },
      ],
      rows,
    }),
    results: rows,
    errors: result.notes.map((message) => ({ where: `server ${server}`, message })),
    exit_code,
  });
}

function rowOf(tool: FuzzedTool, result: FuzzResult, { server, repro, input, took }: FuzzRun): CaseResult {
  const own = ({ tool: name }: FuzzFailure): boolean => name === tool.name;
  const failed = result.failures.filter(own);
  const unsure = result.not_reproduced.filter(own);
  const checks = [
    ...failed.map((one) => checkOf(one, 'fail')),
    ...unsure.map((one) => checkOf(one, 'inconclusive')),
  ];
  const { cases, answered, refused, notes } = tool;
  const tested = cases > 0 && result.tools.some((one) => one.answered > 0);
  return {
    id: sha256(`fuzz\0${server}\0${tool.name}`).slice(0, 12),
    name: `fuzz ${tool.name}`,
    test: `fuzz ${tool.name}`,
    kind: 'fuzz',
    server,
    verdict: verdictOf(tested, failed.length, unsure.length),
    flaky: false,
    duration_ms: Math.round(took.get(tool.name) ?? 0),
    file: input.config ?? 'mcptest fuzz',
    line: 1,
    tags: [],
    checks: checks.length > 0 ? checks : [summary(tool, tested, result)],
    figures: { cases, answered, refused },
    ...(notes && { notes }),
    repro: failed[0]?.repro ?? repro,
  };
}

function verdictOf(tested: boolean, failed: number, unsure: number): CaseResult['verdict'] {
  if (failed > 0) return 'fail';
  return unsure > 0 || !tested ? 'inconclusive' : 'pass';
}

function checkOf(
  { outcome, message, args, evidence, repro, before }: FuzzFailure,
  result: 'fail' | 'inconclusive',
): Check {
  const calls = (before ?? []).map(({ tool, args: own }) => `after ${tool} ${JSON.stringify(own)}`);
  return {
    target: 'fuzz',
    matcher: outcome,
    actual: args,
    outcome: result,
    message:
      result === 'fail' ? `${outcome}: ${message}` : `${outcome}, which did not show again: ${message}`,
    because: [...calls, ...(evidence ?? []), `again: ${repro}`],
  };
}

function summary({ cases, notes = [] }: FuzzedTool, tested: boolean, result: FuzzResult): Check {
  const why = cases > 0 ? result.notes[0] : notes[0];
  const message = tested ? `${cases} inputs taken well` : (why ?? 'not tested');
  return { target: 'fuzz', matcher: 'inputs', outcome: tested ? 'pass' : 'inconclusive', message };
}
