/**
 * `propose_assertions`: one tool is called and what it answers becomes a test. A tool that only reads is
 * called twice, to see what stays; one that changes something once; one that destroys only when asked to.
 */

import { type SafetyClass, safetyClass } from '../catalog/safety-class.js';
import { CLIENT_REFUSES } from '../client/session/fault-log.js';
import { judgeOutput } from '../gates/output-schema.js';
import { isRefused } from '../gates/refused-access.js';
import type { ObservedAnswer } from '../generate/observation.js';
import { type Proposal, propose } from '../generate/propose.js';
import { SERVER } from '../generate/suite-head.js';
import { type InvocationRedactor, redactorOf } from '../redact/open-redactor.js';
import { listAll } from '../target/list-all.js';
import type { TargetInput } from '../target/target.js';
import { withTarget } from '../target/with-target.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Connection, Fault, Reply } from '../types/connection.js';
import type { Strength, Tally } from '../types/strength.js';
import { didYouMean } from '../util/did-you-mean.js';
import { EXIT, McptestError } from '../util/errors.js';
import { fullMessage } from '../util/full-message.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { clip, oneLine } from '../util/text.js';
import { descriptionWarnings, type Warnings } from './description-warnings.js';
import { isWeak, observedStrength } from './strength/observed-strength.js';

export interface ProposeInput extends TargetInput {
  tool: string;
  args?: Record<string, unknown>;
  /** One call, whatever the tool. */
  single_call?: boolean;
  /** Allow exactly one call of a tool that may destroy something. */
  execute_destructive?: boolean;
}

export interface ProposeReport {
  result: Proposal & {
    calls_made: number;
    /** How many changes of the observed answer the proposed test notices; absent when that cannot be told. */
    strength?: Tally;
  };
  /** What the description of the tool tries. */
  poisoned: () => Promise<Warnings>;
  closing: Promise<void>;
}

export async function proposeAssertions(input: ProposeInput): Promise<ProposeReport> {
  const invocation = redactorOf(input);
  const opened = { ...input, redactor: invocation };
  const { value, closing } = await withTarget(opened, async ({ connection, redactor }) => {
    const tool = await descriptor(connection, input.tool);
    const safety = safetyClass(tool);
    if (safety === 'destructive' && input.execute_destructive !== true) throw refused(input.tool);
    const calls = callsFor(safety, input.single_call === true);
    const args = input.args ?? {};
    const replies: Reply[] = [];
    for (let n = 0; n < calls; n += 1) replies.push(await observe(connection, input, args));
    const observed = replies.map((reply) => redactor.value(answerOf(reply)));
    const made = propose({ tool: input.tool, args: redactor.value(args), observed });
    const strength = await strengthOf(made, { input: opened, redactor: invocation, observed });
    const notes = [
      ...(await whatIsWrong(connection, tool, replies)).map((said) => redactor.text(said)),
      ...made.notes,
      ...whyOnce(safety, calls, input.single_call === true),
      ...howStrong(strength, calls),
    ];
    const catalog: Catalog = { server: connection.name, tools: [tool] };
    return {
      result: omitUndefined({ ...made, calls_made: calls, strength: strength && tallyOf(strength), notes }),
      poisoned: () => descriptionWarnings(catalog, redactor),
    };
  });
  return { ...value, closing };
}

const MOST_FAULTS = 5;

/** An answer that breaks the protocol, or what the tool promises, is not to be pinned as what is right. */
async function whatIsWrong(
  connection: Connection,
  tool: ToolDef,
  replies: readonly Reply[],
): Promise<string[]> {
  const judged = await Promise.all(replies.map((reply) => judgeOutput(reply, tool)));
  const broken = judged.flatMap(({ check }) => (check?.outcome === 'fail' ? [check.message] : []));
  const faults = connection
    .faults()
    .filter(({ code, place }) => code !== CLIENT_REFUSES || isAbout(tool, place))
    .map(({ message }) => message);
  return [...new Set([...broken, ...faults])]
    .slice(0, MOST_FAULTS)
    .map(
      (said) => `the server is at fault, so mend it before you keep this test: ${clip(oneLine(said), 300)}`,
    );
}

function isAbout({ name }: ToolDef, place: Fault['place']): boolean {
  return place?.method === 'tools/call' || place?.tool === name;
}

interface Observing {
  input: ProposeInput;
  redactor: InvocationRedactor;
  observed: ObservedAnswer[];
}

/** The test in a suite of its own, judged on the answers that it was made from. */
async function strengthOf(
  { test }: Proposal,
  { input, redactor, observed }: Observing,
): Promise<Strength | undefined> {
  const { cwd = process.cwd(), env } = input;
  // The server is never started, so any command will do.
  const text = `servers: { ${SERVER}: { command: [mcptest] } }\ntools:\n${test}`;
  const answersTo = () => observed;
  try {
    const written = { text, file: 'proposal.yml', cwd, env, redactor, answersTo };
    return (await observedStrength(written)).strength;
  } catch (error) {
    // The call was made and what it answered is worth having, measured or not.
    if (error instanceof McptestError) return undefined;
    throw error;
  }
}

function tallyOf({ rate, killed, mutants }: Strength): Tally {
  return omitUndefined({ rate, killed, mutants });
}

/** The figure itself is beside the notes; here stands what to do about a weak one. */
function howStrong(strength: Strength | undefined, calls: number): string[] {
  const [test] = strength?.tests ?? [];
  if (test === undefined) return ['strength unknown: the test could not be measured on the answer'];
  const { rate = 0, killed, mutants, survivors } = test;
  const share = `strength ${Math.floor(rate * 100)} %: ${killed} of ${mutants} changed answers noticed`;
  const [first] = survivors.flatMap(({ suggestion }) => suggestion ?? []);
  if (!isWeak(test)) return [];
  const once = calls < 2 ? '; a second call would tell which values stay' : '';
  const add = first === undefined ? '' : `; add for example \`${clip(oneLine(first), 200)}\``;
  return [`${share}, which is weak${once}${add}`];
}

function callsFor(safety: SafetyClass, single: boolean): number {
  return safety === 'read-only' && !single ? 2 : 1;
}

function whyOnce(safety: SafetyClass, calls: number, single: boolean): string[] {
  if (calls > 1 || (single && safety === 'read-only')) return [];
  return [`the tool is ${safety}, and a second call would itself be a side effect, so it was called once`];
}

async function descriptor(connection: Connection, name: string): Promise<ToolDef> {
  const tools = (await listAll(connection, 'tools/list')) as ToolDef[];
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const names = tools.map((one) => String(one.name).slice(0, 200)).slice(0, 500);
  const near = didYouMean(name.slice(0, 200), names);
  throw new McptestError({
    code: 'unknown-tool',
    message: `the server has no tool ${JSON.stringify(clip(name, 100))}`,
    hint: near === undefined ? 'list_tools says what there is.' : `did you mean \`${oneLine(near)}\`?`,
    exitCode: EXIT.usage,
  });
}

async function observe(
  connection: Connection,
  input: ProposeInput,
  args: Record<string, unknown>,
): Promise<Reply> {
  const reply = await connection.request(
    'tools/call',
    { name: input.tool, arguments: args },
    { signal: input.signal },
  );
  if (reply.kind === 'result' || reply.kind === 'error') return reply;
  throw new McptestError({
    code: `call-${reply.kind}`,
    message: `${oneLine(clip(input.tool, 100))}: ${fullMessage(reply)}`,
    exitCode: isRefused(reply) ? EXIT.inconclusive : EXIT.failed,
  });
}

function answerOf(reply: Reply): ObservedAnswer {
  const { duration_ms } = reply;
  return reply.kind === 'error'
    ? { duration_ms, error: reply.error }
    : { duration_ms, result: reply.kind === 'result' ? reply.result : undefined };
}

function refused(tool: string): McptestError {
  return new McptestError({
    code: 'destructive-refused',
    message: `${oneLine(clip(tool, 100))} may destroy something, so it was not called`,
    hint: 'Pass `execute_destructive: true` to allow exactly one call.',
    exitCode: EXIT.refused,
  });
}
