/** `fuzz:` of a tool test → its checks. */
import { runCampaign } from '../../fuzz/campaign.js';
import { chooseTools } from '../../fuzz/choose-tools.js';
import { failingTest } from '../../fuzz/failing-test.js';
import { givenPaths } from '../../fuzz/fuzz-server.js';
import type { Found } from '../../fuzz/investigation.js';
import type { ToolDef } from '../../types/catalog.js';
import type { FuzzSpec } from '../../types/probes.js';
import type { Check } from '../../types/verdict.js';
import { EXIT, McptestError } from '../../util/errors.js';
import { fullMessage } from '../../util/full-message.js';
import type { ProbeContext, ProbedCall, ProbeJudgement } from './judge-probes.js';

export async function judgeFuzz(
  spec: FuzzSpec,
  call: ProbedCall,
  { redactor, server, signal }: ProbeContext,
): Promise<ProbeJudgement> {
  const { def, tool } = call;
  if (def === undefined) return unjudged(`the server does not list ${tool}, so its schema is not known`);
  const word = '`allow_destructive: true`';
  const allowed = { tools: [tool], destructive: spec.allow_destructive, destructive_word: word };
  const { chosen, left_out } = chooseTools([def as ToolDef], allowed);
  if (left_out[0]) return unjudged(`${tool} is not fuzzed: ${left_out[0].reason}`);
  const target = {
    open: async () => {
      const got = await server.open();
      if (got.connection) return got.connection;
      const message = redactor.text(fullMessage(got.failure));
      throw new McptestError({
        code: got.failure.code,
        message,
        hint: 'Run mcptest doctor on the server.',
        exitCode: EXIT.inconclusive,
      });
    },
    redactor,
    givenPaths: givenPaths(server.command ?? []),
    signal,
  };
  const usual = new Map([[tool, call.args]]);
  const result = await runCampaign(chosen, target, { ...spec, usual });
  const checks = result.found.map((found) => checkOf(found, call, spec));
  const notes = [...result.notes, ...result.tools.flatMap((one) => one.notes ?? [])];
  if (result.incomplete || signal?.aborted)
    checks.push(...unjudged(notes[0] ?? 'not every input could be tried').checks);
  else if (checks.length === 0)
    checks.push({
      target: 'fuzz',
      matcher: 'inputs',
      outcome: 'pass',
      message: `${result.cases} inputs taken well`,
    });
  const [row] = result.tools;
  const figures = {
    fuzz_cases: result.cases,
    fuzz_refused: row?.refused ?? 0,
    fuzz_failures: result.found.length,
  };
  return { checks: redactor.value(checks), figures, notes: notes.map((note) => redactor.text(note)) };
}

function checkOf(found: Found, { server }: ProbedCall, { max_call_ms, seed }: FuzzSpec): Check {
  const { problem, calls, reproduced } = found;
  const before = calls.slice(0, -1).map(({ tool, args }) => `after ${tool} ${JSON.stringify(args)}`);
  const test = failingTest(found, server, max_call_ms).trimEnd().split('\n');
  const known = { target: 'fuzz', matcher: problem.outcome, actual: calls.at(-1)?.args };
  const because = [...before, ...problem.evidence, `case ${found.case} of seed ${seed}: ${found.label}`];
  if (!reproduced) {
    const message = `${problem.outcome}, which did not show again: ${problem.message}`;
    return { ...known, outcome: 'inconclusive', message, because };
  }
  const message = `${problem.outcome}: ${problem.message}`;
  return { ...known, outcome: 'fail', message, because: [...because, 'as a test:', ...test] };
}

function unjudged(message: string): ProbeJudgement {
  return {
    checks: [{ target: 'fuzz', matcher: 'inputs', outcome: 'inconclusive', message }],
    figures: {},
    notes: [],
  };
}
