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
  return {
    id: sha256(`fuzz\0${server}\0${tool.name}`).slice(0, 12),
    name: `fuzz ${tool.name}`,
    test: `fuzz ${tool.name}`,
    kind: 'fuzz',
    server,
    verdict: verdictOf(tool, failed.length, unsure.length),
    flaky: false,
    duration_ms: Math.round(took.get(tool.name) ?? 0),
    file: input.config ?? 'mcptest fuzz',
    line: 1,
    tags: [],
    checks: checks.length > 0 ? checks : [summary(tool)],
    figures: { cases, answered, refused },
    ...(notes && { notes }),
    repro: failed[0]?.repro ?? repro,
  };
}

function verdictOf({ cases }: FuzzedTool, failed: number, unsure: number): CaseResult['verdict'] {
  if (failed > 0) return 'fail';
  return unsure > 0 || cases === 0 ? 'inconclusive' : 'pass';
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

function summary({ cases, notes = [] }: FuzzedTool): Check {
  const isTested = cases > 0;
  const message = isTested ? `${cases} inputs taken well` : (notes[0] ?? 'not tested');
  return { target: 'fuzz', matcher: 'inputs', outcome: isTested ? 'pass' : 'inconclusive', message };
}
